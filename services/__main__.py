"""The command line: `capicua`. Errors that a person can mend go to stderr in one sentence, with exit code 1."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from contracts import tournament_state
from contracts.entrants import EntrantsError, read_entrants
from contracts.games import options as house_rules
from contracts.games.game import GAMES, BadNotation, Game, game, plain, spelled
from contracts.ranking import Standings
from contracts.season import SeasonError
from contracts.stages import read_stages
from contracts.table_record import NoRecordError
from contracts.tournament import EntrantRow, Rules
from contracts.tournament_state import Tournament
from services import archive, backup, books, together
from services import export as exporting
from services import replay as replaying
from services import verify as verifying
from services.commands import archive as archive_command
from services.commands import backup as backup_command
from services.commands import books as books_command
from services.commands import drill as drill_command
from services.commands import export as export_command
from services.commands import notation
from services.commands import seat as seat_command
from services.commands import standings as standings_command
from services.commands.words import some, unanswered
from services.dealing import keys
from services.director import Director, RefusedError, direct
from services.drill import DrillError
from services.runtime import observe
from services.runtime.log import Log, LogBrokenError, LogUnavailableError
from services.runtime.reader import LagWatch
from services.runtime.settings import Settings, SettingsError, SqliteUrl, load, open_log, parse_url
from services.seats import SeatsError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Club tournaments of tile and card games: seating, dealing, refereeing, live standings, replay.",
)
app.command("drill")(drill_command.drill)
app.command("rules")(books_command.rules)
app.add_typer(notation.app, name="notation")
app.add_typer(seat_command.app, name="seat")
app.add_typer(standings_command.app)
app.add_typer(backup_command.app)
app.add_typer(export_command.app)
app.add_typer(archive_command.app)
out = Console(soft_wrap=True)
err = Console(stderr=True, soft_wrap=True)

MENDABLE = (
    SettingsError,
    LogBrokenError,
    LogUnavailableError,
    keys.SecretError,
    exporting.ExportError,
    replaying.ReplayError,
    NoRecordError,
    RefusedError,
    EntrantsError,
    verifying.UnsoundError,
    books.BookError,
    SeasonError,
    SeatsError,
    DrillError,
    backup.BackupError,
    archive.ArchiveError,
    OSError,
)
"""What is told in one sentence; everything else is a fault of the program and keeps its traceback."""

LogOption = Annotated[
    str | None, typer.Option("--log", help="sqlite:FILE or kafka://HOST:PORT", show_default="sqlite:capicua.db")
]
LogArgument = Annotated[str, typer.Argument(help="sqlite:FILE, kafka://HOST:PORT", metavar="LOG")]


def main() -> None:
    """Run the command line."""
    try:
        app(standalone_mode=True)
    except MENDABLE as wrong:
        err.print(f"[red]capicua:[/red] {_said(wrong)}", markup=True, highlight=False)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _said(wrong: BaseException) -> str:
    from rich.markup import escape  # noqa: PLC0415  # only for an error's text

    if isinstance(wrong, OSError) and wrong.filename:
        return escape(f"{wrong.filename}: {wrong.strerror}")
    return escape(str(wrong))


def _run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


# --- running


@app.command()
def serve(
    log: LogOption = None,
    host: Annotated[str | None, typer.Option(help="address to listen at", show_default="every one")] = None,
    port: Annotated[int | None, typer.Option(help="port of the pages", show_default="8000")] = None,
    secret_file: Annotated[
        str | None, typer.Option(help="the installation's secret", show_default="capicua.secret")
    ] = None,
    log_format: Annotated[str | None, typer.Option(help="json or console")] = None,
    *,
    demo: Annotated[bool, typer.Option("--demo", help="also play a demonstration tournament with bots")] = False,
    pace: Annotated[float, typer.Option(min=0, help="seconds that a bot takes for a move")] = 0.8,
    every: Annotated[
        float, typer.Option(min=0, help="make a backup every so many minutes", show_default="never")
    ] = 0.0,
    backups: Annotated[Path | None, typer.Option(help="their folder", show_default="backups, beside the log")] = None,
) -> None:
    """Run everything in this process: the services, and the web pages for the hall."""
    settings = _settings(log=log, host=host, port=port, secret_file=secret_file, log_format=log_format)
    _run(_serve(settings, demo=demo, pace=pace, every=every, backups=backups))


async def _serve(settings: Settings, *, demo: bool, pace: float, every: float, backups: Path | None) -> None:
    async with together.running(settings, pace=pace) as running:
        pages = asyncio.create_task(_pages(settings, running))
        tasks = {pages}
        if demo:
            tasks.add(asyncio.create_task(_demonstration(running.log)))
        if every:
            tasks.add(asyncio.create_task(backup_command.regularly(settings, every * 60, backups)))
        waited = tasks
        try:
            # The pages end when they are told to, and the process with them, demonstration or not; a demonstration
            # that fails ends the process with its reason.
            while not pages.done():
                done, waited = await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _pages(
    settings: Settings, running: together.Running, *, alone: bool = False, opening: asyncio.Future[None] | None = None
) -> None:
    """Serve the web pages until SIGINT or SIGTERM.

    `alone`: in a process of its own, perhaps behind a proxy or in a container, where this machine's address is not what
    phones can open. Links then lead to where the director's browser is, unless the settings name an address.
    `opening` is done when the log is open.
    """
    from services.web_gateway import app as gateway  # noqa: PLC0415  # tools need no web framework
    from services.web_gateway import auth  # noqa: PLC0415

    known, first = auth.load(together.beside_secret(settings, ".gateway"))
    everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104
    here = f"http://{together.address() if everywhere else settings.host}:{settings.port}"
    url = settings.address.rstrip("/") or here
    pages = gateway.build(
        running.log,
        known,
        address=settings.address if alone else url,
        health=running.health,
        lag=running.lag,
        signer=keys.signing_key(together.beside_secret(settings, ".key")),
        opening=opening,
        backups=backup_command.of(settings),
        verify=verifying.verify_for_shelf,
    )
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)

    def welcome(port: int) -> None:  # noqa: ARG001  # the port asked for is the port in use
        _welcome(url, f"{url}/staff/{known.director_link()}", first.password if first else "")

    await gateway.serve(pages, settings.host, settings.port, stopping, started=welcome)


def _welcome(url: str, director_link: str, password: str) -> None:
    """Print the address, a QR code for phones and the director's link, when the pages are there."""
    import segno  # noqa: PLC0415  # only here

    out.print(f"Capicua is open at [bold]{url}[/bold]", highlight=False)
    segno.make(url).terminal(compact=True, border=1)
    out.print(f"Director's link: {director_link}", highlight=False)
    if password:
        out.print(f"Director's password (shown this once): [bold]{password}[/bold]", highlight=False)


