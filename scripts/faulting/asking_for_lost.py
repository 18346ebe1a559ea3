"""The client that asks for what was lost with a restore; each answer must come from PostgreSQL."""

from .client import Client
from .verdicts import Expected, answered, credential_fault, unexpected, wrong


class LostClient(Client):
    """Asks for all of it, once; not a thread of its own."""

    kind = "lost"
    per_second = 500

    def ask_all(self, lost):
        for bound in (*lost.seats, *lost.tokens, *lost.licenses):
            self.verify(bound, judge_refused)
            self.introspect(bound)
        for bound in lost.seats:
            self.call("/v1/renew", bound, (403, "DEVICE_UNBOUND"))
        for bound in lost.licenses:
            for target in ("/v1/renew", "/v1/activate"):
                self.call(target, bound, (404, "LICENSE_NOT_FOUND"))
        for bound in lost.revoked:
            self.verify_restored(bound)
        self.call_as_later_app(lost)

    def granted(self, lost):
        """How many of the lost seats Redis still grants: before it is told."""
        count = 0
        for bound in lost.seats:
            request, _ = self.scene.as_device(self.connection, "/v1/verify", bound)
            answer = self.connection.send(request)
            count += getattr(answer, "status", 0) == 200 and answer.body.get("valid") is True
        return count

    def verify(self, bound, judge):
        def make():
            return self.scene.as_device(self.connection, "/v1/verify", bound)
        self.insist(make, lambda answer, _: judge(answer))

    def introspect(self, bound):
        def make():
            return self.scene.operate(self.connection, "POST", "/v1/introspect",
                                      {"access_token": bound.token.text}), None
        self.insist(make, lambda answer, _: judge_inactive(answer))

    def call(self, target, bound, due):
        def make():
            return self.scene.as_app(self.connection, target, {
                "code": bound.license.code, "device": {"id": bound.device}})
        self.insist(make, lambda answer, _: judge_code(answer, *due))

    def verify_restored(self, bound):
        """PostgreSQL says that it is in order, and PostgreSQL is believed."""
        def make():
            return self.scene.as_device(self.connection, "/v1/verify", bound)

        def judge(answer, nonce):
            if answer.status != 200 or answer.body.get("valid") is not True:
                return wrong("a refusal that the restored PostgreSQL knows nothing of")
            expected = Expected(self.scene.app, bound.license.id, bound.device, nonce)
            fault = credential_fault(answer, expected, self.scene.keys)
            return wrong(fault) if fault else answered()
        self.insist(make, judge)

    def call_as_later_app(self, lost):
        earlier = self.scene.app, self.scene.client_key
        self.scene.app, self.scene.client_key = lost.app, lost.client_key
        try:
            self.call("/v1/activate", lost.licenses[0], (401, "SIGNATURE_INVALID"))
        finally:
            self.scene.app, self.scene.client_key = earlier

    def insist(self, make, judge):
        """A refusal for now tells nothing."""
        outcome = self.retried(make, judge)
        if outcome is None:
            self.tally.fault("what was lost could not be asked for: refused again and again")


def judge_refused(answer):
    if answer.status == 200 and answer.body.get("valid") is True:
        return wrong("VALID for a token that the restored PostgreSQL does not know")
    return judge_code(answer, 401, "TOKEN_INVALID")


def judge_inactive(answer):
    if answer.status != 200:
        return unexpected(answer)
    if (answer.body.get("active"), answer.body.get("code")) != (False, "TOKEN_INVALID"):
        return wrong(f"introspection says {answer.body.get('code')} of a token that is lost")
    return answered()


def judge_code(answer, status, code):
    if (answer.status, (answer.body or {}).get("code")) == (status, code):
        return answered()
    return wrong(f"{answer.status} {(answer.body or {}).get('code', '')} where {status} {code} is due")
