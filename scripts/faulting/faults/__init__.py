"""All faults, in the order in which they happen."""

from . import postgres, processes, redis
from .fault import Fault, Run

ALL = (*processes.faults(), *redis.faults(), *postgres.faults())

__all__ = ["ALL", "Fault", "Run"]
