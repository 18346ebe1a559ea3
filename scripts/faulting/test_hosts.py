"""That cuts cut, and that what does not come back is called wrong: see test_judging.py."""

import contextlib
import os
import socket
import time
import unittest
from types import SimpleNamespace

from . import namespaces
from .faults import ALL, Run, partitions
from .faults.fault import ONE_HOST, THREE_HOSTS
from .tally import Tally

WHY_NOT = namespaces.why_not()
# Of what comes, and of what must not.
SECONDS, NOTHING_SECONDS = 5, 0.3


@unittest.skipIf(WHY_NOT, f"no hosts here: {WHY_NOT}")
class LinkTests(unittest.TestCase):
    def setUp(self):
        self.hosts = namespaces.Hosts("abc")
        self.addCleanup(self.hosts.end)
        self.sockets = {name: self.bound(name) for name in "ab"}

    def bound(self, name):
        with self.hosts[name].inside():
            made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind(("0.0.0.0", 7))
        self.addCleanup(made.close)
        return made

    def arrives(self, sender, receiver):
        with contextlib.suppress(OSError):
            self.sockets[sender].sendto(
                b"x", (self.hosts.address(receiver, sender), 7))
        self.sockets[receiver].settimeout(
            NOTHING_SECONDS if self.is_cut else SECONDS)
        try:
            return self.sockets[receiver].recv(1) == b"x"
        except TimeoutError:
            return False

    def arrivals(self, is_cut):
        self.is_cut = is_cut
        return self.arrives("a", "b"), self.arrives("b", "a")

    def test_a_link_that_is_down_carries_nothing_and_carries_again_once_it_is_up(self):
        self.assertEqual(self.arrivals(False), (True, True))
        with partitions.pulled(self.hosts, "ab"):
            self.assertEqual(self.arrivals(True), (False, False))
        self.assertEqual(self.arrivals(False), (True, True))

    def test_a_link_that_is_mute_in_one_direction_carries_the_other(self):
        for names, arrivals in (("ab", (False, True)), ("ba", (True, False))):
            with partitions.muted(self.hosts, names):
                self.assertEqual(self.arrivals(True), arrivals)
        with partitions.parted(self.hosts, "ab"):
            self.assertEqual(self.arrivals(True), (False, False))
        with partitions.muted(self.hosts, "ac"), partitions.pulled(self.hosts, "bc"):
            self.assertEqual(self.arrivals(True), (True, True))
        self.assertEqual(self.arrivals(False), (True, True))

    def test_hosts_are_apart_from_this_one_and_go_at_the_end(self):
        here = os.readlink("/proc/thread-self/ns/net")
        with self.hosts["a"].inside():
            self.assertNotEqual(os.readlink("/proc/thread-self/ns/net"), here)
        self.assertEqual(os.readlink("/proc/thread-self/ns/net"), here)
        self.hosts.end()
        for host in self.hosts.hosts.values():
            self.assertIsNotNone(host.holder.returncode)


class ReturnTests(unittest.TestCase):
    def judged(self, judge, *values):
        run = Run(None, None, None, Tally())
        judge(run, *values)
        return run.tally.faults

    def test_lanes_come_back_soon_and_all_of_them(self):
        self.assertEqual(self.judged(partitions.judge_return, 9.9, 0), [])
        self.assertEqual(len(self.judged(partitions.judge_return, 10.1, 0)), 1)
        self.assertEqual(len(self.judged(partitions.judge_return, 9.9, 1)), 1)

    def test_a_cut_that_cost_no_lane_shows_nothing(self):
        self.assertEqual(self.judged(partitions.judge_loss, 1), [])
        self.assertEqual(len(self.judged(partitions.judge_loss, 0)), 1)

    def losses(self, *looks):
        found = iter(looks)
        cluster = SimpleNamespace(all_lanes=lambda: 2, able_by_service=lambda: next(found, {"a": 2}))
        run = Run(cluster, None, None, Tally(), began=time.monotonic())
        real, partitions.LOOK_SECONDS = partitions.LOOK_SECONDS, 0.01
        try:
            partitions.watch_loss(run, 0.1)
        finally:
            partitions.LOOK_SECONDS = real
        return len(run.tally.faults)

    def test_a_gateway_that_does_not_tell_has_missed_nothing(self):
        self.assertEqual(self.losses({"a": 2}, {"a": 1}), 0)
        self.assertEqual(self.losses({}, {"a": 2}), 1)

    def test_a_session_for_each_lane_is_no_more_than_due(self):
        counts = []
        real, partitions.count_sessions = partitions.count_sessions, lambda _: counts[0]
        cluster = SimpleNamespace(all_lanes=lambda: 20, until=lambda *_: None)
        try:
            for counts[:], before, faults in (([20], 17, 0), ([21], 17, 1), ([22], 22, 0)):
                run = Run(cluster, None, None, Tally())
                partitions.watch_sessions(run, time.monotonic(), before)
                self.assertEqual(len(run.tally.faults), faults)
        finally:
            partitions.count_sessions = real

    def test_no_session_is_left_behind(self):
        self.assertEqual(self.judged(partitions.judge_sessions, 3, -1), [])
        self.assertEqual(len(self.judged(partitions.judge_sessions, 20, 1)), 1)

    def test_each_fault_names_a_cluster_that_there_is(self):
        for fault in ALL:
            self.assertEqual(fault.needs, THREE_HOSTS if fault.kind == "network" else ONE_HOST)


if __name__ == "__main__":
    unittest.main()
