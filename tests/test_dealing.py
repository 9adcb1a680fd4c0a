"""Does dealing promise its keys, deal from them alone, answer each fact once, and can anyone check it afterwards?"""

from __future__ import annotations

import hashlib
import hmac
import random
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from contracts import codec, topics
from contracts.games.game import GAMES, MatchResult
from contracts.games.shuffle import shuffle
from contracts.messages import Event
from contracts.table import (
    DealWanted,
    GiveDeal,
    MatchEnded,
    OpenTable,
    RevealTableKey,
    SeatPlan,
    TableKeyRevealed,
    TableOpened,
)
from contracts.table_state import Phase
from contracts.tournament import (
    CommitKey,
    KeyCommitted,
    ResultRecorded,
    RevealTournamentKey,
    Rules,
    TableStarted,
    TournamentCreated,
    TournamentFinished,
    TournamentKeyRevealed,
)
from services.dealing import keys
from services.dealing.app import TableDealing, TournamentDealing, service
from tests.table_spec import Spec, opening

SECRET = bytes(range(32))
RESULT = MatchResult("target", (1, 2), (2, 1), 1, (0, 1), (1, 2))


# --- the secret


def test_the_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "club" / "secret"
    first = keys.installation_secret(path, {})
    assert len(first) == 32
    assert path.stat().st_mode & 0o777 == 0o600
    assert keys.installation_secret(path, {}) == first
    assert [p.name for p in path.parent.iterdir()] == ["secret"]
    assert keys.installation_secret(tmp_path / "other", {}) != first


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    found = keys.installation_secret(tmp_path / "secret", {"CAPICUA_SECRET": SECRET.hex()})
    assert found == SECRET
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "secret", "00" * 31, "zz" * 32])
def test_what_is_no_secret_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secret"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(keys.SecretError, match=r"secret holds no secret: 64 hex digits"):
        keys.installation_secret(path, {})
    assert path.read_text() == text
    with pytest.raises(keys.SecretError, match="environment variable CAPICUA_SECRET"):
        keys.installation_secret(path, {"CAPICUA_SECRET": text})


def test_a_secret_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    keys.installation_secret(path, {})
    path.chmod(0o644)
    with pytest.raises(keys.SecretError, match="chmod 600"):
        keys.installation_secret(path, {})


def test_the_signing_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "signing.pem"
    first = keys.signing_key(path)
    assert isinstance(first, Ed25519PrivateKey)
    assert path.stat().st_mode & 0o777 == 0o600
    assert keys.signing_key(path).public_key() == first.public_key()
    path.write_text("nothing")
    with pytest.raises(keys.SecretError, match="no signing key"):
        keys.signing_key(path)


# --- derivation: fixed for ever, written out a second time here


def test_keys_derive_as_documented() -> None:
    cup = hmac.new(SECRET, b"capicua tournament 1\x00cup", hashlib.sha256).digest()
    table = hmac.new(cup, b"capicua table 1\x00cup.1.1", hashlib.sha256).digest()
    assert keys.tournament_key(SECRET, "cup") == cup
    assert keys.table_key(cup, "cup.1.1") == table
    assert keys.published(table) == hashlib.sha256(table).hexdigest()
    assert table.hex() == "e8a37b344b7e347026dd40e65080507dc759c792d7a0252da8d1dcd30be95269"


# --- what tournaments want


def bodies(reactor: TournamentDealing | TableDealing) -> dict[str, object]:
    """What is due, by command id, as the decider will read it."""
    found = {}
    for job in reactor.due(0):
        command = job.make()
        assert command.id == job.id
        catalogue = codec.TABLE if job.topic is topics.TABLE_COMMANDS else codec.TOURNAMENT
        found[job.id] = catalogue.body(command)
    return found


def test_a_tournament_s_key_is_promised_its_tables_opened_and_the_key_opened_at_the_end() -> None:
    reactor = TournamentDealing(SECRET)
    cup = keys.tournament_key(SECRET, "cup")

    def fold(event: Event) -> dict[str, object]:
        reactor.fold("cup", 1, None, (event,))
        return bodies(reactor)

    rules = Rules(game="draw_dominoes/1", rounds=1, table_min=2, table_max=4, seed="s")
    assert fold(TournamentCreated(name="Cup", rules=rules)) == {"commit:cup": CommitKey(key_hash=keys.published(cup))}
    assert fold(KeyCommitted(key_hash=keys.published(cup))) == {}
    plan = opening()
    started = TableStarted(
        table="cup.1.1", round=1, number=1, rules=plan.rules, options=plan.options, seats=plan.seats, max_deals=3
    )
    found = fold(started)["open:cup.1.1"]
    assert isinstance(found, OpenTable)
    assert (found.tournament, found.max_deals, found.seats) == ("cup", 3, plan.seats)
    assert found.key_hash == keys.published(keys.table_key(cup, "cup.1.1"))
    table = RevealTableKey(key=keys.table_key(cup, "cup.1.1").hex())
    assert fold(ResultRecorded(table="cup.1.1", round=1, result=RESULT, points=(0, 300))) == {"reveal:cup.1.1": table}
    assert fold(TournamentFinished())["reveal:cup"] == RevealTournamentKey(key=cup.hex())
    assert fold(TournamentKeyRevealed(key=cup.hex())) == {}


