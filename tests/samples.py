"""One realistic message of every kind: what the fossils in `golden/wire` are made from when a kind or version is new.

Fossils themselves are never made again; changing a value here changes nothing that has been written.
"""

from __future__ import annotations

import msgspec

from contracts import clock, codec, desk, entry, staff, table, tournament
from contracts.envelope import Command, Decision, digest, write
from contracts.games.entry import Booked, Entry
from contracts.games.game import GAMES, MatchResult, Outcome, Reason, Refusal
from contracts.messages import Body, Event, Limits
from contracts.ranking import Part, Row, Standings, Value

KEY_HASH = "9f2c5b1e7a3d48660c1d2e3f4a5b6c7d8e9fa0b1c2d3e4f5061728394a5b6c7d"
KEY = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
SEATS = (
    table.SeatPlan(entrant="e1", name="Ana"),
    table.SeatPlan(entrant="e2", name="Θεοδώρα"),
    table.SeatPlan(entrant="e3", name="مریم", bot="steady"),
)
LIMITS = Limits(move_s=45, sit_s=180)
OPTIONS = {"players": 3, "target_score": 100}
RULES = tournament.Rules(
    game="longana/1",
    options={"target_score": 100},
    rounds=3,
    table_min=2,
    table_max=4,
    seed="spring 2026",
    max_deals=4,
    limits=LIMITS,
)
PLANS = (
    tournament.TablePlan(number=1, seats=("e1", "e2", "e3", "e4")),
    tournament.TablePlan(number=2, seats=("e5", "e6", "e7")),
)
REPORT = tournament.SeatingReport(repeats=1, repeat_cost=3, bound=0, score_spread=250, seat_imbalance=1)
RESULT = MatchResult(reason="target", totals=(104, 61, 88), places=(1, 3, 2), deals=3, won=(2, 0, 1), best=(57, 31, 52))
PENALTY = desk.PenaltyPlan(
    entrant="e2", kind=desk.PenaltyKind.POINTS, round=1, points=-50, rule="BG-19", reason="A false claim."
)
OUTCOME = Outcome(
    reason=Reason.BLOCKED,
    points=(31, 0, 0),
    penalties=(0, 0, 0),
    pips=(4, 17, 14),
    winners=(0,),
    rule="L-31",
    facts={"tie_rule": "L-32", "tied": ("A", "C"), "number": 5},
)
ENTRY = Entry(end=Reason.BLOCKED, pips=(4, 17, 14), points=(31, 0, 0))
BOOKED = Booked(outcome=OUTCOME, starter=0, held=(4, 17, 14))


RECORD = "game longana/1 seats 2\nstate hub=9-9 turn=B | A #1 9>2 : 8-0 | B #2 9>3 : 7-1\nB pass\n"


def _order() -> tuple[str, ...]:
    game = GAMES["longana/1"]
    return game.pieces(game.Options())


