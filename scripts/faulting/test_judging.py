"""That what is wrong is called wrong: python3 -m unittest discover -s scripts -p 'test_*.py'"""

import ctypes
import json
import os
import time
import unittest
from datetime import datetime, timezone
from types import SimpleNamespace

from . import operating, proofs, returning, rows, seating, signing, verdicts, verifying
from .exchange import Answer, NoAnswer
from .ledger import Hold, Ledger, token_fault
from .scene import Bound, License, Scene
from .seating import Crowd
from .signing import AccessToken, base64url
from .tally import Tally
from .weather import GATEWAY, NONCES, Weather

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LICENSE = License("lic_aaaaaaaaaaaaa", "CODE")


def token(binding=1, generation=1):
    content = binding.to_bytes(8, "big") + bytes(8) + b"\0" + generation.to_bytes(3, "big")
    import base64
    return AccessToken("cst_" + base64.b32encode(content).decode().lower() + ".secret")


BOUND = Bound(LICENSE, "device-1", token())


class Signer:
    """An Ed25519 key."""

    def __init__(self):
        self.public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        proofs.SODIUM.crypto_sign_keypair(self.public, self.secret)
        self.keys = {"k": self.public.raw}

    def sign(self, message):
        signature = ctypes.create_string_buffer(64)
        proofs.SODIUM.crypto_sign_detached(
            signature, None, message, ctypes.c_ulonglong(len(message)), self.secret)
        return signature.raw

    def jws(self, claims, **header):
        fields = {"alg": "EdDSA", "kid": "k", "typ": proofs.JWS, **header}
        text = ".".join(base64url(json.dumps(part).encode()) for part in (fields, claims))
        return f"{text}.{base64url(self.sign(text.encode()))}"


SIGNER = Signer()