# --- what tables want


def followed(secret: bytes = SECRET) -> tuple[Spec, TableDealing]:
    """A table opened under a secret's key, and the dealing that follows it."""
    spec = Spec("cup.1.1")
    key = keys.table_key(keys.tournament_key(SECRET, "cup"), "cup.1.1")
    spec.when("dealing", opening(key_hash=keys.published(key), options={"target_points": 60}))
    return spec, TableDealing(secret)


def test_every_deal_comes_from_the_key_the_numbers_and_the_nonces_and_can_be_checked() -> None:
    spec, reactor = followed()
    seen = 0
    rng = random.Random(4)
    orders = []

    def catch_up() -> dict[str, object]:
        nonlocal seen
        for at, event in spec.events[seen:]:
            reactor.fold("cup.1.1", at, None, (event,))
        seen = len(spec.events)
        return bodies(reactor)

    assert catch_up() == {}
    spec.sit()
    while spec.table.phase is not Phase.ENDED:
        if spec.table.phase is Phase.WANTING:
            (given,) = catch_up().values()
            assert isinstance(given, GiveDeal)
            orders.append((given.deal, given.attempt, given.order))
            spec.when("dealing", given)
            assert catch_up() == {}
        else:
            spec.play(rng.choice(spec.moves()))
    assert catch_up() == {}
    key = keys.table_key(keys.tournament_key(SECRET, "cup"), "cup.1.1")
    spec.when("dealing", RevealTableKey(key=key.hex())).then(TableKeyRevealed)
    assert catch_up() == {}

    assert len(orders) > 1
    pieces = GAMES["draw_dominoes/1"].pieces(spec.table.options)
    for deal, attempt, order in orders:
        nonces = [bytes.fromhex(n) for n in spec.table.nonces]
        assert order == shuffle(pieces, bytes.fromhex(spec.table.key), deal, nonces, attempt)


def test_two_instances_deal_alike_and_another_nonce_deals_otherwise() -> None:
    opened = TableOpened(
        tournament="cup",
        round=1,
        number=1,
        rules="longana/1",
        options={"players": 2},
        seats=(SeatPlan(entrant="a", name="A"), SeatPlan(entrant="b", name="B")),
        key_hash=keys.published(keys.table_key(keys.tournament_key(SECRET, "cup"), "t")),
    )

    def given(nonce: str, attempt: int = 0) -> object:
        reactor = TableDealing(SECRET)
        reactor.fold("t", 1, None, (opened,))
        reactor.fold("t", 2, None, (DealWanted(deal=1, attempt=attempt, nonces=(nonce, "")),))
        (found,) = bodies(reactor).values()
        return found.order

    assert given("00" * 16) == given("00" * 16)
    assert given("00" * 16) != given("01" + "00" * 15)
    assert given("00" * 16) != given("00" * 16, attempt=1)


def test_a_match_that_ends_before_its_deal_wants_none() -> None:
    spec, reactor = followed()
    spec.sit()
    for at, event in spec.events:
        reactor.fold("cup.1.1", at, None, (event,))
    reactor.fold("cup.1.1", 3, None, (MatchEnded(result=RESULT),))
    assert bodies(reactor) == {}


def test_another_secret_does_not_deal_for_a_table_that_runs() -> None:
    spec, reactor = followed(secret=b"x" * 32)
    spec.sit()
    for at, event in spec.events:
        reactor.fold("cup.1.1", at, None, (event,))
    with pytest.raises(keys.SecretError, match="another secret"):
        bodies(reactor)


def test_the_service_names_what_it_reads() -> None:
    plans = {plan.name: plan.reads.name for plan in service(SECRET).reactors}
    assert plans == {"dealing-tournaments": "tournament.events", "dealing-tables": "table.events"}
    for plan in service(SECRET).reactors:
        assert list(plan.make().due(0)) == []
