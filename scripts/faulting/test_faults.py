"""That each fault calls wrong what is wrong, and does not pass where it did not happen."""

import contextlib
import time
import unittest
from types import SimpleNamespace

from measuring import memory
from measuring.cluster import LoadTest
from measuring.sampling import ShareSampler, machine_seconds

from . import asking_for_lost, lost, report, verdicts
from .asking_for_lost import LostClient
from .cluster import FaultedCluster
from .course import Result
from .faults import (
    busy_gateway, clocks, overload, postgres, postgres_disk, postgres_restore, redis)
from .faults.fault import HITS, counted
from .faults.postgres import judge_shut_out
from .ledger import Hold, Ledger
from .lost import Lost
from .postgres_wire import PostgresRefused
from .scene import License, Scene
from .tally import Tally
from .test_judging import BOUND, LICENSE, Signer, answer, client, grant, problem, reasons, token


def run(**more):
    return SimpleNamespace(tally=Tally(), notes=[], **more)


class BusyGatewayTests(unittest.TestCase):
    def judged(self, lost, workers_seconds, slowest=0.0):
        tally = Tally()
        for _ in range(lost):
            tally.record("verify", verdicts.refused("connection lost"), 9.9, 10.1)
        tally.record("verify", verdicts.refused("connection lost"), 5, 5)
        tally.record("verify", verdicts.refused("503 SERVICE_UNAVAILABLE"), 9.9, 10.1)
        busy_gateway.judge(tally, [], (9.5, 10), 10.5, 10.5 + workers_seconds, slowest)
        return len(tally.faults)

    def test_requests_were_away_and_workers_are_back_in_time(self):
        self.assertEqual(self.judged(5, 1), 0)
        self.assertEqual(self.judged(4, 1), 1)
        self.assertEqual(self.judged(5, 2.1), 1)

    def test_one_slow_look_is_not_the_workers_fault(self):
        self.assertEqual(self.judged(5, 3.9, slowest=2), 0)
        self.assertEqual(self.judged(5, 4.1, slowest=2), 1)
        looks = iter([False, True])
        cluster = SimpleNamespace(until=FaultedCluster.until, is_ready=lambda: next(looks))
        ready, slowest = busy_gateway.ready_again(cluster)
        self.assertTrue(ready > slowest >= 0)


class SessionTests(unittest.TestCase):
    def test_a_fault_that_hit_next_to_nobody_shows_nothing(self):
        for hits, faults in ((HITS, 0), (HITS - 1, 1)):
            made = run()
            counted(made, hits, "ended")
            self.assertEqual(len(made.tally.faults), faults)

    def shut_out(self, refusal):
        def postgres(superuser):
            if refusal:
                raise PostgresRefused(refusal)
            return SimpleNamespace(close=lambda: None)
        made = run(cluster=SimpleNamespace(postgres=postgres))
        judge_shut_out(made)
        return len(made.tally.faults)

    def test_the_role_is_shut_out_by_its_limit(self):
        self.assertEqual(self.shut_out('53300 too many connections for role "countersign"'), 0)
        self.assertEqual(self.shut_out(None), 1)
        self.assertEqual(self.shut_out("57P03 the database system is starting up"), 1)


