"""A private cluster of the release binaries, and what the kernel says of its processes."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from .ending import end_in_order

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.join(ROOT, ".build", "release", "countersign")
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
# Never given to a child: what speaks of another cluster.
WITHHELD = re.compile(r"^(COUNTERSIGN_.*|DATABASE_URL.*|REDIS_URL.*|PG[A-Z]+|REDISCLI_AUTH)$")
# Where /proc/PID/stat has the start time, counted from the state.
START_TIME_FIELD = 19
# What a direct client needs to know of a cluster.
DIRECT = ("COUNTERSIGN_DIRECT_URL", "COUNTERSIGN_DIRECT_SERVER_KEY",
          "COUNTERSIGN_DIRECT_CLIENT_KEY_FILE")


def say(text):
    print(text, file=sys.stderr, flush=True)


def plain_environment():
    return {name: value for name, value in os.environ.items() if not WITHHELD.match(name)}


class Cluster:
    """`countersign up` in a folder of its own below /tmp; down, and the folder gone, at the end."""

    def __init__(self, port, ops_port, options=(), binaries=None, **settings):
        self.binary = os.path.join(os.path.abspath(binaries), "countersign") if binaries else BINARY
        if not os.access(self.binary, os.X_OK):
            sys.exit(f"{self.binary} is missing: make build")
        self.port, self.ops_port, self.options = port, ops_port, list(options)
        self.extra = settings
        self.seen = {}

    def __enter__(self):
        end_in_order()
        self.folder = tempfile.mkdtemp(prefix="countersign-bench-")
        os.chmod(self.folder, 0o711)
        self.home = os.path.join(self.folder, "home")
        self.settings = {**plain_environment(), **self.extra, "COUNTERSIGN_HOME": self.home}
        command = [self.binary, "up", "--detach", "--port", str(self.port),
                   "--ops-port", str(self.ops_port), *self.options]
        try:
            subprocess.run(command, env=self.settings, check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True, timeout=180)
        except subprocess.CalledProcessError as failure:
            self.__exit__()
            sys.exit(f"no cluster: {failure.stderr.strip()}")
        except BaseException:
            self.__exit__()
            raise
        self.environment = read_environment(os.path.join(self.home, "env"))
        self.remember()
        return self

    def __exit__(self, *_):
        self.remember()
        try:
            subprocess.run([self.binary, "down"], env=self.settings, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=120)
        finally:
            self.end_rest()
            shutil.rmtree(self.folder, ignore_errors=True)

    def pids(self):
        """{"gateway-1": pid, …}, the supervisor and the stores included."""
        try:
            with open(os.path.join(self.home, "pids")) as file:
                found = dict(line.split() for line in file)
        except OSError:
            return {}
        return {name: int(pid) for name, pid in found.items()}

    def remember(self):
        """Numbers are used again: a process is its number and its start time."""
        for pid in self.pids().values():
            self.seen[pid] = start_time(pid)

    def end_rest(self):
        """Whatever outlived an orderly end."""
        for pid, start in self.seen.items():
            if start is not None and start_time(pid) == start:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    @property
    def url(self):
        return self.environment["COUNTERSIGN_URL"]

    def processes(self):
        """{"gateway": [pid], …, "postgres": [pid, child, …], "redis": [pid]}"""
        found = {}
        with open(os.path.join(self.home, "pids")) as file:
            for line in file:
                name, pid = line.split()
                kind = name.rsplit("-", 1)[0]
                found.setdefault(kind, []).append(int(pid))
        found.pop("supervisor", None)
        found["postgres"] = family(found.get("postgres", []))
        return found

    def cpu(self):
        """CPU seconds used so far, by kind of process."""
        return {kind: sum(cpu_seconds(pid) for pid in pids)
                for kind, pids in self.processes().items()}

    def rss(self):
        """Resident MiB by kind of process. PostgreSQL's shared memory counts once per process there,
        so its figure is the proportional one (PSS)."""
        return {kind: round(sum(proportional_mib(pid) if kind == "postgres" else resident_mib(pid)
                                for pid in pids), 1)
                for kind, pids in self.processes().items()}

    def metrics(self):
        """{("name", (("label", "value"), …)): number} of the gateway."""
        page = urllib.request.urlopen(
            f"http://127.0.0.1:{self.ops_port}/metrics", timeout=10).read().decode()
        samples = {}
        for line in page.splitlines():
            match = re.match(r"^([a-z_]+)(?:\{(.*)\})? ([0-9.e+-]+)$", line)
            if match:
                labels = tuple(re.findall(r'(\w+)="([^"]*)"', match[2] or ""))
                samples[match[1], labels] = float(match[3])
        return samples

    def loadtest(self, *options, timeout=600):
        """One run of `countersign loadtest`: its JSON. Ends the program where answers were wrong."""
        command = [self.binary, "loadtest", "--json", *map(str, options)]
        environment = {**plain_environment(), "COUNTERSIGN_URL": self.url}
        for name in ("COUNTERSIGN_OPERATOR_KEY", "COUNTERSIGN_ROOT_KEY", *DIRECT):
            environment[name] = self.environment[name]
        return LoadTest(command, environment, timeout)


class LoadTest:
    """A load test under way; its setting up is told apart from its running by what it says."""

    def __init__(self, command, environment, timeout):
        self.command, self.timeout = command, timeout
        # Of the monotonic clock, whoever waits for it.
        self.gives_up_at = time.monotonic() + timeout
        # Files and not pipes: nobody reads while it runs, and a full pipe would hold it up for ever.
        self.out, self.err = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, env=environment, stdout=self.out,
                                        stderr=self.err)

    def end(self):
        """Whoever gives up on it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def result(self):
        import json
        try:
            self.process.wait(timeout=max(0.0, self.gives_up_at - time.monotonic()))
        except subprocess.TimeoutExpired:
            sys.exit(f"{' '.join(self.command[1:])} did not end within {self.timeout} s")
        finally:
            self.end()
        out, err = map(read_all, (self.out, self.err))
        if self.process.returncode != 0 or not out.strip():
            sys.exit(f"{' '.join(self.command[1:])} ended with {self.process.returncode}:\n"
                     f"{err}{out[:2000]}")
        return json.loads(out)


def read_all(file):
    with file:
        file.seek(0)
        return file.read()


def read_environment(path):
    values = {}
    with open(path) as file:
        for line in file:
            name, _, value = line.rstrip("\n").partition("=")
            values[name] = value.strip("'")
    return values


def family(pids):
    """The processes and all their children."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            fields = stat_fields(int(entry))
            if fields:
                parents.setdefault(int(fields[1]), []).append(int(entry))
    found, rest = [], list(pids)
    while rest:
        pid = rest.pop()
        found.append(pid)
        rest += parents.get(pid, [])
    return found


def stat_fields(pid):
    """/proc/PID/stat behind the name: state first."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def start_time(pid):
    fields = stat_fields(pid)
    return fields[START_TIME_FIELD] if fields and fields[0] != "Z" else None


def cpu_seconds(pid):
    """utime and stime; of PostgreSQL's main process also those of its ended children."""
    fields = stat_fields(pid)
    return sum(map(int, fields[11:15])) / TICKS if fields else 0.0


def resident_mib(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * PAGE / 2 ** 20
    except OSError:
        return 0.0


def proportional_mib(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            return int(re.search(r"^Pss: *(\d+) kB", file.read(), re.M)[1]) / 1024
    except (OSError, TypeError):
        return 0.0
