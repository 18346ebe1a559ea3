"""Clients that ask whether a licence is in order."""

import itertools
import random

from .client import Client
from .verdicts import ANSWERED, Expected, answered, credential_fault, unexpected, wrong
from .weather import NONCES

# One good request in so many is played once more.
REPLAY_EVERY = 6


def is_replay_refused(answer):
    return answer.status == 409 and answer.body["code"] == "NONCE_REPLAYED"


class VerifyClient(Client):
    """Devices whose licence is in order: VALID, proven; half of them ask for batch proofs."""

    kind = "verify"
    per_second = 70

    def step(self):
        for number, bound in enumerate(self.scene.verifiers):
            if self.ended.is_set():
                return
            request, nonce = self.scene.as_device(
                self.connection, "/v1/verify", bound, batch=number % 2 == 1)
            answer, verdict = self.ask(
                request, lambda answer: self.judge(answer, bound, nonce, number % 2 == 1))
            if verdict.kind == ANSWERED and number % REPLAY_EVERY == 0:
                self.replay(request, answer)

    def judge(self, answer, bound, nonce, batch=False):
        if answer.status != 200:
            return unexpected(answer)
        if answer.body.get("valid") is not True:
            return wrong(f"{answer.body.get('code')} for a licence in order")
        expected = Expected(
            self.scene.app, bound.license.id, bound.device, nonce, batch=batch)
        fault = credential_fault(answer, expected, self.scene.keys)
        return wrong(fault) if fault else answered()

    def replay(self, request, first):
        def judge(answer):
            if is_replay_refused(answer):
                return answered()
            if answer.status == 200 and self.weather.lacked(NONCES, first.sent, answer.received):
                return answered("played once more while nonces were gone")
            return wrong(f"a replay was answered {answer.status}")
        self.ask(request, judge, "replay")


class DeniedClient(Client):
    """Devices whose licence was disabled, with `in_effect` true, before they ask."""

    kind = "denied"
    per_second = 40

    def __init__(self, denied, *parts):
        super().__init__(*parts)
        self.denied = denied

    def step(self):
        for number in itertools.count():
            if self.ended.is_set():
                return
            # The newest as often as all before it together.
            bound = self.denied[-1] if number % 2 else random.choice(self.denied)
            if number % 8 == 0:
                self.renew(bound)
            else:
                self.verify(bound, batch=number % 3 == 0)

    def verify(self, bound, batch):
        request, nonce = self.scene.as_device(self.connection, "/v1/verify", bound, batch)

        def judge(answer):
            if answer.status != 200:
                return unexpected(answer)
            if answer.body.get("valid") is not False:
                return wrong("VALID for a revoked licence")
            expected = Expected(
                self.scene.app, bound.license.id, bound.device, nonce, "LICENSE_DISABLED", batch)
            fault = credential_fault(answer, expected, self.scene.keys)
            return wrong(fault) if fault else answered()
        self.ask(request, judge)

    def renew(self, bound):
        request, _ = self.scene.as_app(self.connection, "/v1/renew", {
            "code": bound.license.code, "device": {"id": bound.device}})

        def judge(answer):
            if answer.status == 403 and answer.body["code"] == "LICENSE_DISABLED":
                return answered()
            return wrong(f"{answer.status} to a renewal of a revoked licence")
        self.ask(request, judge)


class IntrospectClient(Client):
    """A backend: tokens that verify, tokens that were just renewed, and revoked ones."""

    kind = "introspect"
    per_second = 50

    def __init__(self, denied, *parts):
        super().__init__(*parts)
        self.denied = denied

    def step(self):
        verifier = random.choice(self.scene.verifiers)
        renewer = random.choice(self.scene.renewers)
        hold = self.ledger.held(renewer.license.id, renewer.device)
        self.introspect(verifier.token, "VALID")
        self.introspect(hold.token if hold else renewer.token, "VALID")
        self.introspect(random.choice(self.denied).token, "LICENSE_DISABLED")

    def introspect(self, token, code):
        request = self.scene.operate(
            self.connection, "POST", "/v1/introspect", {"access_token": token.text})

        def judge(answer):
            if answer.status != 200:
                return unexpected(answer)
            found = (answer.body.get("active"), answer.body.get("code"))
            if found != (code == "VALID", code):
                return wrong(f"introspection says {found[1]} where {code} is due")
            return answered()
        self.ask(request, judge)