class RedisTests(unittest.TestCase):
    def absence(self, *values, name="countersign_worker_seconds_without_redis_total"):
        left = list(values)

        def metrics():
            count = left.pop(0) if len(left) > 1 else left[0]
            return {(name, (("service", "a"),)): count, (name, (("service", "b"),)): 1.0,
                    ("countersign_worker_able", ()): 9.0}

        def until(seconds, complaint, holds):
            FaultedCluster.until(0.1, complaint, holds)
        made = run(cluster=SimpleNamespace(metrics=metrics, until=until))
        redis.judge_absence(made, redis.seconds_without(made.cluster))
        return len(made.tally.faults)

    def test_a_silence_that_no_worker_saw_shows_nothing(self):
        self.assertEqual(self.absence(3.0, 3.0, 4.0), 0)
        self.assertEqual(self.absence(3.0), 1)
        self.assertEqual(self.absence(3.0, 4.0, name="countersign_other_total"), 1)

    def test_what_redis_refused_for_want_of_memory_is_counted(self):
        head = "# Errorstats\r\nerrorstat_ERR:count=3\r\n"
        for said, count in ((head + "errorstat_OOM:count=12\r\n", 12), (head, 0)):
            session = SimpleNamespace(call=lambda *_, said=said: said)
            self.assertEqual(redis.out_of_memory(session), count)

    def dump(self, found):
        calls = []

        class Session:
            def __enter__(self):
                return self

            def __exit__(self, *_):
                pass

            def call(self, *words):
                calls.append(words[0])
                return found if words[0] == "GET" else "OK"
        cluster = SimpleNamespace(
            environment={"REDIS_URL": "unix:///nowhere/s"}, redis=lambda **_: Session(),
            unattended=contextlib.nullcontext, until_redis=lambda: None,
            until=lambda *_: None, redis_is_there=lambda: False)
        made = run(cluster=cluster, load=SimpleNamespace(denied=[]))
        redis.old_dump(made)
        self.assertEqual(calls[:2], ["SET", "SAVE"])
        return len(made.tally.faults)

    def test_a_dump_that_was_not_read_shows_nothing(self):
        self.assertEqual((self.dump("1"), self.dump(None)), (0, 1))


class LockTests(unittest.TestCase):
    def test_a_lock_that_nobody_met_shows_nothing(self):
        for refusals, faults in ((2, 0), (1, 1)):
            made = run()
            for _ in range(refusals):
                made.tally.record("locked", verdicts.refused("503"), 1, 2)
            made.tally.record("verify", verdicts.refused("503"), 1, 2)
            postgres.judge_lock(made)
            self.assertEqual(len(made.tally.faults), faults)


class ConnectionTests(unittest.TestCase):
    def judged(self, left, taken=190):
        def postgres_session(superuser):
            raise PostgresRefused("53300 remaining connection slots are reserved")
        made = run(cluster=SimpleNamespace(postgres=postgres_session))
        postgres.judge_left(made, taken, left)
        return len(made.tally.faults)

    def test_a_service_that_kept_connections_shows_nothing(self):
        self.assertEqual((self.judged(0), self.judged(1), self.judged(0, taken=1)), (0, 1, 1))


class DiskTests(unittest.TestCase):
    def judged(self, log, due):
        emptied = []
        made = run(
            cluster=SimpleNamespace(log=lambda _: "before PANIC " + log, until_postgres=lambda: None),
            prepared=SimpleNamespace(empty=lambda: emptied.append(1)))
        postgres_disk.emptied(made, len("before PANIC "), due)
        self.assertEqual(emptied, [1])
        return len(made.tally.faults)

    def test_a_disk_that_was_never_full_shows_nothing(self):
        self.assertEqual(self.judged("ERROR: … No space left on device", postgres_disk.NO_ROOM), 0)
        self.assertEqual(self.judged("", postgres_disk.NO_ROOM), 1)
        self.assertEqual(self.judged("ERROR: … No space left on device", "PANIC"), 1)