def rfc3339(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def answer(status=200, body=None, headers=None):
    now = time.monotonic()
    text = json.dumps({} if body is None else body).encode()
    return Answer(status, {"countersign-request-id": "req_1", **(headers or {})}, text, now, now)


def problem(status, code, retry_after=None, **more):
    headers = {"content-type": "application/problem+json"}
    if retry_after:
        headers["retry-after"] = retry_after
    return answer(status, {"status": status, "code": code, "request_id": "req_1", **more}, headers)


def grant(nonce, device="device-1", code="VALID", signer=SIGNER, **change):
    now = int(time.time())
    claims = {"iss": "countersign", "aud": "app_1", "sub": LICENSE.id, "device": device,
              "nonce": nonce, "code": code, "iat": now,
              "exp": now + verdicts.GRACE_SECONDS if code == "VALID" else now, **change}
    return {"valid": code == "VALID", "code": code, "credential": signer.jws(claims),
            "server_time": rfc3339(now),
            "license": {"devices": {"used": 1, "limit": 1, "over_limit": False}},
            "device": {"id": device, "new": False},
            "token": {"access_token": token().text, "expires_at": rfc3339(now + 43_200)}}


class Fake:
    """A connection whose answers are made here."""

    def __init__(self):
        self.answers = []

    def request(self, method, target, body=b"", headers=()):
        return dict(headers)

    def send(self, request):
        nonce = request["Authorization"].partition("nonce=")[2].partition(",")[0]
        found = self.answers.pop(0)
        return found(nonce) if callable(found) else found

    def close(self):
        pass


def client(kind, *first, answers):
    fake = Fake()
    fake.answers = list(answers)
    scene = Scene("127.0.0.1", 0, "csk_1", "", app="app_1", client_key="cak_1", keys=SIGNER.keys)
    scene.connection = lambda: fake
    made = kind(*first, scene, Ledger(), Tally(), Weather())
    made.per_second = 1e9
    return made


def reasons(made):
    return [reason for kind in made.tally.summary().values() for reason in kind["reasons"]]


class SigningTests(unittest.TestCase):
    def test_the_worked_example_of_the_documentation(self):
        body = b'{"code":"A8F3-K2Q7-XP5N-9WCE","device":{"id":"device-0001"}}'
        real = signing.time.time, signing.secrets.token_urlsafe
        signing.time.time = lambda: 1767225600
        signing.secrets.token_urlsafe = lambda _: "0123456789abcdef"
        try:
            value, _ = signing.signed("app_1", "cak_" + "A" * 43, "POST", "/v1/activate", body)
        finally:
            signing.time.time, signing.secrets.token_urlsafe = real
        self.assertTrue(value.endswith("sig=yEHcc8LJcLUuliPU8RmXFmAISeWZOmfkXjqBgxXhvCs"))

    def test_a_token_names_its_binding_and_generation(self):
        self.assertEqual((token(7, 300).binding, token(7, 300).generation), (7, 300))


class ProofTests(unittest.TestCase):
    def golden(self):
        with open(os.path.join(ROOT, "proto", "golden", "batch_proof.json")) as file:
            vectors = json.load(file)
        found = [proof for batch in vectors["batches"] for proof in batch["proofs"]]
        return found, {found[0]["kid"]: signing.unbase64url(vectors["public"])}

    def test_golden_batch_proofs_hold(self):
        found, keys = self.golden()
        for proof in found:
            self.assertIn("jti", proofs.claims_of(proof, keys, True))

    def test_a_changed_batch_proof_does_not(self):
        found, keys = self.golden()
        proof = found[-1]
        other = base64url(b'{"jti":"another"}')
        changes = [{"payload": other}, {"index": 0}, {"size": proof["size"] + 1},
                   {"path": proof["path"][1:]}, {"signature": base64url(bytes(64))},
                   {"signature": "AA"}, {"kid": "x"}, {"typ": "x"}, {"size": -1}, {"path": None}]
        for change in changes:
            with self.subTest(change), self.assertRaises(proofs.Unproven):
                proofs.claims_of({**proof, **change}, keys, True)

    def test_a_jws_of_another_key_kind_or_form_does_not_hold(self):
        sound = SIGNER.jws({"a": 1})
        self.assertEqual(proofs.claims_of(sound, SIGNER.keys, False), {"a": 1})
        head, _, signature = sound.split(".")
        for jws in (Signer().jws({"a": 1}), SIGNER.jws({"a": 1}, typ="x"), "a.b", "", None, 3,
                    SIGNER.jws({"a": 1}, alg="none"), SIGNER.jws({"a": 1}, kid="x"),
                    f"{head}.{base64url(b'{}')}.{signature}"):
            with self.subTest(jws), self.assertRaises(proofs.Unproven):
                proofs.claims_of(jws, SIGNER.keys, False)

    def test_a_credential_is_of_the_form_that_was_asked_for(self):
        found, keys = self.golden()
        for credential, known, asked in ((found[-1], keys, False),
                                         (SIGNER.jws({"a": 1}), SIGNER.keys, True)):
            with self.assertRaises(proofs.Unproven):
                proofs.claims_of(credential, known, asked)


class VerdictTests(unittest.TestCase):
    def kind(self, found, weather=None):
        verdict = verdicts.temporary(found, weather or Weather())
        return verdict and verdict.kind

    def test_refusals_are_of_one_form(self):
        self.assertEqual(self.kind(problem(503, "SERVICE_UNAVAILABLE", "1")), "refused")
        self.assertEqual(self.kind(problem(429, "RATE_LIMITED", "1")), "refused")
        self.assertEqual(self.kind(problem(504, "DEADLINE_EXCEEDED")), "refused")
        self.assertIsNone(self.kind(problem(403, "LICENSE_DISABLED")))
        self.assertIsNone(self.kind(problem(429, "UNBIND_QUOTA_EXCEEDED", "9")))

    def test_others_are_wrong(self):
        for found in (problem(503, "SERVICE_UNAVAILABLE"), problem(503, "SERVICE_UNAVAILABLE", "0"),
                      problem(503, "INTERNAL", "1"), problem(500, "INTERNAL"),
                      problem(502, "BAD_GATEWAY"), answer(503, {}),
                      problem(429, "UNBIND_QUOTA_EXCEEDED"), problem(503, "UNBIND_QUOTA_EXCEEDED", "9"),
                      answer(503, {"status": 503, "code": "SERVICE_UNAVAILABLE",
                                   "request_id": "req_1"}, {"retry-after": "1"}),
                      problem(503, "SERVICE_UNAVAILABLE", "1", request_id="req_2"),
                      answer(headers={"countersign-request-id": ""})):
            with self.subTest(found):
                self.assertEqual(self.kind(found), "wrong")

    def test_no_connection_is_a_refusal_only_while_the_gateway_is_gone(self):
        weather, now = Weather(), time.monotonic()
        self.assertEqual(self.kind(NoAnswer("lost", now, now), weather), "wrong")
        weather.begin(GATEWAY)
        now = time.monotonic()
        self.assertEqual(self.kind(NoAnswer("lost", now, now), weather), "refused")
        self.assertEqual(self.kind(NoAnswer("silent", now, now), weather), "wrong")
        weather.clear(GATEWAY)
        now = time.monotonic() + 1
        self.assertEqual(self.kind(NoAnswer("refused", now, now), weather), "wrong")


class VerifyTests(unittest.TestCase):
    def judged(self, found):
        made = client(verifying.VerifyClient, answers=[found])
        request, nonce = made.scene.as_device(made.connection, "/v1/verify", BOUND)
        made.ask(request, lambda answer: made.judge(answer, BOUND, nonce))
        return reasons(made)[0]

    def test_a_proven_yes_is_answered(self):
        self.assertEqual(self.judged(lambda nonce: answer(body=grant(nonce))), "answered: ok")

    def test_any_other_is_wrong(self):
        cases = [
            lambda nonce: answer(body=grant(nonce, signer=Signer())),
            lambda nonce: answer(body=grant("another-nonce")),
            lambda nonce: answer(body=grant(nonce, device="device-2")),
            lambda nonce: answer(body=grant(nonce, aud="app_2")),
            lambda nonce: answer(body=grant(nonce, sub="lic_2")),
            lambda nonce: answer(body=grant(nonce, exp=1)),
            lambda nonce: answer(body=grant(nonce, iat=1)),
            lambda nonce: answer(body={**grant(nonce), "server_time": rfc3339(1)}),
            lambda nonce: answer(body=grant(nonce, code="LICENSE_DISABLED")),
            lambda nonce: answer(body={**grant(nonce), "credential": None}),
            lambda nonce: answer(body={**grant(nonce), "valid": False}),
            lambda nonce: answer(body={**grant(nonce, iat=3600, exp=3600 + verdicts.GRACE_SECONDS),
                                       "server_time": rfc3339(3600)}),
            problem(401, "TOKEN_INVALID"), problem(409, "NONCE_REPLAYED"),
        ]
        for found in cases:
            self.assertTrue(self.judged(found).startswith("wrong"), self.judged(found))

    def test_who_asks_for_a_batch_proof_gets_one(self):
        made = client(verifying.VerifyClient, answers=[lambda nonce: answer(body=grant(nonce))])
        request, nonce = made.scene.as_device(made.connection, "/v1/verify", BOUND, True)
        made.ask(request, lambda answer: made.judge(answer, BOUND, nonce, True))
        self.assertEqual(reasons(made), ["wrong: credential: not of the form that was asked for"])

    def replayed(self, found, *losses):
        made = client(verifying.VerifyClient, answers=[found])
        made.weather.begin(*losses)
        made.replay({"Authorization": "nonce=n,"}, answer())
        return reasons(made)[0]

    def test_a_replay_is_answered_again_only_while_nonces_are_gone(self):
        self.assertEqual(self.replayed(problem(409, "NONCE_REPLAYED")), "answered: ok")
        self.assertTrue(self.replayed(answer()).startswith("wrong"))
        again = self.replayed(lambda _: answer(), NONCES)
        self.assertTrue(again.startswith("answered: played once more"))

    def denied(self, *answers, step):
        made = client(verifying.DeniedClient, [BOUND], answers=answers)
        step(made)
        return reasons(made)[0]

    def test_a_revoked_licence_is_denied_by_a_proven_no(self):
        for found, kind in (
                (lambda nonce: answer(body=grant(nonce, code="LICENSE_DISABLED")), "answered"),
                (lambda nonce: answer(body=grant(nonce)), "wrong"),
                (lambda nonce: answer(body={**grant(nonce, code="LICENSE_DISABLED"), "valid": True}),
                 "wrong"),
                (lambda nonce: answer(body=grant(nonce, code="LICENSE_DISABLED", signer=Signer())),
                 "wrong"),
                (problem(401, "TOKEN_INVALID"), "wrong")):
            said = self.denied(found, step=lambda made: made.verify(BOUND, False))
            self.assertTrue(said.startswith(kind), said)

    def test_nor_is_it_renewed(self):
        for found, kind in ((problem(403, "LICENSE_DISABLED"), "answered"), (answer(), "wrong"),
                            (problem(404, "LICENSE_NOT_FOUND"), "wrong")):
            said = self.denied(found, step=lambda made: made.renew(BOUND))
            self.assertTrue(said.startswith(kind), said)

    def test_introspection_says_what_is_due(self):
        for body, code, kind in (
                ({"active": True, "code": "VALID"}, "VALID", "answered"),
                ({"active": False, "code": "TOKEN_INVALID"}, "VALID", "wrong"),
                ({"active": True, "code": "VALID"}, "LICENSE_DISABLED", "wrong"),
                ({"active": False, "code": "LICENSE_DISABLED"}, "LICENSE_DISABLED", "answered")):
            made = client(verifying.IntrospectClient, [BOUND], answers=[answer(body=body)])
            made.introspect(BOUND.token, code)
            self.assertTrue(reasons(made)[0].startswith(kind))


class SeatTests(unittest.TestCase):
    def test_a_crowd_never_has_more_devices_than_seats(self):
        crowd = Crowd(LICENSE)
        self.assertEqual([crowd.fault_of_grant(str(n), True) for n in range(3)], [None] * 3)
        self.assertIsNone(crowd.fault_of_grant("1", False))
        self.assertIsNotNone(crowd.fault_of_grant("1", True))
        self.assertIsNone(crowd.fault_of_refusal("3"))
        self.assertIsNotNone(crowd.fault_of_refusal("1"))
        self.assertIsNotNone(crowd.fault_of_grant("3", True))

    def test_of_two_that_were_away_together_either_may_say_that_it_took_the_seat(self):
        crowd = Crowd(LICENSE)
        self.assertIsNone(crowd.fault_of_grant("1", False))
        self.assertIsNone(crowd.fault_of_grant("1", True))
        self.assertIsNotNone(crowd.fault_of_grant("1", True))
        crowd = Crowd(LICENSE)
        crowd.fault_of_grant("1", False)
        self.assertIsNotNone(crowd.fault_of_grant("1", True, was_granted=True))

    def test_nor_is_one_refused_with_seats_left(self):
        crowd = Crowd(LICENSE, granted={"1"}, unknown={"2"}, away=["3", "4"])
        self.assertIsNone(crowd.fault_of_refusal("4"))
        crowd.unknown.clear()
        self.assertIsNotNone(crowd.fault_of_refusal("4"))

    def test_a_repeat_takes_no_second_seat(self):
        def new(nonce):
            body = grant(nonce, device="d")
            body["device"]["new"] = True
            return answer(body=body)
        made = client(seating.ActivateClient, answers=[new, new])
        made.activate(LICENSE, "d")
        made.activate(LICENSE, "d")
        self.assertEqual(reasons(made), [
            "answered: ok", "wrong: a repeated activation took a second seat"])

    def test_a_first_one_is_no_repeat_unless_it_was_tried_before(self):
        kept = lambda nonce: answer(body=grant(nonce, device="d"))  # noqa: E731
        made = client(seating.ActivateClient, answers=[kept])
        made.activate(LICENSE, "d")
        self.assertTrue(reasons(made)[0].startswith("wrong"))
        made = client(seating.ActivateClient, answers=[problem(504, "DEADLINE_EXCEEDED"), kept])
        made.activate(LICENSE, "d")
        self.assertIn("answered: ok", reasons(made))

    def test_an_answer_over_the_limit_is_wrong(self):
        for change in ({"used": 2}, {"over_limit": True}):
            def over(nonce, change=change):
                body = grant(nonce, device="d")
                body["license"]["devices"].update(change)
                return answer(body=body)
            made = client(seating.RenewClient, [BOUND], answers=[over])
            made.renew(Bound(LICENSE, "d", token()))
            self.assertTrue(reasons(made)[0].startswith("wrong"))

    def test_a_replayed_activation_and_a_foreign_device_are_refused(self):
        made = client(seating.ActivateClient, answers=[answer(), answer()])
        made.replay({"Authorization": "nonce=n,"})
        made.foreign(LICENSE)
        self.assertTrue(all(reason.startswith("wrong") for reason in reasons(made)))

    def test_within_ten_seconds_there_is_one_token(self):
        first = Hold(token(1, 1), 100)
        self.assertIsNone(token_fault(first, Hold(token(1, 1), 100)))
        self.assertIsNone(token_fault(first, Hold(token(1, 2), 110)))
        for now in (Hold(token(1, 2), 109), Hold(token(2, 2), 120), Hold(token(1, 1), 120)):
            self.assertIsNotNone(token_fault(first, now))
        self.assertIsNotNone(token_fault(Hold(token(1, 2), 100), Hold(token(1, 1), 120)))


class ReturnTests(unittest.TestCase):
    def returned(self, used=0, name=LICENSE.id):
        return answer(body={"license": {"id": name, "devices": {"used": used}}})

    def taken(self, device):
        def made(nonce):
            body = grant(nonce, device=device)
            body["device"]["new"] = True
            return answer(body=body)
        return made

    def stepped(self, *more):
        leaves, stays = f"leaves-{LICENSE.id}", f"stays-on-{LICENSE.id}"
        answers = [self.taken(leaves), self.returned(), problem(409, "NONCE_REPLAYED"),
                   self.returned(), self.taken(stays), *more]
        made = client(returning.DeactivateClient, answers=answers)
        made.scene.returns.append(LICENSE)
        made.step()
        self.assertEqual(made.connection.answers, [])
        return made

    def test_a_seat_is_given_back_once_and_the_next_device_keeps_it(self):
        made = self.stepped(problem(503, "SERVICE_UNAVAILABLE", "1"),
                            problem(429, "UNBIND_QUOTA_EXCEEDED", "9"))
        self.assertEqual(sorted(set(reasons(made))),
                         ["answered: ok", "refused: 503 SERVICE_UNAVAILABLE"])
        self.assertEqual(made.ledger.left, {(LICENSE.id, f"leaves-{LICENSE.id}")})
        self.assertEqual(made.ledger.leaving, made.ledger.left)

    def test_a_return_beyond_the_quota_is_wrong(self):
        for found in (self.returned(), problem(403, "DEVICE_UNBOUND"),
                      problem(429, "UNBIND_QUOTA_EXCEEDED")):
            made = self.stepped(found)
            self.assertTrue(any(reason.startswith("wrong") for reason in reasons(made)))
        made = self.stepped(*[problem(429, "RATE_LIMITED", "1")] * returning.TRIES)
        self.assertIn("refused: 429 RATE_LIMITED", reasons(made))

    def test_an_answer_to_a_return_shows_the_licence_without_the_device(self):
        for found in (self.returned(used=1), self.returned(name="lic_2"), answer(body={}),
                      problem(403, "DEVICE_UNBOUND"), problem(429, "UNBIND_QUOTA_EXCEEDED", "9")):
            made = client(returning.DeactivateClient, answers=[found])
            made.ledger.holds[LICENSE.id, "d"] = Hold(token(), 1)
            made.gives_back(LICENSE, "d")
            self.assertTrue(reasons(made)[0].startswith("wrong"), reasons(made))
            self.assertEqual(made.ledger.left, set())

    def test_a_replayed_return_is_refused(self):
        made = client(returning.DeactivateClient, answers=[self.returned()])
        made.replay({"Authorization": "nonce=n,"})
        self.assertTrue(reasons(made)[0].startswith("wrong"))


class OperatorTests(unittest.TestCase):
    def test_what_is_in_effect_is_denied_and_what_is_not_is_asked_for_again(self):
        made = client(operating.RevokeClient, [], answers=[
            answer(body={"status": "disabled", "in_effect": False}),
            answer(body={"status": "disabled", "in_effect": True})])
        made.scene.operate = lambda *_: {"Authorization": ""}
        made.scene.victims.append(BOUND)
        made.disable(BOUND)
        self.assertEqual((made.pending, made.denied), ([BOUND], []))
        made.look(BOUND)
        self.assertEqual((made.pending, made.denied), ([], [BOUND]))

    def test_a_licence_that_is_not_disabled_afterwards_is_wrong(self):
        self.assertEqual(operating.judge(answer(body={"status": "active"})).kind, "wrong")


class RowTests(unittest.TestCase):
    def setUp(self):
        self.ledger, self.key = Ledger(), (signing.number_of(LICENSE.id), "d")
        self.ledger.ask(LICENSE.id, "d")
        self.hold = self.ledger.holds[LICENSE.id, "d"] = Hold(token(5, 2), 100)

    def test_each_grant_has_its_row_with_its_token(self):
        self.assertEqual(rows.ungiven({self.key: [(5, True, 2)]}, self.ledger), [])
        for found in ([], [(5, False, 2)], [(6, True, 2)], [(5, True, 1)], [(5, True, 3)]):
            self.assertEqual(len(rows.ungiven({self.key: found}, self.ledger)), 1, found)
        self.hold.is_uncertain = True
        self.assertEqual(rows.ungiven({self.key: [(5, True, 3)]}, self.ledger), [])
        self.assertEqual(len(rows.ungiven({self.key: [(5, True, 4)]}, self.ledger)), 1)

    def test_no_device_has_two_and_none_came_unasked(self):
        two = {self.key: [(5, True, 2), (6, False, 1)]}
        self.assertEqual(len(rows.doubled(two)), 1)
        self.assertEqual(rows.doubled({self.key: two[self.key][:1]}), [])
        self.assertEqual(rows.unasked(two, self.ledger), [])
        self.assertEqual(len(rows.unasked({(1, "e"): []}, self.ledger)), 1)


    def misreturned(self, found, logged):
        session = SimpleNamespace(value=lambda _: str(logged))
        scene = Scene("127.0.0.1", 0, "", "", app="app_aaaaaaaaaaaaa")
        return len(rows.misreturned(session, scene, found, self.ledger))

    def test_a_seat_that_was_given_back_is_free_and_logged_once_and_no_other_is(self):
        bound, free = {self.key: [(5, True, 2)]}, {self.key: [(5, False, 2)]}
        self.assertEqual(self.misreturned(bound, 0), 0)
        self.assertEqual(self.misreturned(free, 1), 1)
        self.ledger.leave(LICENSE.id, "d")
        for found, logged, faults in ((bound, 0, 0), (free, 1, 0), (free, 2, 1), (free, 0, 1)):
            self.assertEqual(self.misreturned(found, logged), faults, (found, logged))
        self.ledger.went(LICENSE.id, "d")
        self.assertEqual(self.misreturned(bound, 0), 1)
        self.assertEqual(self.misreturned(free, 1), 0)
        self.assertEqual(rows.ungiven(free, self.ledger), [])

    def test_a_quota_is_that_of_one_licence(self):
        scene = Scene("127.0.0.1", 0, "", "", app="app_aaaaaaaaaaaaa")
        for found, faults in (([], 0), ([("7",)], 1)):
            session = SimpleNamespace(rows=lambda _, found=found: found)
            self.assertEqual(len(rows.over_quota(session, scene)), faults)


class RecoveryTests(unittest.TestCase):
    def test_a_kind_is_well_when_no_refusal_follows_and_enough_was_answered(self):
        tally = Tally()
        record = lambda verdict, at: tally.record("verify", verdict, at, at)  # noqa: E731
        for at in range(20):
            record(verdicts.answered(), at)
        self.assertEqual(tally.recovered(["verify"], 5), 5)
        self.assertIsNone(tally.recovered(["verify"], 15))
        record(verdicts.refused("503"), 20)
        self.assertIsNone(tally.recovered(["verify"], 5))
        for at in range(21, 31):
            record(verdicts.answered(), at)
        self.assertEqual(tally.recovered(["verify"], 5), 21)
        self.assertIsNone(tally.recovered(["verify", "renew"], 5))


if __name__ == "__main__":
    unittest.main()
