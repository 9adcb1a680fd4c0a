"""The figures on a real Kafka broker on this machine: moves validated, from move to event, state restored.

Commands are whole matches of draw dominoes and Longana, as players, dealing and late clicks send them. The broker, the
referees and this script share the machine's cores. `python -m tests.bench.bench_kafka [--commands N]`.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from contracts.envelope import partition_of
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from deploy.kafka.broker import Broker
from services.move_validation import decider
from services.runtime.kafka import KafkaLog
from services.runtime.log import New
from services.runtime.owner import Owner
from tests.kafka.process import Process
from tests.kafka.scenario import records, send
from tests.waiting import wait_for

RATE = 500
LIVE_S = 10


async def _ready(*processes: Process) -> None:
    for it in processes:
        await wait_for(it.ready, 120.0, what="a referee to be ready")


async def _decided(log: KafkaLog) -> int:
    return sum([await log.end(TABLE_EVENTS, p) for p in range(log.partitions)])


async def _until_decided(log: KafkaLog, count: int) -> None:
    async def enough() -> bool:
        return await _decided(log) >= count

    await wait_for(enough, 600.0, what=f"{count} decisions")


def _say(what: str, count: int, took: float, cpu: float) -> None:
    rate = f"{what}: {count / took:,.0f} commands/s ({count:,} in {took:.2f} s"
    print(f"{rate}; the referees' CPU: {cpu / count * 1e6:.0f} us a command)")


async def backlog(broker: Broker, out: Path, news: Sequence[New], instances: int) -> KafkaLog:
    """Fill the command topic, start the referees, and time them from the first decision to the last."""
    url = f"kafka://{broker.bootstrap}?prefix=backlog{instances}."
    log = KafkaLog(url)
    await log.open()
    await send(log, news)
    processes = [Process(out, url, log.partitions).start() for _ in range(instances)]
    await _until_decided(log, 1)
    first, began, cpu = await _decided(log), time.perf_counter(), sum(it.cpu_s() for it in processes)
    await _until_decided(log, len(news))
    took, cpu = time.perf_counter() - began, sum(it.cpu_s() for it in processes) - cpu
    _say(f"backlog, {instances} referee(s)", len(news) - first, took, cpu)
    for it in processes:
        it.stop()
    return log


async def flood(broker: Broker, out: Path, news: Sequence[New], instances: int) -> None:
    """Send as fast as one sender can while the referees decide: from the first sending to the last event."""
    url = f"kafka://{broker.bootstrap}?prefix=flood{instances}."
    log = KafkaLog(url)
    await log.open()
    processes = [Process(out, url, log.partitions).start() for _ in range(instances)]
    await _ready(*processes)
    lanes: list[list[New]] = [[] for _ in range(log.partitions)]
    for n in news:
        lanes[partition_of(n.key, log.partitions)].append(n)
    began, cpu = time.perf_counter(), sum(it.cpu_s() for it in processes)

    async def lane(p: int) -> None:
        for i in range(0, len(lanes[p]), 200):
            await log.append(TABLE_COMMANDS, p, lanes[p][i : i + 200])

    await asyncio.gather(*(lane(p) for p in range(log.partitions)))
    await _until_decided(log, len(news))
    took, cpu = time.perf_counter() - began, sum(it.cpu_s() for it in processes) - cpu
    _say(f"sent and decided, {instances} referee(s)", len(news), took, cpu)
    for it in processes:
        it.stop()
    await log.close()


async def live(broker: Broker, out: Path, news: Sequence[New]) -> None:
    """Send at a steady pace, each command by itself; time each from its sending to a reader's sight of its decision."""
    url = f"kafka://{broker.bootstrap}?prefix=live."
    log = KafkaLog(url)
    await log.open()
    it = Process(out, url, log.partitions).start()
    await _ready(it)
    sent: dict[tuple[int, int], float] = {}
    seen: dict[tuple[int, int], float] = {}
    reader = KafkaLog(url)
    await reader.open()

    async def watch() -> None:
        async for p, entries in reader.follow(TABLE_EVENTS, dict.fromkeys(range(log.partitions), 0)):
            now = time.perf_counter()
            for e in entries:
                seen[p, int.from_bytes(e.header[:8], "big")] = now

    watching = asyncio.create_task(watch())

    async def one(new: New) -> None:
        began = time.perf_counter()
        p = partition_of(new.key, log.partitions)
        sent[p, await log.append(TABLE_COMMANDS, p, [new])] = began

    cpu = it.cpu_s()
    async with asyncio.TaskGroup() as sending:
        began = time.perf_counter()
        for i, new in enumerate(news[: RATE * LIVE_S]):
            await asyncio.sleep(max(0.0, began + i / RATE - time.perf_counter()))
            sending.create_task(one(new))
    await wait_for(lambda: sent.keys() <= seen.keys(), 120.0, what="every event to be seen")
    cpu = it.cpu_s() - cpu
    watching.cancel()
    times = sorted(seen[at] - sent[at] for at in sent)
    p50, p99 = (times[int(len(times) * q)] * 1000 for q in (0.5, 0.99))
    slowest = f"the slowest {times[-1] * 1000:.0f} ms; the referee's CPU: {cpu / len(times) * 1e6:.0f} us a command"
    print(f"move to event at {RATE}/s: p50 {p50:.1f} ms, p99 {p99:.1f} ms, {slowest}")
    it.stop()
    await reader.close()
    await log.close()


async def restore(log: KafkaLog) -> None:
    """Read every partition of decisions into a fresh owner, as after a takeover; then fold what it holds."""
    for what in ("first", "second"):
        total = 0
        owners = []
        began, cpu = time.perf_counter(), time.process_time()
        for p in range(log.partitions):
            owner = Owner(decider)
            end = await log.end(TABLE_EVENTS, p)
            while owner.end < end:
                owner.restore(await log.read(TABLE_EVENTS, p, owner.end))
            total += owner.end
            owners.append(owner)
        took, cpu = time.perf_counter() - began, time.process_time() - cpu
        began = time.perf_counter()
        for owner in owners:
            owner.check()
        rate = f"restored, {what} time: {total / took:,.0f} events/s ({total:,} in {took:.2f} s"
        print(
            f"{rate}; CPU {cpu / total * 1e6:.1f} us an event); all folded in {time.perf_counter() - began:.2f} s more"
        )


async def measure(commands: int) -> None:
    """Print the figures."""
    logging.getLogger("aiokafka").setLevel(logging.ERROR)  # a topic just made is looked for a few times
    news = list(records(commands // 74, seed=7, spoilt=False))[:commands]
    size = sum(len(n.value) for n in news) // len(news)
    print(f"{len(news):,} commands of {size} bytes in the mean, 8 partitions, acks=all on one broker (heap 512 MB)")
    with tempfile.TemporaryDirectory(prefix="capicua-bench-") as folder:
        out = Path(folder)
        broker = Broker(out / "broker")
        await asyncio.to_thread(broker.start)
        try:
            log = await backlog(broker, out, news, 1)
            await restore(log)
            await log.close()
            await (await backlog(broker, out, news, 2)).close()
            await flood(broker, out, news, 1)
            await live(broker, out, news)
        finally:
            broker.kill9()
    print(f"load at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--commands", type=int, default=40_000)
    asyncio.run(measure(parser.parse_args().commands))
