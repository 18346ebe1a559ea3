"""The folder of the cluster's own PostgreSQL: its server at rest, copies of its data, a small disk."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.parse

from measuring.cluster import start_time

END_SECONDS = 20
COPY_SECONDS = 60
VERSIONS = "/usr/lib/postgresql"
USER = "postgres"
# Who failed with it tries again after 1 s; the outbox is looked at once a second.
TRIED_AGAIN_SECONDS = 2.5


class PostgresPlace:
    def __init__(self, cluster):
        self.cluster = cluster
        url = cluster.environment["DATABASE_URL"]
        self.folder = urllib.parse.unquote(re.search(r"\?host=(.+)$", url)[1])
        self.data = os.path.join(self.folder, "data")

    @contextlib.contextmanager
    def at_rest(self):
        """Ended in order, and not started again before the end of the block."""
        with self.cluster.unattended():
            self.end()
            yield
        self.cluster.until_postgres()

    def end(self):
        """Whoever was ended waits for the supervisor, which rests: it is gone all the same. None
        may be there to end: it fell, and is to start again later."""
        pid = self.cluster.pids().get("postgres-1")
        if pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGINT)
        self.cluster.until(END_SECONDS, "PostgreSQL does not end", lambda: start_time(pid) is None)

    def tried_again(self):
        """After a rest: all lanes have their connection again."""
        time.sleep(TRIED_AGAIN_SECONDS)
        self.cluster.ready()

    def copy_to(self, name):
        """A physical copy of the running server, as an operator makes it; its folder."""
        with open(os.path.join(self.data, "PG_VERSION")) as file:
            program = os.path.join(VERSIONS, file.read().strip(), "bin", "pg_basebackup")
        copy = os.path.join(self.folder, name)
        done = subprocess.run(
            [*as_owner(), program, "-h", self.folder, "-U", "postgres", "-D", copy, "-X", "stream",
             "-c", "fast", "--no-sync", "-w"],
            cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, timeout=COPY_SECONDS)
        if done.returncode != 0:
            raise RuntimeError(f"no copy of PostgreSQL: {done.stderr.strip()}")
        return copy

    def replace_by(self, copy):
        """While it is at rest."""
        shutil.rmtree(self.data)
        os.rename(copy, self.data)


def as_owner():
    """PostgreSQL refuses root; its copies must be its user's."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--"]
