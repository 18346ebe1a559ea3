"""A cluster on three hosts, put up by hand as docs/operations.md says: CURVE on every link between
them. The clients run on the gateway's host.

    a   the gateway
    b   one worker of each kind
    c   PostgreSQL and Redis, and a second worker of each kind but administration
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections import Counter

from measuring.ending import end_in_order

from .cluster import FaultedCluster
from .host_stores import PLAIN, HostStores
from .namespaces import Hosts
from .postgres_wire import PostgresRefused

GATEWAY, WORKERS, STORES = "abc"
# Process and host. Administration has one, so that there is a service without a second worker.
PLACES = {"gateway-1": "a", "admin-1": "b", "activation-1": "b", "renewal-1": "b",
          "verification-1": "b", "activation-2": "c", "renewal-2": "c", "verification-2": "c"}
# As `countersign up` has them.
LANES = {"gateway": 1, "admin": 2, "activation": 8, "renewal": 8, "verification": 1}
BUS_PORT, HINTS_PORT = 7000, 7100
START_SECONDS, END_SECONDS, COMMAND_SECONDS = 30, 10, 60


def kind_of(place):
    return place.rpartition("-")[0]


class HostedCluster(FaultedCluster):
    def __init__(self, port, ops_port, binaries=None):
        super().__init__(port, ops_port, binaries=binaries)
        self.running, self.stopped = {}, set()
        self.leaving = contextlib.ExitStack()

    def __enter__(self):
        end_in_order()
        self.folder = tempfile.mkdtemp(prefix="countersign-hosts-")
        os.chmod(self.folder, 0o711)
        self.home = os.path.join(self.folder, "home")
        try:
            for name in ("log", "secrets"):
                os.makedirs(os.path.join(self.home, name), 0o700)
            self.hosts = Hosts(GATEWAY + WORKERS + STORES)
            self.start_stores()
            self.make_keys()
            self.start_processes()
            self.leaving.enter_context(self.hosts[GATEWAY].inside())
            self.ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.leaving.close()
        # The workers first, the stores last.
        for places in (set(PLACES), {"redis-1", "postgres-1"}):
            self.end(places & set(self.running))
        if hasattr(self, "hosts"):
            self.hosts.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    # MARK: Processes

    def start(self, place, command, environment):
        with open(os.path.join(self.home, "log", f"{place}.log"), "ab") as log:
            self.running[place] = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def end(self, places):
        for place in places:
            process = self.running[place]
            # PostgreSQL waits for its clients at SIGTERM.
            process.send_signal(signal.SIGINT if place == "postgres-1" else signal.SIGTERM)
        for place in places:
            try:
                self.running[place].wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self.running[place].kill()
                self.running[place].wait()

    def pids(self):
        return {place: process.pid for place, process in self.running.items()
                if process.poll() is None}

    def remember(self):
        """All are this process' own children."""

    def ready(self):
        try:
            super().ready()
        except TimeoutError as failure:
            raise TimeoutError(f"{failure}: {self.missing()}") from None

    def is_ready(self):
        return self.able_lanes() == self.all_lanes() and super().is_ready()

    def missing(self):
        """Of each service: lanes that are able and that there should be; processes that ended."""
        able = self.able_by_service()
        due = Counter()
        for place in PLACES:
            due[kind_of(place)] += LANES[kind_of(place)]
        lanes = [f"{kind} {able.get(kind, 0):g} of {count} lanes" for kind, count in due.items()
                 if kind != "gateway" and able.get(kind, 0) != count]
        ended = [f"{place} ended" for place in self.running if place not in self.pids()]
        return ", ".join(lanes + ended)

    @staticmethod
    def all_lanes():
        return sum(LANES[kind_of(place)] for place in PLACES if kind_of(place) != "gateway")

    def able_lanes(self):
        return sum(self.able_by_service().values())

    def able_by_service(self):
        """Lanes of workers that the gateway knows and that can work."""
        found = Counter()
        with contextlib.suppress(OSError):
            for (name, labels), count in self.metrics().items():
                if name == "countersign_worker_able":
                    found[dict(labels)["service"]] += count
        return found

    # MARK: Stores and keys

    def start_stores(self):
        addresses = ["127.0.0.1", self.hosts.address(STORES, WORKERS)]
        self.stores = HostStores(self.folder, self.hosts[STORES], addresses)
        self.stores.prepare()
        self.environment = {"COUNTERSIGN_URL": f"http://127.0.0.1:{self.port}",
                            "DATABASE_URL": self.stores.socket_url,
                            "REDIS_URL": f"unix://{self.stores.redis_socket}"}
        self.start("postgres-1", self.stores.postgres_command(), PLAIN)
        self.start("redis-1", self.stores.redis_command(), PLAIN)
        self.until(START_SECONDS, "PostgreSQL does not start", self.postgres_listens)
        self.stores.finish(self.postgres)

    def postgres_listens(self):
        try:
            self.postgres(database="postgres").close()
        except (OSError, PostgresRefused):
            return False
        return True

    def redis(self, **more):
        session = super().redis(**more)
        session.call("AUTH", self.stores.password)
        return session

    def make_keys(self):
        """Keys, the lists of who may come, the store URLs of each host, the schema, an operator."""
        names = [word for place in PLACES for word in ("--bus", place)]
        said = self.countersign("keys", "--dir", self.path("keys"), *names)
        root = re.search(r"^root key \(public\): (\S+)$", said, re.M)[1]
        self.write("peers", "".join(
            f"{self.public_key(place)} {place} announce={kind_of(place)} hear=hints\n"
            for place in PLACES if kind_of(place) != "gateway"))
        for host, address in ((WORKERS, self.hosts.address(STORES, WORKERS)),
                              (STORES, "127.0.0.1")):
            self.write(f"secrets/database-{host}", self.stores.postgres_url(address))
            self.write(f"secrets/redis-{host}", self.stores.redis_url(address))
        self.countersign("migrate")
        key = self.countersign("key", "add", "--name", "faults", "--scope", "admin",
                               "--scope", "verify")
        self.environment |= {"COUNTERSIGN_ROOT_KEY": root,
                             "COUNTERSIGN_OPERATOR_KEY": re.search(r"csk_[\w.-]+", key)[0]}

    def countersign(self, *words):
        environment = {**PLAIN, "COUNTERSIGN_HOME": self.home,
                       "DATABASE_URL": self.stores.socket_url}
        done = subprocess.run([self.binary, *words], env=environment, capture_output=True,
                              text=True, timeout=COMMAND_SECONDS)
        if done.returncode != 0:
            raise RuntimeError(f"countersign {words[0]}: {done.stderr.strip()}")
        return done.stdout

    def path(self, name):
        return os.path.join(self.home, name)

    def write(self, name, text):
        with open(os.open(self.path(name), os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(text)

    def public_key(self, place):
        with open(self.path(f"keys/bus/{place}.pub")) as file:
            return file.read().strip()

    # MARK: Settings

    def start_processes(self):
        for place, host in PLACES.items():
            program = os.path.join(os.path.dirname(self.binary), f"countersign-{kind_of(place)}")
            self.start(place, self.hosts[host].command(program),
                       {**PLAIN, **self.settings(place, host)})

    def settings(self, place, host):
        kind = kind_of(place)
        settings = {"COUNTERSIGN_LANES": str(LANES[kind]),
                    "COUNTERSIGN_BUS_KEY_FILE": self.path(f"keys/bus/{place}.key")}
        if kind in ("gateway", "admin"):
            settings["COUNTERSIGN_BUS_PEERS_FILE"] = self.path("peers")
        own = self.gateway_settings() if kind == "gateway" else self.worker_settings(kind, host)
        return settings | own

    def gateway_settings(self):
        return {"COUNTERSIGN_LISTEN": f"127.0.0.1:{self.port}",
                "COUNTERSIGN_OPS": f"127.0.0.1:{self.ops_port}",
                "COUNTERSIGN_BUS": f"tcp://0.0.0.0:{BUS_PORT}",
                "COUNTERSIGN_KEY_SET_FILE": self.path("keys/key-set.json")}

    def worker_settings(self, kind, host):
        gateway = self.hosts.address(GATEWAY, host)
        settings = {"COUNTERSIGN_GATEWAYS": f"tcp://{gateway}:{BUS_PORT}",
                    "COUNTERSIGN_GATEWAY_KEYS": self.public_key("gateway-1"),
                    "COUNTERSIGN_MASTER_KEY_FILE": self.path("keys/master.keys"),
                    "DATABASE_URL_FILE": self.path(f"secrets/database-{host}"),
                    "REDIS_URL_FILE": self.path(f"secrets/redis-{host}")}
        if kind == "admin":
            return settings | {"COUNTERSIGN_HINT_ENDPOINT": f"tcp://0.0.0.0:{HINTS_PORT}"}
        admin = "127.0.0.1" if host == WORKERS else self.hosts.address(WORKERS, host)
        return settings | {"COUNTERSIGN_HINTS": f"tcp://{admin}:{HINTS_PORT}",
                           "COUNTERSIGN_HINT_KEYS": self.public_key("admin-1"),
                           "COUNTERSIGN_TOKEN_KEY_FILE": self.path("keys/token.keys"),
                           "COUNTERSIGN_SIGNING_KEY_FILE": self.path("keys/signing.pem")}
