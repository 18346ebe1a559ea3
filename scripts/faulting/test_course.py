"""That a course calls wrong what was not answered, and nothing that was: see test_judging.py."""

import time
import unittest
from types import SimpleNamespace

from . import course, steadiness, verdicts
from .cluster import FaultedCluster
from .course import Course, recovery
from .faults import ALL
from .faults.fault import Fault
from .load import KINDS
from .tally import Tally


def tally(start, end, *refused, every=0.25, kinds=("verify",)):
    """Of requests that were answered at once, but those that were sent at `refused`."""
    made = Tally()
    for number in range(round((end - start) / every) + 1):
        at = start + number * every
        for kind in kinds:
            add(made, at, at in refused, kind)
    return made


def add(made, at, is_refused=False, kind="verify", took=0.0):
    verdict = verdicts.refused("503 SERVICE_UNAVAILABLE") if is_refused else verdicts.answered()
    made.record(kind, verdict, at, at + took)


class SteadinessTests(unittest.TestCase):
    def faults(self, made, start, end):
        return steadiness.faults(made, ["verify"], start, end, "meanwhile")

    def test_one_of_few_may_be_refused_and_no_second(self):
        for count in range(1, 10):
            moments = [10 + number / 10 for number in range(count)]
            self.assertEqual(self.refused(moments, 1), [], count)
            self.assertEqual(len(self.refused(moments, 2)), count > 1, count)

    def refused(self, moments, bad):
        made = Tally()
        for number, at in enumerate(moments):
            add(made, at, is_refused=number < bad)
        return list(steadiness.refused_faults(made, "verify", 10, 12))

    def test_of_many_one_in_ten_may_be_refused_and_one_more(self):
        moments = [10 + number / 100 for number in range(100)]
        self.assertEqual(self.refused(moments, 11), [])
        self.assertEqual(len(self.refused(moments, 12)), 1)

    def test_what_was_sent_outside_the_span_does_not_count(self):
        made = tally(10, 20, 10, 10.25, 10.5, 10.75, 19.5, 19.75, 20)
        self.assertEqual(self.faults(made, 11, 19), [])
        self.assertEqual(len(self.faults(made, 10, 19)), 0)
        self.assertEqual(len(self.faults(tally(10, 14, 10, 10.25, 10.5, 10.75), 10, 14)), 1)

    def test_no_pause_is_longer_than_it_may_be_the_borders_included(self):
        for moments, faults in (([10, 12, 14], 0), ([10, 11.9, 14], 1), ([12.1, 14], 1),
                                ([10, 11, 11.9], 1), ([], 1), ([9, 11, 13, 15], 0),
                                ([9, 12.5, 14], 1)):
            made = Tally()
            for at in moments:
                add(made, at)
            add(made, 10, is_refused=True)
            self.assertEqual(len(list(steadiness.gap_faults(made, "verify", 10, 14))), faults,
                             moments)

    def test_who_is_held_by_what_he_sent_before_is_waited_for_up_to_the_limit_of_a_request(self):
        held = Tally()
        add(held, 9.5, is_refused=True, took=4)
        add(held, 13.5)
        self.assertEqual(self.faults(held, 10, 15), [])
        self.assertEqual(len(self.faults(held, 10, 15.6)), 1)
        self.assertEqual(self.faults(Tally(), 10, 17), [])
        self.assertEqual(len(self.faults(Tally(), 10, 17.1)), 1)

    def test_a_pause_ends_with_an_answer_and_not_with_a_request(self):
        made = Tally()
        add(made, 10)
        add(made, 11.5, took=2)
        add(made, 13.5)
        self.assertEqual(len(self.faults(made, 10, 14)), 1)

    def test_an_answer_counts_whenever_it_was_asked_for(self):
        made = Tally()
        add(made, 9, took=3)
        add(made, 10, is_refused=True)
        add(made, 13.9, took=0.05)
        self.assertEqual(list(steadiness.gap_faults(made, "verify", 10, 14)), [])

    def test_in_a_short_span_nothing_has_to_be_sent(self):
        self.assertEqual(self.faults(Tally(), 10, 12), [])
        self.assertEqual(self.faults(Tally(), 10, 5), [])


