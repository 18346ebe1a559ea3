"""What a fault is."""

from dataclasses import dataclass, field

# From mending on, where nothing else is said.
RECOVER_SECONDS = 10
# In so many seconds it is known that what was there is gone.
SPARED_AFTER_SECONDS = 1.0
# What a fault happens to: `countersign up`, or a cluster on three hosts (hosts.py).
ONE_HOST, THREE_HOSTS = "one host", "three hosts"


@dataclass(frozen=True)
class Fault:
    name: str
    # Processes, Redis, PostgreSQL, network.
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
    spared_after_seconds: float = SPARED_AFTER_SECONDS
    needs: str = ONE_HOST


@dataclass
class Run:
    """What a fault may use, and where it leaves what it saw."""

    cluster: object
    scene: object
    load: object
    tally: object
    notes: list = field(default_factory=list)
