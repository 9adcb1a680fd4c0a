"""Does an owner keep its protocol, and does the filter believe what it must and nothing else? No I/O here."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.envelope import MAX_COMMAND_BYTES, MAX_DEPTH, MAX_LIST_BYTES, Decision, digest, read_decision, write
from services.runtime.log import Entry, New
from services.runtime.owner import (
    MAX_BATCH_BYTES,
    NO_LINK,
    NOTHING,
    DoubtError,
    Filter,
    HaltError,
    Owner,
    Position,
    Snapshot,
    Verdict,
    header,
    next_link,
    too_deep,
)
from tests.counter import (
    START,
    Add,
    Boom,
    Close,
    Counter,
    Sum,
    command,
    decide,
    entries,
    landed,
    may,
)
from tests.spec import spec


def owner(decider: Counter | None = None, snapshot: Snapshot = NOTHING) -> Owner:
    return Owner(decider or Counter(), snapshot, may)


def decisions(records: Sequence[New]) -> list[Decision]:
    return [read_decision(r.value) for r in records]


def answer(o: Owner, *commands, key: str = "k") -> Decision:
    return decisions(decide(o, *commands, key=key).records)[-1]


# --- header and filter


def test_the_header_is_24_bytes_source_then_link():
    assert header(258, b"l" * 16) == b"\0\0\0\0\0\0\1\2" + b"l" * 16
    assert next_link(NO_LINK, b"v") == hashlib.sha256(bytes(16) + b"v").digest()[:16]


def chain(*values: bytes, first: int = 0, link: bytes = NO_LINK) -> list[Entry]:
    out = []
    for source, value in enumerate(values, first):
        out.append(Entry(len(out), START, "k", value, header(source, link)))
        link = next_link(link, value)
    return out


def test_the_filter_accepts_a_chain():
    f = Filter()
    links = chain(b"a", b"b", b"c")
    assert f.sift(links) == links
    assert (f.last, f.accepted, f.duplicates, f.forks) == (2, 3, 0, 0)


def test_the_filter_skips_what_is_not_newer_even_if_it_differs():
    f = Filter()
    a, b = chain(b"a", b"b")
    other = Entry(9, START, "k", b"other", header(0, NO_LINK))
    assert f.sift([a, a, other, b, a, b]) == [a, b]
    assert (f.accepted, f.duplicates, f.forks) == (2, 4, 0)


def test_the_filter_refuses_forks_holes_and_foreign_records():
    f = Filter()
    a, b, c = chain(b"a", b"b", b"c")
    fork = Entry(9, START, "k", b"x", header(1, b"x" * 16))
    bare = Entry(9, START, "k", b"x", b"")
    assert f.accept(c) is Verdict.FORK_OR_HOLE
    assert f.accept(a) is Verdict.ACCEPT
    assert f.accept(a) is Verdict.DUPLICATE
    assert f.accept(fork) is Verdict.FORK_OR_HOLE
    assert f.accept(bare) is Verdict.FORK_OR_HOLE
    assert f.accept(c) is Verdict.FORK_OR_HOLE
    assert f.accept(b) is Verdict.ACCEPT
    assert f.accept(c) is Verdict.ACCEPT
    assert (f.accepted, f.duplicates, f.forks) == (3, 1, 4)


def test_the_filter_refuses_the_successor_of_a_changed_record():
    a, b = chain(b"a", b"b")
    f = Filter()
    assert f.sift([a._replace(value=b"A"), b]) == [a._replace(value=b"A")]
    assert f.forks == 1


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(0, 30))
def test_the_filter_depends_on_the_prefix_alone(picks, cut):
    links = chain(*[b"%d" % i for i in range(6)])
    log = [links[i] for i in picks]
    whole, halves = Filter(), Filter()
    kept = whole.sift(log)
    assert halves.sift(log[:cut]) + halves.sift(log[cut:]) == kept
    resumed = Filter(halves.last, halves.link)
    assert resumed.sift(links) == links[halves.last + 1 :]
    assert [e.value for e in kept] == [b"%d" % i for i in range(len(kept))]


# --- decisions


def test_a_decision_carries_the_command_whole_and_its_place():
    o = owner()
    c1, c2 = command("a", body=Add(n=2)), command("b", body=Add(n=3))
    batch = decide(o, c1, c2)
    first, second = decisions(batch.records)
    assert (first.source, first.at, first.seq, first.prev) == (0, START, 1, "")
    assert (second.source, second.at, second.seq, second.prev) == (1, START + 10, 2, digest(batch.records[0].value))
    assert bytes(first.command) == write(c1)
    assert Counter.CATALOGUE.event(second.events[0]).after == 5
    assert [r.key for r in batch.records] == ["k", "k"]
    assert batch.records[0].header == header(0, NO_LINK)
    assert batch.records[1].header == header(1, next_link(NO_LINK, batch.records[0].value))


def test_the_layout_of_the_record_is_what_a_restore_looks_for():
    o = owner()
    records = decide(o, command("a"), command("b", key="none", body=Close()), command("c", body=Close())).records
    assert records[0].value.startswith(b'{"source":0,"at":1700000000000,"seq":1,"prev":"","command":{"id":"a"')
    assert records[1].value.startswith(b'{"source":1,"at":1700000000010,"seq":0,"prev":"","command"')
    assert records[2].value.endswith(b'"over":true}')
    assert b"over" not in records[0].value


def test_partition_and_key_have_chains_of_their_own():
    o = owner()
    batch = decide(o, command("a", "x"), command("b", "y"), command("c", "x"))
    assert [(d.seq, d.prev) for d in decisions(batch.records)] == [
        (1, ""),
        (1, ""),
        (2, digest(batch.records[0].value)),
    ]


def test_a_refusal_stands_in_the_chain_and_changes_nothing():
    o = owner()
    decide(o, command("a", body=Add(n=999)))
    refused = answer(o, command("b", body=Add(n=2)))
    assert refused.refusal.code == "COUNT_TOO_MUCH"
    assert refused.events is None
    assert refused.seq == 2
    assert o.snapshot().keys["k"].state == Sum(999)


def test_a_key_without_state_keeps_nothing_of_a_refusal():
    o = owner()
    for name in "ab":
        refused = answer(o, command(name, body=Close()))
        assert (refused.refusal.code, refused.seq, refused.prev) == ("COUNT_UNKNOWN", 0, "")
    assert o.open_keys == 0
    again = answer(o, command("a", body=Add(n=1)))
    assert (again.refusal, again.seq) == (None, 1)


def test_a_command_sent_twice_is_decided_once():
    o = owner()
    decide(o, command("a"), command("b"))
    twice = answer(o, command("a"))
    assert (twice.refusal.code, twice.refusal.facts["source"], twice.seq) == ("command/duplicate", 0, 3)
    assert answer(o, command("a")).refusal.facts["source"] == 0
    assert o.snapshot().keys["k"].state == Sum(2)


def test_a_refused_command_sent_again_gets_the_first_answer():
    o = owner()
    decide(o, command("a", body=Add(n=1000)), command("b", body=Add(n=1)))
    assert answer(o, command("b", body=Add(n=1))).refusal.facts["source"] == 1


def test_nobody_can_use_up_the_id_of_another():
    o = owner()
    decide(o, command("x"))
    assert answer(o, command("a", actor="thief:x")).refusal.code == "actor/forbidden"
    assert answer(o, command("a", actor="player:bo")).refusal is None
    assert answer(o, command("a", actor="player:ana")).refusal is None


def test_a_finished_key_leaves_memory_and_answers_over():
    o = owner()
    decide(o, command("a"))
    closing = decide(o, command("b", body=Close()))
    assert o.open_keys == 0
    assert read_decision(closing.records[0].value).over
    late = decide(o, command("c"), command("a"))
    one, two = decisions(late.records)
    assert (one.refusal.code, one.seq, one.prev) == ("key/over", 3, digest(closing.records[0].value))
    assert (two.refusal.code, two.seq, two.prev) == ("key/over", 4, digest(late.records[0].value))
    assert o.snapshot().closed == {"k": (4, digest(late.records[1].value))}


def test_rights_are_asked_before_the_decider():
    o = owner()
    refused = answer(o, command("a", body=Boom(), actor="thief:x"))
    assert refused.refusal.code == "actor/forbidden"
    assert refused.refusal.facts == {"actor": "thief:x", "kind": "boom"}


def test_the_project_s_own_rights_are_the_default():
    o = Owner(Counter())
    assert answer(o, command("a")).refusal.code == "actor/forbidden"


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (b"", "not one JSON object"),
        (b"nonsense", "not one JSON object"),
        (b"{}", "missing required field `id`"),
        (b'{"id":1}', "Expected `str`, got `int`"),
        (b'{"id":"\xff"}', "utf-8"),
        (b'{"id":"a","key":"k","actor":"x","kind":"add","v":1,"body":{},"more":1}', "unknown field `more`"),
        (b'{"id":"a",\n"key":"k","actor":"x","kind":"add","v":1,"body":{}}', "line break"),
        (b'{"id":"a","key":"k","actor":"x","kind":"add","v":1,"body":' + b"[" * 99 + b"]" * 99 + b"}", "nested deeper"),
    ],
)
def test_what_cannot_be_read_is_kept_as_poison_and_answered(value, error):
    o = owner()
    decide(o, command("a"))
    batch = decide(o, value)
    (poison,) = decisions(batch.records)
    assert poison.refusal.code == "command/unreadable"
    assert error in poison.refusal.facts["error"]
    assert base64.b64decode(poison.poison) == value
    assert (poison.command, poison.seq) == (msgspec.Raw(b""), 2)
    (letter,) = batch.letters
    assert (letter.offset, letter.value) == (1, value)
    assert batch.refused == {"command/unreadable": 1}
    assert answer(o, command("b")).seq == 3


def test_nesting_is_judged_by_the_bytes_alone():
    deep = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert not too_deep(deep)
    assert too_deep(b"[" + deep + b"]")
    assert not too_deep(b'["' + b"[" * 500 + b'\\"' + b"{" * 500 + b'"]')
    assert not too_deep(b"[" + b"[]," * 5000 + b"[]]")


def test_a_body_that_cannot_be_read_is_refused():
    o = owner()
    bad = msgspec.structs.replace(command("a"), body=msgspec.Raw(b'{"n":"two"}'))
    refused = answer(o, bad)
    assert refused.refusal.code == "command/body"
    assert "$.n" in refused.refusal.facts["error"]
    newer = msgspec.structs.replace(command("b"), v=2)
    assert answer(o, newer).refusal.code == "command/version"
    unknown = msgspec.structs.replace(command("c"), kind="dance")
    assert answer(o, unknown).refusal.code == "command/unknown-kind"


def test_a_record_under_a_foreign_key_is_refused_there():
    o = owner()
    decide(o, command("a", "k"))
    (refused,) = decisions(decide(o, write(command("b", "other")), key="k").records)
    assert refused.refusal.code == "command/key"
    assert refused.refusal.facts == {"key": "other", "record": "k"}
    assert refused.seq == 2
    assert answer(o, command("b", "k")).refusal is None


def test_size_is_bounded_by_kind():
    o = owner()
    fits = b'{"id":"a","key":"k","actor":"x","kind":"add","v":1,"body":{"n":1}}'
    padded = fits.replace(b'"id":"a"', b'"id":"' + b"a" * (MAX_COMMAND_BYTES - len(fits) + 1) + b'"')
    assert len(padded) == MAX_COMMAND_BYTES
    assert answer(o, padded).refusal is None
    larger = padded.replace(b'"id":"', b'"id":"a')
    (refused,) = decisions(decide(o, larger).records)
    assert refused.refusal.code == "command/too-large"
    assert refused.refusal.facts == {
        "bytes": MAX_COMMAND_BYTES + 1,
        "limit": MAX_COMMAND_BYTES,
        "sha256": hashlib.sha256(larger).hexdigest(),
    }
    assert (refused.poison, bytes(refused.command)) == ("", b"")
    listing = larger.replace(b'"add"', b'"import_entrants"')
    assert answer(o, listing).refusal.code == "command/unknown-kind"
    assert answer(o, b"{" + b" " * MAX_LIST_BYTES + b"}").refusal.code == "command/too-large"


def test_a_batch_closes_before_it_grows_too_large():
    o = owner()
    long = "x" * 60_000
    many = entries(*[command(f"{long}{i}") for i in range(20)])
    assert all(len(e.value) < MAX_COMMAND_BYTES for e in many)
    batch = o.decide(many)
    assert 1 < batch.taken < 20
    assert sum(len(r.value) for r in batch.records[:-1]) < MAX_BATCH_BYTES
    o.acknowledged(0)
    assert o.decide(many[batch.taken :]).taken > 1


# --- bugs of a decider


def test_a_decider_that_raises_halts_after_what_came_before_it():
    o = owner()
    batch = o.decide(entries(command("a"), command("b", body=Boom()), command("c")))
    assert batch.taken == 1
    assert "command 1 (boom)" in str(batch.halt)
    assert "a bug in decide" in str(batch.halt)
    o.acknowledged(0)
    again = o.decide(entries(command("b", body=Boom()), first=1))
    assert (again.taken, again.records) == (0, [])
    assert again.halt is not None


def test_an_event_that_does_not_fold_is_never_appended():
    o = owner()
    decide(o, command("a"))
    batch = o.decide(entries(command("b", body=Boom(when="fold")), first=1))
    assert batch.records == []
    assert "does not fold" in str(batch.halt)
    assert o.snapshot().keys["k"].state == Sum(1)


# --- one batch outstanding, offsets, gaps


def test_one_batch_is_outstanding_at_most():
    o = owner()
    o.decide(entries(command("a")))
    with pytest.raises(RuntimeError, match="outstanding"):
        o.decide(entries(command("b"), first=1))
    with pytest.raises(RuntimeError, match="outstanding"):
        o.snapshot()
    with pytest.raises(RuntimeError, match="outstanding"):
        o.restore(landed([New("k", b"", b"")]))


@pytest.mark.parametrize("offset", [-1, 1, 7])
def test_an_acknowledgement_elsewhere_is_doubt(offset):
    o = owner()
    o.decide(entries(command("a")))
    with pytest.raises(DoubtError) as e:
        o.acknowledged(offset)
    assert e.value.cause == "offset"


def test_a_gap_in_the_commands_is_doubt():
    with pytest.raises(DoubtError) as e:
        owner().decide(entries(command("a"), first=1))
    assert e.value.cause == "gap"
    a, _, c = entries(command("a"), command("b"), command("c"))
    with pytest.raises(DoubtError):
        owner().decide([a, c])


# --- restoring

COMMANDS = st.lists(
    st.builds(
        lambda name, key, body: command(name, key, body),
        st.sampled_from(["a", "b", "c", "d"]),
        st.sampled_from(["k", "l"]),
        st.one_of(st.builds(Add, n=st.integers(-5, 600)), st.just(Close())),
    )
    | st.sampled_from([b"poison", b'{"id":"a","key":"z","actor":"x","kind":"add","v":1,"body":{}}']),
    max_size=25,
)


@given(COMMANDS, st.integers(0, 25), st.integers(0, 25))
def test_restored_equals_decided_and_snapshot_and_tail_equal_the_full_fold(commands, cut, snap):
    live = owner()
    records: list[New] = []
    snapshots = [live.snapshot()]
    for c in commands:
        records += decide(live, c).records
        snapshots.append(live.snapshot())
    log = landed(records)
    full = owner()
    full.restore(log[:cut])
    full.restore(log[cut:])
    assert full.position() == live.position()
    assert full.snapshot() == live.snapshot()
    at = min(snap, len(log))
    resumed = owner(snapshot=snapshots[at])
    resumed.restore(log[at:])
    assert resumed.snapshot() == live.snapshot()
    # and all of them decide what comes next alike, to the byte
    more = [command("a", "k"), command("z", "l"), b"poison"]
    assert decide(full, *more).records == decide(live, *more).records == decide(resumed, *more).records


def test_a_snapshot_is_a_value_of_its_own():
    o = owner()
    decide(o, command("a"))
    taken = o.snapshot()
    decide(o, command("b"))
    assert taken.keys["k"].state == Sum(1)
    assert dict(taken.keys["k"].ids) == {"player:ana\0a": 0}
    other = owner(snapshot=taken)
    decide(other, command("c"))
    assert taken == Snapshot(taken.position, taken.keys, taken.closed, taken.newest)
    assert set(taken.keys["k"].ids) == {"player:ana\0a"}


def test_doubled_and_late_records_change_nothing():
    live = owner()
    records = decide(live, command("a"), command("b")).records
    log = landed([records[0], records[0], records[1], records[0], records[1]])
    o = owner()
    o.restore(log)
    assert (o.duplicates, o.forks) == (3, 0)
    assert o.end == 5
    assert o.last == 1
    assert o.snapshot().keys == live.snapshot().keys


def test_two_versions_race_and_the_first_valid_successor_wins():
    one, two = owner(Counter()), owner(Counter(step=100))
    first = decide(one, command("a")).records
    loser = decide(two, command("a"), command("b")).records
    log = landed([*first, *loser])
    o = owner(Counter())
    o.restore(log)
    assert (o.last, o.duplicates, o.forks) == (0, 1, 1)
    assert o.snapshot().keys["k"].state == Sum(1)


def test_finished_keys_are_never_folded():
    live = owner()
    records = decide(
        live,
        *[command(f"{i}", "old") for i in range(50)],
        command("z", "old", Close()),
        command("y", "old"),
        command("n", "new"),
    ).records
    counter = Counter()
    o = owner(counter)
    o.restore(landed(records))
    assert counter.folded == 0
    assert o.open_keys == 1
    assert answer(o, command("x", "old")).refusal.code == "key/over"
    assert counter.folded == 0
    o.check()
    assert counter.folded == 1
    assert o.snapshot().closed["old"][0] == 53


def bad_log(at: int, change) -> list[Entry]:
    """A log whose record `at` of key `bad` was written by someone who cannot be believed, but links."""
    live = owner()
    records = decide(live, command("a", "bad"), command("b", "good"), command("c", "bad")).records
    link, out = NO_LINK, []
    for i, r in enumerate(records):
        value = change(r.value) if i == at else r.value
        out.append(New(r.key, value, header(i, link)))
        link = next_link(link, value)
    return landed(out)


@pytest.mark.parametrize(
    "change",
    [
        lambda v: v.replace(b'"kind":"added"', b'"kind":"vanished"'),
        lambda v: v.replace(b'"kind":"added"', b'"kind":"bang"'),
        lambda v: v.replace(b'"before":1', b'"before":7'),
        lambda v: v.replace(b'"seq":2', b'"seq":3'),
        lambda v: v.replace(b'"prev":"', b'"prev":"0'),
        lambda v: b"no decision",
    ],
    ids=["unknown kind", "raises", "judges", "seq", "prev", "unreadable"],
)
def test_an_event_that_does_not_fold_halts_when_its_key_is_touched_or_checked(change):
    log = bad_log(2, change)
    assert log[2].value != bad_log(2, lambda v: v)[2].value
    touched = owner()
    touched.restore(log)
    assert answer(touched, command("d", "good")).refusal is None
    batch = touched.decide(entries(command("e", "bad"), first=4))
    assert batch.records == []
    assert "key bad" in str(batch.halt)
    checked = owner()
    checked.restore(log)
    with pytest.raises(HaltError, match="key bad"):
        checked.check()
    with pytest.raises(HaltError, match="key bad"):
        checked.snapshot()


def test_checking_comes_to_its_end_in_slices():
    live = owner()
    records = decide(live, *[command(f"{i}", f"k{i % 10}") for i in range(100)]).records
    o = owner()
    o.restore(landed(records))
    steps = 1
    while not o.check(10):
        steps += 1
    assert steps == 10
    assert o.snapshot() == live.snapshot()


# --- halt checks


def restored(*commands) -> tuple[Owner, list[Entry]]:
    live = owner()
    records = decide(live, *commands).records
    o = owner()
    o.restore(landed(records))
    return o, entries(*commands)


GONE = b"{" + b" " * MAX_LIST_BYTES + b"}"


@pytest.mark.parametrize("last", [command("b"), b"poison", command("b", body=Add(n=5000)), GONE])
def test_the_commands_that_were_decided_pass(last):
    o, commands = restored(command("a"), last)
    o.halt_check(0, 2, commands[1])
    o.halt_check(2, 2, None)


def test_an_empty_log_passes():
    owner().halt_check(0, 0, None)


def test_a_command_log_that_lost_its_tail_halts():
    o, commands = restored(command("a"), command("b"))
    with pytest.raises(HaltError, match="lost its end"):
        o.halt_check(0, 1, None)
    with pytest.raises(HaltError, match="cannot be read"):
        o.halt_check(0, 2, None)
    with pytest.raises(HaltError, match="deleted before their turn"):
        o.halt_check(3, 9, None)
    with pytest.raises(HaltError, match="written again"):
        o.halt_check(0, 2, commands[1]._replace(at=START))
    for other in (write(command("c")), b"poison"):
        with pytest.raises(HaltError, match="written again"):
            o.halt_check(0, 2, commands[1]._replace(value=other))


def test_a_poisoned_tail_written_again_halts():
    o, commands = restored(command("a"), b"poison")
    with pytest.raises(HaltError, match="written again"):
        o.halt_check(0, 2, commands[1]._replace(value=b"poisom"))
    o, commands = restored(command("a"), GONE)
    with pytest.raises(HaltError, match="written again"):
        o.halt_check(0, 2, commands[1]._replace(value=GONE + b" "))


def test_a_position_is_enough_to_go_on_reading():
    live = owner()
    records = decide(live, command("a"), command("b")).records
    position = live.position()
    assert position == Position(2, 1, next_link(next_link(NO_LINK, records[0].value), records[1].value))
    more = decide(live, command("c")).records
    f = Filter(position.last, position.link)
    assert len(f.sift(landed(more, 2))) == 1


# --- the helper itself


def test_given_when_then():
    counter = Counter()
    from tests.counter import Added, Closed

    spec(counter).given(Added(before=0, after=4)).when(Close()).then(Closed())
    spec(counter).when(Close()).refused("COUNT_UNKNOWN")
    with pytest.raises(AssertionError):
        spec(counter).when(Close()).then()