class WarmTests(unittest.TestCase):
    def course(self, seconds=0.05):
        made = Course.__new__(Course)
        made.tally, made.seconds, made.cluster = Tally(), seconds, FaultedCluster
        return made

    def warm(self, made, limit=0.5):
        real, course.WARM_SECONDS = course.WARM_SECONDS, limit
        try:
            made.warm()
        finally:
            course.WARM_SECONDS = real

    def answer_all(self, made, refused=0):
        now = time.monotonic() + 0.001
        for _ in range(refused):
            add(made.tally, now, is_refused=True)
        for kind in KINDS:
            for _ in range(20):
                add(made.tally, now + 0.001, kind=kind)

    def test_a_refusal_before_the_fault_is_waited_out(self):
        made = self.course()
        made.cluster = SimpleNamespace(until=lambda *words: (
            self.answer_all(made, refused=1), FaultedCluster.until(*words)))
        self.warm(made)
        self.assertEqual(made.tally.faults, [])

    def test_the_span_begins_with_the_last_refusal(self):
        made, now = self.course(seconds=5), time.monotonic()
        self.answer_all(made)
        self.assertTrue(made.is_warm(now - 10))
        add(made.tally, now, is_refused=True)
        self.assertFalse(made.is_warm(now - 10))

    def test_what_is_never_well_before_the_fault_is_wrong(self):
        with self.assertRaises(TimeoutError):
            self.warm(self.course(), limit=0.1)
        made = self.course(seconds=5)
        self.answer_all(made)
        with self.assertRaises(TimeoutError):
            self.warm(made, limit=0.1)


class RecoveryTests(unittest.TestCase):
    def recovered(self, made, first, now):
        return recovery(made, 10, first, now)

    def made(self, *refused):
        return tally(10, 20, *refused, kinds=KINDS)

    def test_a_refusal_just_before_the_end_undoes_nothing(self):
        self.assertEqual(self.recovered(self.made(20.0), 11, 20), (11, []))
        self.assertEqual(self.recovered(self.made(15.0), 11, 20), (11, []))

    def test_a_second_wave_puts_it_off(self):
        wave = [12 + number / 4 for number in range(10)]
        self.assertEqual(self.recovered(self.made(*wave), 11, 20), (14.5, []))

    def test_what_does_not_stay_well_is_wrong(self):
        wave = [17 + number / 4 for number in range(13)]
        moment, found = self.recovered(self.made(*wave), 11, 20)
        self.assertEqual((moment, len(found)), (11, 2 * len(KINDS)))
        self.assertEqual(self.recovered(Tally(), None, 20)[0], None)
        self.assertEqual(len(self.recovered(Tally(), None, 20)[1]), 1)


class SparedTests(unittest.TestCase):
    def faults(self, made, mended, recovered, **more):
        judged = Course.__new__(Course)
        judged.tally, judged.recovered = made, recovered
        judged.fault = Fault("x", "processes", "", None, spares=("verify",), **more)
        judged.judge_spared(10, mended)
        return len(made.faults)

    def test_what_heals_itself_is_harm_until_it_is_well(self):
        refused = [10 + number / 4 for number in range(8)]
        healing = {"spared_after_seconds": 0, "heals_itself": True}
        self.assertEqual(self.faults(tally(10, 14, *refused), 10, 2, **healing), 1)
        self.assertEqual(self.faults(tally(10, 14), 10, 2, **healing), 0)
        self.assertEqual(self.faults(tally(10, 14), 10, None, **healing), 0)

    def test_what_is_mended_is_harm_until_then_and_not_before_it_is_known(self):
        refused = [10 + number / 4 for number in range(8)]
        self.assertEqual(self.faults(tally(10, 18, *refused), 18, 1, spared_after_seconds=2), 0)
        self.assertEqual(self.faults(tally(10, 18, *refused), 18, 1, spared_after_seconds=1), 1)


class FaultTests(unittest.TestCase):
    def test_each_end_and_each_stop_says_what_it_spares(self):
        for fault in ALL:
            if fault.kind == "processes" and "gateway" not in fault.name:
                self.assertTrue(fault.spares, fault.name)
                self.assertEqual(fault.heals_itself, "stop" not in fault.name)

    def test_each_kind_that_is_spared_is_asked_for(self):
        for fault in ALL:
            self.assertLessEqual(set(fault.spares), set(KINDS), fault.name)

    def test_names_are_names(self):
        self.assertEqual(len({fault.name for fault in ALL}), len(ALL))


if __name__ == "__main__":
    unittest.main()
