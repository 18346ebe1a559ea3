"""What a fault is."""

import contextlib
from dataclasses import dataclass, field

# From mending on, where nothing else is said.
RECOVER_SECONDS = 10
# In so many seconds it is known that what was there is gone: what a fault spares is answered from then
# on, for some 4 s or more, until it is mended.
SPARED_AFTER_SECONDS = 1.0
# Fewer of what a fault counts would show nothing.
HITS = 5
# What a fault happens to: `countersign up`, or a cluster on three hosts (hosts.py).
ONE_HOST, THREE_HOSTS = "one host", "three hosts"


@dataclass(frozen=True)
class Fault:
    name: str
    # Processes, Redis, PostgreSQL, clocks, network, load.
    kind: str
    does: str
    # Takes a Run; does the harm, and gives the time when it was mended. Where a process is ended and
    # the supervisor starts it again there is no mending by hand: the time of the harm.
    happen: object
    losses: tuple = ()
    # Places whose process may be another afterwards; an end of any other was no part of it.
    ends: frozenset = frozenset()
    # Kinds of requests that are answered while it lasts.
    spares: tuple = ()
    recover_seconds: float = RECOVER_SECONDS
    # Takes the Run before the load begins; what it has to undo goes into `run.afterwards`.
    prepare: object = None
    # Why it cannot happen on this machine; gives None where it can.
    lacks: object = lambda: None  # noqa: E731
    spared_after_seconds: float = SPARED_AFTER_SECONDS
    # Of what the supervisor mends, spares are answered until all is well, and not until `mended`.
    heals_itself: bool = False
    needs: str = ONE_HOST


@dataclass
class Run:
    """What a fault may use, and where it leaves what it saw."""

    cluster: object
    scene: object
    load: object
    tally: object
    # Takes nothing: clients on the same scene that know nothing of what was before.
    begin_anew: object = None
    # Of a load that is more than the cluster can do.
    overload_seconds: float = 60
    # What the fault's `prepare` leaves to its `happen`.
    prepared: object = None
    # Undone once the rows were looked at, and whatever happens.
    afterwards: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    notes: list = field(default_factory=list)
    # When the harm was there; None: as soon as `happen` was called.
    began: float = None


def counted(run, count, what, least=HITS):
    """Notes how often it hit; a fault that hit next to nobody did not happen."""
    run.notes.append(f"{count:g} {what}")
    if count < least:
        run.tally.fault(f"only {count:g} {what}")
