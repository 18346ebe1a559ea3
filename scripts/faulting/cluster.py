"""A cluster whose processes are stopped, killed and woken; what was stopped is woken before its end."""

import contextlib
import os
import signal
import socket
import time
import urllib.error
import urllib.request

from measuring.cluster import Cluster

from .postgres_wire import PostgresRefused, PostgresSession
from .redis_wire import RedisRefused, RedisSession

LOOK_SECONDS = 0.02
# The supervisor waits 0.25 s before it starts a process again, and up to 30 s after many short lives.
RESTART_SECONDS = 35
READY_SECONDS = 30
# After an immediate stop PostgreSQL looks at all its files first, which takes a busy disk its time.
STORE_SECONDS = 60


class FaultedCluster(Cluster):
    def __enter__(self):
        self.stopped = set()
        super().__enter__()
        try:
            self.ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *parts):
        for pid in list(self.stopped):
            self.wake(pid)
        super().__exit__(*parts)

    # MARK: Processes

    def pid(self, name):
        return self.pids()[name]

    def send(self, name, number):
        """A signal to a process; its number."""
        pid = self.pid(name)
        os.kill(pid, number)
        return pid

    def successor(self, name, pid):
        """Waits until another process fills the place."""
        self.until(RESTART_SECONDS, f"{name} was not started again",
                   lambda: self.pids().get(name, pid) != pid)

    def freeze(self, pid):
        self.stopped.add(pid)
        os.kill(pid, signal.SIGSTOP)

    def wake(self, pid):
        self.stopped.discard(pid)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    @contextlib.contextmanager
    def frozen(self, pids):
        try:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    self.freeze(pid)
            yield
        finally:
            for pid in pids:
                self.wake(pid)

    def unattended(self):
        """Meanwhile nothing that ends is started again."""
        return self.frozen([self.pid("supervisor-1")])

    def ready(self):
        """Waits until every service has an able worker."""
        self.until(READY_SECONDS, "the cluster is not ready", self.is_ready)
        self.remember()

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def is_listening(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=2).close()
        except OSError:
            return False
        return True

    def log(self, name):
        """What a process has said so far."""
        with open(os.path.join(self.home, "log", f"{name}.log"), errors="replace") as file:
            return file.read()

    # MARK: Stores

    def postgres(self, superuser=True, **more):
        role = "postgres" if superuser else None
        return PostgresSession(self.environment["DATABASE_URL"], role=role, **more)

    def redis(self, **more):
        return RedisSession(self.environment["REDIS_URL"], **more)

    def postgres_is_there(self):
        try:
            with self.postgres(seconds=1) as session:
                return session.value("SELECT 1") == "1"
        except (OSError, PostgresRefused):
            return False

    def redis_is_there(self):
        try:
            with self.redis(seconds=1) as session:
                return session.call("PING") == "PONG"
        except (OSError, RedisRefused):
            return False

    def until_postgres(self):
        self.until(STORE_SECONDS, "PostgreSQL does not come back", self.postgres_is_there)

    def until_redis(self):
        self.until(STORE_SECONDS, "Redis does not come back", self.redis_is_there)

    @staticmethod
    def until(seconds, complaint, holds):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() >= end:
                raise TimeoutError(f"{complaint} within {seconds} s")
            time.sleep(LOOK_SECONDS)
