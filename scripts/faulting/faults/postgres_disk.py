"""C. PostgreSQL's disk full: rows find no room; then its log of writes finds none either."""

import time

from ..postgres_place import PostgresPlace
from ..postgres_wire import PostgresRefused
from ..small_disk import SmallDisk, why_no_disk
from .fault import Fault
from .postgres import PLACE, RECOVER_SECONDS, SPARES

FULL_SECONDS = 5
FILL_SECONDS = 0.02
# PostgreSQL keeps no more segments for later than max_wal_size, 1 GB, has.
SEGMENTS = 64
USE_UP_SECONDS = 10
NO_ROOM = "No space left on device"
# The supervisor waits twice as long after each short life: up to 4 s by the end of those seconds.
RESTART_SECONDS = 10


def on_small_disk(run):
    """Moves the data; moved back once all is over."""
    place = PostgresPlace(run.cluster)
    run.prepared = SmallDisk(place)
    run.afterwards.callback(run.prepared.abandon)
    run.afterwards.callback(moved_back, place, run.prepared)
    with place.at_rest():
        run.prepared.mount()
    place.tried_again()


def moved_back(place, disk):
    disk.empty()
    with place.at_rest():
        disk.unmount()
    place.tried_again()


def full(run):
    """Writes that need another page are refused; a whole segment of the log is left to the others."""
    said = complaints(run.cluster)
    with run.cluster.postgres() as session:
        session.rows("SELECT pg_switch_wal()")
    hold_full(run)
    return emptied(run, said, NO_ROOM)


def log_full(run):
    """Segments are used up until there is no next one, and PostgreSQL ends for want of it; it cannot
    start again while there is none."""
    said = complaints(run.cluster)
    end = time.monotonic() + USE_UP_SECONDS
    while "PANIC" not in run.cluster.log("postgres-1")[said:] and time.monotonic() < end:
        run.prepared.fill()
        use_up(run.cluster)
    hold_full(run)
    return emptied(run, said, "PANIC")


def hold_full(run):
    end = time.monotonic() + FULL_SECONDS
    while time.monotonic() < end:
        run.prepared.fill()
        time.sleep(FILL_SECONDS)


def use_up(cluster):
    """All segments that were made beforehand."""
    try:
        with cluster.postgres(seconds=1) as session:
            for _ in range(SEGMENTS):
                session.rows("SELECT pg_create_restore_point('full')")
                session.rows("SELECT pg_switch_wal()")
    except (OSError, PostgresRefused):
        time.sleep(FILL_SECONDS)


def complaints(cluster):
    return len(cluster.log("postgres-1"))


def emptied(run, said, due):
    """Room again; what PostgreSQL has said meanwhile shows that there was none."""
    log = run.cluster.log("postgres-1")[said:]
    run.notes.append(f"{log.count(NO_ROOM)} × no room, {log.count('PANIC')} × PANIC")
    if due not in log:
        run.tally.fault("PostgreSQL never missed any room")
    run.prepared.empty()
    moment = time.monotonic()
    run.cluster.until_postgres()
    return moment


def faults():
    yield Fault("postgres-disk-full", "PostgreSQL", f"no room for rows for {FULL_SECONDS} s", full,
                (), frozenset(), SPARES, RECOVER_SECONDS, on_small_disk,
                why_no_disk)
    yield Fault("postgres-log-full", "PostgreSQL", f"no room for rows and WAL for {FULL_SECONDS} s",
                log_full, (), PLACE, SPARES, RESTART_SECONDS, on_small_disk, why_no_disk)
