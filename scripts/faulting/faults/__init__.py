"""All faults, in the order in which they happen."""

from . import partitions, postgres, processes, redis
from .fault import Fault, Run

ALL = (*processes.faults(), *redis.faults(), *postgres.faults(), *partitions.faults())

__all__ = ["ALL", "Fault", "Run"]