async def _demonstration(log: Log) -> None:
    rows = read_entrants(_demo_entrants().read_bytes())
    bots = [EntrantRow(name=row.name, club=row.club, bot=row.bot or "steady") for row in rows]
    key = f"demo-{datetime.now(UTC):%m%d-%H%M%S}"
    rules = _rules("longana", rounds=3, seed=key, max_deals=3)
    async with Director(log) as director:
        try:
            await direct(director, key, "Thursday Club Night", rules, bots)
        except RefusedError as wrong:
            # Somebody with the director's link has taken it in hand; the club's pages go on.
            err.print(f"The demonstration ends here: {wrong}", highlight=False, markup=False)


def _demo_entrants() -> Path:
    return Path(__file__).with_name("demo_entrants.csv")


@app.command()
def service(
    name: Annotated[str, typer.Argument(help=", ".join((*together.NAMES, "web-gateway")))],
    log: LogOption = None,
    host: Annotated[str | None, typer.Option(help="address to listen at", show_default="every one")] = None,
    port: Annotated[int | None, typer.Option(help="port of the pages, or of /health and /metrics")] = None,
    secret_file: Annotated[
        str | None, typer.Option(help="the installation's secret", show_default="capicua.secret")
    ] = None,
    log_format: Annotated[str | None, typer.Option(help="json or console")] = None,
    pace: Annotated[float, typer.Option(min=0, help="bots: seconds for a move")] = 0.0,
) -> None:
    """Run one service as a process of its own, on Kafka."""
    settings = _settings(log=log, host=host, secret_file=secret_file, log_format=log_format)
    if isinstance(parse_url(settings.log), SqliteUrl):
        raise SettingsError("a service of its own needs Kafka: --log kafka://HOST:PORT (for one file use `serve`)")
    if name == "web-gateway":
        settings = _settings(log=log, host=host, port=port, secret_file=secret_file, log_format=log_format)
        _run(_gateway(settings))
        return
    if name not in together.NAMES:
        raise SettingsError(f"there is no service {name!r}: {', '.join((*together.NAMES, 'web-gateway'))}")
    if port is not None:
        settings = _settings(log=log, host=host, metrics_port=port, secret_file=secret_file, log_format=log_format)
    from services.runtime.kafka_app import run_service  # noqa: PLC0415  # the embedded log needs no Kafka client

    run_service(together.one(name, settings, pace=pace), settings, settings.host, settings.metrics_port)


