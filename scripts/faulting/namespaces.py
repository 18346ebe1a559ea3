"""Hosts as network namespaces without names: they go with the processes in them."""

import contextlib
import ctypes
import os
import shutil
import subprocess
from dataclasses import dataclass, field

CLONE_NEWNET = 0x4000_0000
# iproute2 and util-linux: every Debian has them.
PROGRAMS = ("ip", "nsenter", "setpriv", "unshare")
COMMAND_SECONDS = 10
# A rule before all others, that of the host's own addresses included.
BEFORE, LOCAL_RULE = "10", "100"
LIBC = ctypes.CDLL(None, use_errno=True)


class NotPermitted(RuntimeError):
    """Hosts cannot be made here; the text says why."""


class Host:
    """A namespace, held by a process that ends with this one, however this one ends."""

    def __init__(self, name):
        self.name = name
        self.holder = subprocess.Popen(
            ["unshare", "--net", "--", "sh", "-c", "echo there; exec cat"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if self.holder.stdout.readline() != "there\n":
            why = self.holder.stderr.read().strip()
            self.end()
            raise NotPermitted(why or "unshare --net fails")

    def command(self, *words, user=None, end="TERM"):
        """`words` as they run on this host; they get the signal `end` when this process is gone."""
        identity = [f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net", "--",
                "setpriv", f"--pdeathsig={end}", *identity, "--", *words]

    def run(self, *words):
        done = subprocess.run(self.command(*words), capture_output=True, text=True,
                              timeout=COMMAND_SECONDS)
        if done.returncode != 0:
            raise NotPermitted(f"{' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def settle(self):
        """Its own interface, and room before the rule that delivers what is addressed to it."""
        self.run("ip", "link", "set", "lo", "up")
        self.run("ip", "rule", "add", "pref", LOCAL_RULE, "lookup", "local")
        self.run("ip", "rule", "del", "pref", "0")

    @contextlib.contextmanager
    def inside(self):
        """This thread, and those that it starts, are on this host meanwhile."""
        with open("/proc/self/ns/net") as before, \
                open(f"/proc/{self.holder.pid}/ns/net") as there:
            enter(there)
            try:
                yield
            finally:
                enter(before)

    def end(self):
        self.holder.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.holder.wait(COMMAND_SECONDS)
        self.holder.kill()
        self.holder.wait()
        self.holder.stdout.close()
        self.holder.stderr.close()


def enter(namespace):
    if LIBC.setns(namespace.fileno(), CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


@dataclass
class Link:
    """A cable between two hosts: an interface at each end, with the address of its host."""

    number: int
    ends: tuple
    cuts: list = field(default_factory=list)

    def __post_init__(self):
        first, second = self.ends
        first.run("ip", "link", "add", self.interface, "type", "veth",
                  "peer", "name", self.interface, "netns", str(second.holder.pid))
        for host in self.ends:
            host.run("ip", "address", "add", f"{self.address(host)}/30", "dev", self.interface)
            host.run("ip", "link", "set", self.interface, "up")

    @property
    def interface(self):
        return "to-" + "-".join(host.name for host in self.ends)

    def address(self, host):
        return f"10.0.{self.number}.{1 + self.ends.index(host)}"

    @contextlib.contextmanager
    def down(self):
        """Pulled out: both hosts see that there is no link."""
        self.ends[0].run("ip", "link", "set", self.interface, "down")
        try:
            yield
        finally:
            self.ends[0].run("ip", "link", "set", self.interface, "up")

    @contextlib.contextmanager
    def silent(self, sender):
        """What `sender` sends is dropped by the other host, which tells nobody: a packet filter. By a
        rule of the route table and not by nftables, which is not on every machine."""
        receiver = self.ends[1 - self.ends.index(sender)]
        rule = ("pref", BEFORE, "from", self.address(sender), "blackhole")
        receiver.run("ip", "rule", "add", *rule)
        try:
            yield
        finally:
            receiver.run("ip", "rule", "del", *rule)


class Hosts:
    """Named hosts with a link between any two of them."""

    def __init__(self, names):
        self.hosts, self.links = {}, {}
        try:
            for name in names:
                self.hosts[name] = Host(name)
            for host in self.hosts.values():
                host.settle()
            for second in range(1, len(names)):
                for first in range(second):
                    self.join(names[first], names[second])
        except BaseException:
            self.end()
            raise

    def join(self, *names):
        ends = tuple(self.hosts[name] for name in names)
        self.links[frozenset(names)] = Link(1 + len(self.links), ends)

    def __getitem__(self, name):
        return self.hosts[name]

    def link(self, *names):
        return self.links[frozenset(names)]

    def address(self, of, seen_from):
        return self.link(of, seen_from).address(self.hosts[of])

    def end(self):
        for host in self.hosts.values():
            host.end()


def why_not():
    """Why hosts cannot be made here; None: they can."""
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        return f"{', '.join(missing)} is missing"
    if os.geteuid() != 0:
        return "network namespaces are for root"
    try:
        Hosts("ab").end()
    except NotPermitted as failure:
        return str(failure)
    return None