class LostTests(unittest.TestCase):
    def test_what_came_after_the_copy_is_told_apart(self):
        scene = Scene("127.0.0.1", 0, "csk_1", "", renewers=[BOUND])
        other = License("lic_bbbbbbbbbbbbb", "OTHER")
        ledger = Ledger()
        ledger.licenses[other.id] = other
        ledger.holds[other.id, "d"] = Hold(token(2, 1), 1)
        ledger.holds[LICENSE.id, BOUND.device] = Hold(token(1, 1), 1)
        later, lost.add_later = lost.add_later, lambda *_: None
        try:
            found = lost.gather(scene, ledger, [BOUND])
            ledger.holds[LICENSE.id, BOUND.device] = Hold(token(1, 2), 1)
            next_found = lost.gather(scene, ledger, [])
        finally:
            lost.add_later = later
        self.assertEqual([bound.license for bound in found.seats], [other])
        self.assertEqual((found.tokens, found.revoked), ([], [BOUND]))
        self.assertEqual([bound.token.generation for bound in next_found.tokens], [2])

    def test_a_lost_token_is_refused_and_said_to_be_none(self):
        for found, kind in ((problem(401, "TOKEN_INVALID"), "answered"),
                            (answer(body=grant("n")), "wrong"),
                            (answer(body=grant("n", code="LICENSE_DISABLED")), "wrong"),
                            (problem(401, "SIGNATURE_INVALID"), "wrong")):
            self.assertEqual(asking_for_lost.judge_refused(found).kind, kind)
        for body, kind in (({"active": False, "code": "TOKEN_INVALID"}, "answered"),
                           ({"active": True, "code": "VALID"}, "wrong"),
                           ({"active": False, "code": "LICENSE_DISABLED"}, "wrong")):
            self.assertEqual(asking_for_lost.judge_inactive(answer(body=body)).kind, kind)
        self.assertEqual(asking_for_lost.judge_inactive(problem(403, "X")).kind, "wrong")

    def test_a_lost_revocation_is_undone_by_a_proven_yes(self):
        for found, kind in ((lambda nonce: answer(body=grant(nonce)), "answered"),
                            (lambda nonce: answer(body=grant(nonce, signer=Signer())), "wrong"),
                            (lambda nonce: answer(body=grant(nonce, code="LICENSE_DISABLED")),
                             "wrong")):
            made = client(LostClient, answers=[found])
            made.verify_restored(BOUND)
            self.assertTrue(reasons(made)[0].startswith(kind), reasons(made))

    def test_all_of_it_is_asked_for(self):
        refused = [problem(401, "TOKEN_INVALID"),
                   answer(body={"active": False, "code": "TOKEN_INVALID"})]
        answers = [*refused * 2, problem(403, "DEVICE_UNBOUND"),
                   problem(404, "LICENSE_NOT_FOUND"), problem(404, "LICENSE_NOT_FOUND"),
                   problem(401, "SIGNATURE_INVALID")]
        made = client(LostClient, answers=answers)
        made.scene.operate = lambda *_: {"Authorization": ""}
        made.ask_all(Lost(seats=[BOUND], licenses=[BOUND], app="app_2", client_key="cak_2"))
        self.assertEqual((reasons(made), made.tally.count()), (["answered: ok"], len(answers)))
        self.assertEqual(made.scene.app, "app_1")

    def test_what_is_refused_again_and_again_is_not_shown(self):
        made = client(LostClient, answers=[problem(503, "SERVICE_UNAVAILABLE", "1")] * 40)
        made.verify(BOUND, asking_for_lost.judge_refused)
        self.assertEqual(len(made.tally.faults), 1)

    def test_a_step_that_fails_is_wrong(self):
        made = run(cluster=SimpleNamespace(binary="/bin/false", settings={}))
        postgres_restore.command(made, "epoch", "new")
        self.assertEqual(len(made.tally.faults), 1)

    def test_a_device_has_its_next_token(self):
        scene, ledger = Scene("127.0.0.1", 0, "", "", renewers=[BOUND]), Ledger()
        self.assertFalse(postgres_restore.has_next_token(scene, ledger))
        ledger.holds[LICENSE.id, BOUND.device] = Hold(token(1, 1), 1)
        self.assertFalse(postgres_restore.has_next_token(scene, ledger))
        ledger.holds[LICENSE.id, BOUND.device] = Hold(token(1, 2), 1)
        self.assertTrue(postgres_restore.has_next_token(scene, ledger))


class ClockTests(unittest.TestCase):
    def samples(self, offset=3600.2, able=0, services=("verification", "activation", "renewal")):
        found = {}
        for service in services:
            for instance, seconds, is_able in (("right", 0.001, 1), ("odd", offset, able)):
                labels = (("service", service), ("instance", instance))
                found[clocks.ABLE, labels] = is_able
                for store in ("postgres", "redis"):
                    found[clocks.OFFSET, (*labels, ("store", store))] = seconds
        return found

    def test_a_metric_shows_the_clock_and_that_its_worker_answers_nothing(self):
        self.assertEqual(clocks.metric_faults(self.samples(), 3600), [])
        self.assertEqual(len(clocks.metric_faults(self.samples(), -3600)), 3)
        self.assertEqual(len(clocks.metric_faults(self.samples(able=1), 3600)), 3)
        self.assertEqual(len(clocks.metric_faults(self.samples(services=("renewal",)), 3600)), 2)
        self.assertEqual(len(clocks.metric_faults({}, 3600)), 3)

    def test_the_doctor_tells_of_each_service(self):
        checks = [{"check": f"workers.{service}", "grade": "warning"}
                  for service in clocks.SERVICES]
        self.assertEqual(clocks.doctor_faults(checks), [])
        self.assertEqual(len(clocks.doctor_faults(checks[1:])), 1)
        self.assertEqual(len(clocks.doctor_faults([{**checks[0], "grade": "ok"}])), 3)


