"""A second Redis: a replica of the cluster's own, to be promoted and put in its place."""

import os
import socket
import subprocess

from .redis_wire import RedisSession

SYNC_SECONDS = 10
END_SECONDS = 5


class RedisReplica:
    """Runs from `start` to `end`. The cluster's Redis listens on a port of the loopback meanwhile,
    for this one alone: a replica knows no other way."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.place = cluster.environment["REDIS_URL"].removeprefix("unix://")
        self.socket = os.path.join(os.path.dirname(self.place), "replica")
        self.process = None

    def start(self):
        port = free_port()
        with self.cluster.redis() as first:
            first.call("CONFIG", "SET", "bind", "127.0.0.1")
            first.call("CONFIG", "SET", "port", port)
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--unixsocketperm", "700",
             "--dir", os.path.dirname(self.place), "--dbfilename", "replica.rdb", "--save", "",
             "--appendonly", "no", "--maxmemory-policy", "noeviction",
             "--replicaof", "127.0.0.1", str(port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        self.cluster.until(SYNC_SECONDS, "the replica does not follow", self.follows)

    def session(self):
        return RedisSession("unix://" + self.socket)

    def follows(self):
        try:
            with self.session() as replica:
                return "master_link_status:up" in replica.call("INFO", "replication")
        except OSError:
            return False

    def promote(self):
        """From here on it hears nothing of the first one."""
        with self.session() as replica:
            replica.call("REPLICAOF", "NO", "ONE")

    def take_the_place(self):
        """At the same address from here on; the first one must be gone."""
        os.rename(self.socket, self.place)

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait(END_SECONDS)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]