async def _gateway(settings: Settings) -> None:
    log = open_log(settings.log)
    health = observe.Health()
    lag = LagWatch(log, health, settings.lag_s)
    # Pages and health are answered while the broker is away; a log that cannot be used ends the process.
    opening = asyncio.create_task(together.open_patiently(log, health))
    watching = asyncio.create_task(lag.run())
    pages = asyncio.create_task(_pages(settings, together.Running(log, health, lag), alone=True, opening=opening))
    try:
        await asyncio.wait({opening, pages}, return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            opening.result()
        await pages
    finally:
        for task in (opening, watching, pages):
            task.cancel()
        await asyncio.gather(opening, watching, pages, return_exceptions=True)
        await log.close()


# --- the demonstration


@app.command()
def demo(
    entrants: Annotated[Path | None, typer.Option(help="CSV with name, club, bot", show_default="a list of 24")] = None,
    game_name: Annotated[str, typer.Option("--game", help=", ".join(g.NAME for g in GAMES.values()))] = "longana",
    rounds: Annotated[int, typer.Option(min=1, max=50, help="how many rounds; stages say their own")] = 3,
    seats: Annotated[int | None, typer.Option(help="players at a full table", show_default="4")] = None,
    options: Annotated[
        str | None,
        typer.Option(help="a preset of the game's house rules, such as short or libyan", show_default="club"),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="a house rule, name=value; as often as needed")] = None,
    log: Annotated[
        str | None,
        typer.Option("--log", help="sqlite:FILE or kafka://HOST:PORT", show_default="sqlite:capicua-demo.db"),
    ] = None,
    pace: Annotated[float, typer.Option(min=0, help="seconds that a bot takes for a move")] = 0.0,
    deals: Annotated[
        int | None, typer.Option(min=1, max=999, help="deals of a match at most", show_default="to the game's target")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="seed of the lots", show_default="the id")] = None,
    stages: Annotated[
        str | None,
        typer.Option(
            metavar="STAGE,..",
            help="such as swiss:4,final:1:8; each is FORMAT:ROUNDS and, if need be, :ENTER and :ADVANCE",
        ),
    ] = None,
    secret_file: Annotated[
        str | None, typer.Option(help="the installation's secret", show_default="capicua.secret")
    ] = None,
    id: Annotated[
        str | None,
        typer.Option("--id", help="the tournament's id; an interrupted one goes on", show_default="from the time"),
    ] = None,
    *,
    drive_only: Annotated[
        bool, typer.Option("--drive-only", help="the services run elsewhere, on the same Kafka")
    ] = False,
) -> None:
    """Play a whole tournament with bots through the real services, to its final standings."""
    settings = _settings(log=log or "sqlite:capicua-demo.db", secret_file=secret_file, log_level="warning")
    if drive_only and isinstance(parse_url(settings.log), SqliteUrl):
        raise SettingsError("--drive-only needs services that run elsewhere on the same Kafka: --log kafka://HOST:PORT")
    source = entrants or _demo_entrants()
    try:
        rows = read_entrants(source.read_bytes())
    except EntrantsError as wrong:
        raise SettingsError(f"{source}: {wrong}") from wrong
    bots = tuple(EntrantRow(name=row.name, club=row.club, bot=row.bot or "steady") for row in rows)
    key = id or f"demo-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    rules = _rules(
        game_name,
        rounds=rounds,
        seed=seed or key,
        max_deals=deals,
        seats=seats,
        preset=options,
        stages=stages,
        options=option or (),
    )
    _run(_demo(settings, key, rules, bots, pace=pace, drive_only=drive_only))