def commands() -> tuple[Body, ...]:
    """Give a body of every kind of command."""
    return (
        table.OpenTable(
            tournament="t1",
            round=1,
            number=2,
            rules="longana/1",
            options=OPTIONS,
            seats=SEATS,
            key_hash=KEY_HASH,
            limits=LIMITS,
            max_deals=4,
        ),
        table.ImportRecord(text=RECORD, seats=SEATS[:2], tournament="t1", round=1, number=2),
        table.ContinueRecord(text="B 6-5@B\n", deal=1, ply=1),
        table.Sit(seat=1, nonce="0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
        table.StartTable(),
        table.GiveDeal(deal=2, attempt=0, order=_order()),
        table.LayOut(deal=2, attempt=1, starter=0),
        table.Play(seat=0, move="6-5@A", deal=2, ply=14),
        table.TakeBack(deal=2, ply=12, at_ply=14, reason="The tile was 6-4."),
        table.RewindTable(deal=2, ply=12, case=3, order=1, reason="The pass was no pass."),
        table.OpenHands(deal=2, reason="A pass is in dispute."),
        table.EnterDeal(deal=2, attempt=1, entry=ENTRY, note="From the sheet."),
        table.ReportDeal(seat=1, deal=2, attempt=1, entry=ENTRY),
        table.TimeUp(deal=2, ply=14),
        table.Resign(seat=2),
        table.CallArbiter(seat=1, text="Whose turn is it?"),
        table.AnswerCall(note="Explained L-20."),
        table.ChargeOffence(seat=2, offence="LP-6", deal=2, note="Looked at a neighbour's hand."),
        table.PauseTable(reason="Lunch", case=table.PauseCase.ADJOURN, until="14:00"),
        table.ResumeTable(),
        table.AbandonTable(reason="The hall closes."),
        table.RevealTableKey(key=KEY),
        tournament.CreateTournament(name="Spring Cup", rules=RULES),
        tournament.OpenRegistration(),
        tournament.CloseRegistration(),
        tournament.Register(entrant=tournament.EntrantRow(name="Ana", club="Dom 1928")),
        tournament.ImportEntrants(
            entrants=(
                tournament.EntrantRow(name="Ana", club="Dom 1928"),
                tournament.EntrantRow(name="Νίκος"),
                tournament.EntrantRow(name="مریم", bot="steady"),
            )
        ),
        tournament.AmendEntrant(
            entrant="e1", row=tournament.EntrantRow(name="Ana Ruiz", table=2, paid=True), reason="spelling"
        ),
        tournament.CheckIn(entrants=("e1", "e2"), present=True),
        tournament.Withdraw(entrant="e2", reason="ill"),
        tournament.Return(entrant="e2"),
        entry.Admit(entrant="e9"),
        entry.NoShow(round=2, entrants=("e2", "e5")),
        tournament.CommitKey(key_hash=KEY_HASH),
        tournament.StartRound(round=2),
        tournament.ProposeSeating(round=2, want=3, tables=PLANS, byes=("e8",), report=REPORT),
        tournament.EditSeating(round=2, want=3, tables=PLANS, byes=("e8",)),
        tournament.DropSeating(round=2),
        tournament.BeginRound(round=2),
        tournament.RecordResult(table="t1.r1.n2", result=RESULT),
        tournament.FinishTournament(),
        tournament.RevealTournamentKey(key=KEY),
        tournament.IssueLink(entrant="e1"),
        tournament.RevokeLink(entrant="e1"),
        clock.StartClock(round=2, seconds=2700),
        clock.PauseClock(round=2),
        clock.ResumeClock(round=2),
        clock.AddTime(round=2, seconds=300, table=1),
        clock.Suspend(reason="The hall is flooded."),
        clock.ContinueTournament(),
        staff.IssueStaffLink(role="arbiter", name="Ελένη"),
        staff.RevokeStaffLink(staff="s1", reason="The phone was lost."),
        desk.OpenCase(table="t1.1.2", deal=2, ply=14, entrants=("e2",), facts="Bo says he said pass."),
        desk.GiveRuling(
            case=1,
            facts="He had 6-5.",
            rules=("BG-16", "BG-18"),
            decision="The claim was false.",
            penalties=(PENALTY,),
            lift=(1,),
            corrections=(desk.CorrectionPlan(table="t1.1.2", result=RESULT, reason="A total was misread."),),
            rewind=desk.RewindPlan(table="t1.2.1", deal=2, ply=14),
            effect="0123456789abcdef",
        ),
        desk.Appeal(case=1, entrant="e2", text="It was not my turn."),
        desk.CloseCase(case=1, note="Upheld."),
        desk.CorrectResult(
            correction=desk.CorrectionPlan(table="t1.1.2", result=RESULT, reason="A total was misread.")
        ),
        desk.Penalise(penalty=PENALTY),
        desk.LiftPenalty(penalty=1, reason="It was somebody else."),
    )


def events() -> tuple[Event, ...]:
    """Give an event of every kind."""
    return (
        table.TableOpened(
            tournament="t1",
            round=1,
            number=2,
            rules="longana/1",
            options=OPTIONS,
            seats=SEATS,
            key_hash=KEY_HASH,
            limits=LIMITS,
            max_deals=4,
        ),
        table.SatDown(seat=1, nonce="0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
        table.DealWanted(deal=2, attempt=1, nonces=("0f1e2d3c4b5a69788796a5b4c3d2e1f0", "", "")),
        table.Dealt(deal=2, attempt=1, order=_order(), starter=2),
        table.DealVoided(deal=2, attempt=0, rule="L-10", facts={"doubles": 0}),
        table.PositionSet(deal=2, attempt=0, state="turn=B hub=9-9 | A 9>6 : 6-5 4-1 | B : 8-2 3-3"),
        table.Played(seat=0, move="6-5@A", ply=14, cause="timeout"),
        table.ClaimRefused(
            seat=1,
            move="pass",
            ply=15,
            refusal=Refusal("FALSE_CLAIM", "BG-16", {"claim": "pass", "offers": ("6-4@A", "5-4@B")}),
        ),
        table.OffenceCharged(seat=2, offence="LP-6", deal=2, note="Looked at a neighbour's hand."),
        table.DealForfeited(seat=1, cause="timeout"),
        table.TakenBack(deal=2, ply=12, by="scorer:Sam", reason="The tile was 6-4."),
        table.Rewound(deal=2, ply=12, case=3, order=1, reason="The pass was no pass."),
        table.RewindRefused(case=3, order=2, refusal=Refusal("table/stale", "", {"deal": 3, "ply": 1})),
        table.HandsOpened(by="arbiter:M. Vidal", deal=2, reason="A pass is in dispute."),
        table.DealReported(seat=1, deal=2, entry=ENTRY, booked=BOOKED),
        table.DealEntered(deal=2, by="director", entry=ENTRY, booked=BOOKED, note="From the sheet."),
        table.DealEnded(deal=2, outcome=OUTCOME, totals=(73, 61, 36)),
        table.Resigned(seat=2),
        table.ArbiterCalled(seat=1, text="Whose turn is it?"),
        table.CallAnswered(note="Explained L-20."),
        table.TablePaused(by="director", reason="Lunch", case=table.PauseCase.ADJOURN, until="14:00"),
        table.TableResumed(by="director"),
        table.MatchEnded(result=RESULT),
        table.TableKeyRevealed(key=KEY),
        tournament.TournamentCreated(name="Spring Cup", rules=RULES),
        tournament.RegistrationOpened(),
        tournament.RegistrationClosed(),
        tournament.Registered(entrant="e3", row=tournament.EntrantRow(name="مریم", bot="steady"), round=2),
        tournament.EntrantAmended(
            entrant="e1", row=tournament.EntrantRow(name="Ana Ruiz", table=2, paid=True), reason="spelling"
        ),
        tournament.CheckedIn(entrants=("e1", "e2"), present=False),
        tournament.Withdrawn(entrant="e2", reason="ill"),
        tournament.Returned(entrant="e2"),
        entry.Admitted(entrant="e9", round=1),
        entry.NotShown(round=2, entrant="e5"),
        tournament.KeyCommitted(key_hash=KEY_HASH),
        tournament.SeatingWanted(round=2, want=3, entrants=("e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8")),
        tournament.RoundSeated(round=2, want=3, tables=PLANS, byes=("e8",), report=REPORT),
        tournament.SeatingEdited(round=2, want=3, tables=PLANS, byes=("e8",), report=REPORT, by="director"),
        tournament.SeatingDropped(round=2),
        tournament.RoundBegun(round=2, byes=("e8",)),
        tournament.TableStarted(
            table="t1.r2.n1",
            round=2,
            number=1,
            rules="longana/1",
            options=OPTIONS,
            seats=SEATS,
            limits=LIMITS,
            max_deals=4,
        ),
        tournament.ResultRecorded(table="t1.r1.n2", round=1, result=RESULT, points=(300, 100, 200)),
        tournament.RoundEnded(round=1),
        tournament.TournamentFinished(),
        tournament.TournamentKeyRevealed(key=KEY),
        tournament.LinkIssued(entrant="e1", generation=2),
        tournament.LinkRevoked(entrant="e1"),
        clock.ClockStarted(round=2, seconds=2700),
        clock.ClockPaused(round=2),
        clock.ClockResumed(round=2),
        clock.TimeAdded(round=2, seconds=-60, table=1),
        clock.Suspended(by="director", reason="The hall is flooded."),
        clock.Continued(by="director"),
        clock.RoundStopped(round=2, tables=("t1.2.1",)),
        staff.StaffLinkIssued(staff="s1", role="arbiter", name="Ελένη", generation=2),
        staff.StaffLinkRevoked(staff="s1", reason="The phone was lost."),
        desk.CaseOpened(case=1, by="director", table="t1.1.2", deal=2, ply=14, entrants=("e2",), facts="He said pass."),
        desk.Ruled(case=1, by="director", facts="He had 6-5.", rules=("BG-16",), decision="The claim was false."),
        desk.Appealed(case=1, entrant="e2", text="It was not my turn."),
        desk.CaseClosed(case=1, by="director", note="Upheld."),
        desk.ResultCorrected(
            table="t1.1.2", round=1, result=RESULT, points=(300, 100, 200), by="director", reason="Misread.", case=1
        ),
        desk.Penalised(number=1, penalty=PENALTY, by="director", case=1),
        desk.PenaltyLifted(number=1, by="director", reason="It was somebody else."),
        desk.RewindOrdered(rewind=desk.RewindPlan(table="t1.2.1", deal=2, ply=14), case=1),
    )


def command(body: Body) -> Command:
    """Put a sample into an envelope."""
    return codec.command(id=f"sample:{body.KIND}", key="t1", actor="director", body=body)


def decisions() -> dict[str, Decision]:
    """Give a decision of every shape: accepted, refused, poison."""
    play = command(table.Play(seat=0, move="6-5@A", deal=2, ply=14))
    whole = msgspec.Raw(write(play))
    prev = digest(b"the decision before")
    played = msgspec.Raw(write(table.Played(seat=0, move="6-5@A", ply=14)))
    return {
        "accepted": Decision(source=41, at=1_767_225_600_000, seq=17, prev=prev, command=whole, events=(played,)),
        "refused": Decision(
            source=42,
            at=1_767_225_600_250,
            seq=18,
            prev=prev,
            command=whole,
            refusal=Refusal("table/stale", facts={"deal": 2, "ply": 15}),
        ),
        "poison": Decision(
            source=43, at=1_767_225_601_000, seq=0, prev="", refusal=Refusal("command/poison"), poison="AP/+"
        ),
    }


def standings() -> Standings:
    """Give standings after the first of three rounds."""
    first = Row(
        place=1,
        entrant="e1",
        name="Ana",
        points=Value("points", 300, (Part(300, round=1, table=2),)),
        tie_breaks=(Value("wins", 1, (Part(1, round=1, table=2),)), Value("lots", 7, (Part(7, "lot"),))),
        change=0,
        club="Dom 1928",
    )
    second = Row(
        place=2,
        entrant="e3",
        name="مریم",
        points=Value("points", 150, (Part(150, "bye", round=1),)),
        tie_breaks=(Value("opponents", 150, (Part(150, "opponents", 1, 0, ("e1", "e2"), (300, 0)),)),),
        shared=True,
        decided_by="points",
        bot="steady",
        withdrawn=True,
    )
    return Standings(
        tournament="t1",
        name="Spring Cup",
        game="longana/1",
        rounds=3,
        round=1,
        running=False,
        finished=False,
        rows=(first, second),
        source=57,
        at=1_767_225_600_000,
    )
