"""After PostgreSQL was put back to an earlier state: what clients were given since is gone with it, and
Redis, which still has it, grants none of it."""

from dataclasses import dataclass, field

from .client import Client
from .scene import Bound, licenses, must
from .signing import AccessToken
from .verdicts import Expected, answered, credential_fault, unexpected, wrong

# Of each kind, so that all are asked within seconds.
ASKED = 40
LATER = 5


@dataclass
class Lost:
    """What was given between the copy and the restore."""

    # Devices on seats that the copy does not have.
    seats: list = field(default_factory=list)
    # Devices that the copy has, with a token that it does not.
    tokens: list = field(default_factory=list)
    # Devices whose licence was disabled.
    revoked: list = field(default_factory=list)
    # Licences that were made, each with its device.
    licenses: list = field(default_factory=list)
    # An app that was made, and its key.
    app: str = ""
    client_key: str = ""


def gather(scene, ledger, denied):
    """Of a load that has ended, and what is made now beside it."""
    known = {bound.license.id: bound for bound in scene.renewers}
    found = Lost(revoked=denied[-ASKED:])
    for (license, device), hold in ledger.holds.items():
        if before := known.get(license):
            if hold.token.generation > before.token.generation:
                found.tokens.append(Bound(before.license, device, hold.token))
        else:
            found.seats.append(Bound(ledger.licenses[license], device, hold.token))
    found.seats, found.tokens = found.seats[-ASKED:], found.tokens[-ASKED:]
    connection = scene.connection()
    add_later(scene, connection, found)
    connection.close()
    return found


def add_later(scene, connection, found):
    made = must(connection, scene.operate(
        connection, "POST", "/admin/v1/apps", {"name": "later"}))
    found.app, found.client_key = made["id"], made["client_key"]
    for license in licenses(scene, connection, LATER, 1):
        device = f"later-of-{license.id}"
        request, _ = scene.as_app(
            connection, "/v1/activate", {"code": license.code, "device": {"id": device}})
        token = must(connection, request)["token"]["access_token"]
        found.licenses.append(Bound(license, device, AccessToken(token)))
    # They go with the restore.
    scene.made -= LATER


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
