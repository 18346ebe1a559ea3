"""All faults, in the order in which they happen."""

from . import (
    busy_gateway, clocks, overload, postgres, postgres_disk, postgres_restore, postgres_sessions,
    processes, redis)
from .fault import Fault, Run

ALL = (*processes.faults(), *busy_gateway.faults(), *redis.faults(), *postgres.faults(),
       *postgres_sessions.faults(), *postgres_disk.faults(), *postgres_restore.faults(),
       *clocks.faults(), *overload.faults())

__all__ = ["ALL", "Fault", "Run"]