async def _demo(
    settings: Settings, key: str, rules: Rules, bots: tuple[EntrantRow, ...], *, pace: float, drive_only: bool
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        if drive_only:
            log = open_log(settings.log)
            await log.open()
            stack.push_async_callback(log.close)
        else:
            log = (await stack.enter_async_context(together.running(settings, pace=pace))).log
        director = await stack.enter_async_context(Director(log, only=key))
        director.unanswered = partial(unanswered, settings.log)
        name = f"{GAMES[rules.game].NAME.replace('_', ' ').title()}, demonstration"
        final = await _with_progress(director, key, name, rules, bots)
    standings_command.print_standings(final)
    first = f"{key}.1.1"
    out.print(
        f"\nThe log lies at [bold]{settings.log}[/bold]: {some(director.moves, 'move')} at "
        f"{some(director.tables_over, 'table')}."
    )
    out.print(f"Replay a table:  capicua replay {settings.log} --table {first}", highlight=False)
    out.print(f"Check a table:   capicua export {settings.log} --table {first} -o {first}.jsonl", highlight=False)
    out.print(f"                 capicua verify {first}.jsonl", highlight=False)


async def _with_progress(
    director: Director, key: str, name: str, rules: Rules, bots: tuple[EntrantRow, ...]
) -> Standings:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("tables"),
        TextColumn("[dim]{task.fields[moves]} moves"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err) as progress:
        bar = progress.add_task("setting up", total=None, moves=0)

        def told(what: str, t: Tournament) -> None:
            tables = len(t.rounds[0].tables) * rules.rounds if t.rounds else None
            progress.update(bar, description=what, total=tables)

        async def watch() -> None:
            while True:
                over = sum(table.result is not None for r in _rounds(director, key) for table in r.tables)
                progress.update(bar, completed=over, moves=director.moves)
                await asyncio.sleep(0.1)

        watching = asyncio.create_task(watch())
        try:
            return await direct(director, key, name, rules, bots, told)
        finally:
            watching.cancel()
            over = sum(table.result is not None for r in _rounds(director, key) for table in r.tables)
            progress.update(bar, completed=over, total=over, moves=director.moves)


def _rounds(director: Director, key: str) -> tuple[tournament_state.Round, ...]:
    t = director.tournaments.get(key)
    return t.rounds if t else ()


def _rules(
    name: str,
    *,
    rounds: int,
    seed: str,
    max_deals: int | None,
    seats: int | None = None,
    preset: str | None = None,
    stages: str | None = None,
    options: Sequence[str] = (),
) -> Rules:
    try:
        played = game(name.replace("-", "_"))
    except KeyError:
        known = ", ".join(g.NAME.replace("_", "-") for g in GAMES.values())
        raise SettingsError(f"there is no game {name!r}: {known}") from None
    if seats is not None and not played.MIN_SEATS <= seats <= played.MAX_SEATS:
        raise SettingsError(f"{played.NAME} has {played.MIN_SEATS} to {played.MAX_SEATS} players at a table")
    most = seats or min(4, played.MAX_SEATS)
    given = spelled(played.Options, _options_given(played, options))
    known_options = plain(msgspec.convert(given, played.Options, strict=False))
    try:
        wanted = house_rules.preset(played, preset) if preset is not None else {}
    except house_rules.PresetUnknownError as wrong:
        raise SettingsError(str(wrong)) from None
    # A house rule that is given by itself goes before the preset's.
    wanted |= {name: known_options[name] for name in given if name != "players"}
    least = max(played.MIN_SEATS, min(3, most) if seats is None else (most + 1) // 2)
    # House rules may ask for larger tables than the game does (LO-51).
    while least < most and played.conflict(msgspec.convert({**wanted, "players": least}, played.Options)):
        least += 1
    try:
        parts = read_stages(stages) if stages else ()
    except ValueError as wrong:
        raise SettingsError(str(wrong)) from None
    return Rules(
        game=played.ID,
        rounds=sum(stage.rounds for stage in parts) or rounds,
        stages=parts,
        options=wanted,
        table_min=least,
        table_max=most,
        seed=seed,
        max_deals=max_deals,
    )


def _options_given(played: Game, options: Sequence[str]) -> dict[str, str]:
    """Read `name=value` of each --option. SettingsError names what there is not, and what there is."""
    found: dict[str, str] = {}
    for text in options:
        name, sign, value = text.partition("=")
        if not sign:
            raise SettingsError(f"--option {text!r}: write NAME=VALUE")
        found[name.replace("-", "_")] = value
    try:
        house_rules.options_of(played.NAME, played.Options, found)
    except BadNotation as wrong:
        raise SettingsError(f"--option: {wrong}") from None
    return found


# --- looking back


@app.command()
def replay(
    source: Annotated[str, typer.Argument(help="a log (sqlite:FILE, kafka://HOST:PORT) or an exported file")],
    table: Annotated[str | None, typer.Option("--table", help="its id; not needed for a table's file")] = None,
    to: Annotated[int | None, typer.Option("--to", help="stop after so many steps")] = None,
    seat: Annotated[int | None, typer.Option("--seat", help="see what this seat (from 0) saw")] = None,
    *,
    open_hands: Annotated[bool, typer.Option("--open", help="show all hands")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object for each step")] = False,
) -> None:
    """Show a game step by step."""
    if seat is not None and open_hands:
        raise SettingsError("--seat shows what one seat saw and --open shows all hands: say one of them")
    replaying.show(source, table, to=to, seat=seat, open_hands=open_hands, as_json=as_json, out=out)


# --- what several of them need


def _settings(**given: Any) -> Settings:
    settings = load(os.environ, **given)
    observe.configure(settings.log_format, settings.log_level)
    return settings


if __name__ == "__main__":
    main()