class OverloadTests(unittest.TestCase):
    def faults(self, rps=90, reason="503 SERVICE_UNAVAILABLE", left=0.8):
        alone = overload.Measured({"rps": 100}, [], 0.8)
        return overload.answer_faults(alone, overload.Measured({
            "rps": rps, "errors_by_reason": [{"reason": reason, "count": 3, "example": ""}]}, [], left))

    def test_most_of_the_capacity_is_answered_in_time_and_the_rest_told_to_come_again(self):
        self.assertEqual(self.faults(), [])
        self.assertEqual(len(self.faults(rps=79)), 1)
        self.assertEqual(len(self.faults(reason="500 INTERNAL")), 1)

    def test_what_others_took_of_the_machine_is_not_asked_for_and_what_they_gave_back_no_more(self):
        self.assertEqual(self.faults(rps=41, left=0.4), [])
        self.assertEqual(len(self.faults(rps=39, left=0.4)), 1)
        self.assertEqual(self.faults(rps=80, left=1.0), [])
        sampler = ShareSampler(None, None)
        sampler.samples = [(0, {"all": 10, "others": 1}), (100, {"all": 30, "others": 6})]
        self.assertEqual(sampler.left(0, 100), 0.75)
        all_of_it, busy = machine_seconds()
        self.assertTrue(all_of_it >= busy > 0)

    def test_answers_come_within_the_limit_of_the_gateway(self):
        tally = Tally()
        self.assertEqual(len(overload.latency_faults(tally.latencies(0, 9))), 1)
        tally.record("verify", verdicts.answered(), 1, 2)
        tally.record("verify", verdicts.answered(), 10, 20)
        tally.record("verify", verdicts.refused("503"), 1, 9)
        self.assertEqual(tally.latencies(0, 9), [1])
        self.assertEqual(overload.latency_faults([0.1, 6]), [])
        self.assertEqual(len(overload.latency_faults([0.1, 6.1])), 1)

    def samples(self, kind, rise):
        return [(second, {kind: 50 + rise * max(0, second - 30) / 30 + second % 2 * 0.01})
                for second in range(61)]

    def test_a_load_that_does_not_end_is_watched_no_longer_than_it_may_take(self):
        load = SimpleNamespace(process=SimpleNamespace(poll=lambda: None),
                               gives_up_at=time.monotonic() + 0.1)
        samples = memory.watch(SimpleNamespace(rss=lambda: {"gateway": 1.0}), load, every=0.01)
        self.assertTrue(1 <= len(samples) <= 11)
        load = LoadTest(["sleep", "60"], None, 0.1)
        with self.assertRaises(SystemExit):
            load.result()
        self.assertIsNotNone(load.process.returncode)
        for file in (load.out, load.err):
            file.close()

    def test_memory_is_flat(self):
        for kind, rise, faults in (("gateway", 0.5, 0), ("gateway", 3, 0), ("gateway", 6, 1),
                                   ("renewal", 3, 1), ("redis", 3, 0)):
            found = overload.memory_faults(self.samples(kind, rise), 10_000)
            self.assertEqual(len(found), faults, (kind, rise))
        self.assertEqual(memory.slope([(0, 1), (1, 1)]), (0.0, 0.0))


class ReportTests(unittest.TestCase):
    def test_what_did_not_happen_is_not_told_as_well(self):
        self.assertIn("not run: no disk", report.row(Result("x", "y", not_run="no disk")))


if __name__ == "__main__":
    unittest.main()
