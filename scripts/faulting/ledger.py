"""What the clients were told, for the look at the rows afterwards."""

import threading
from dataclasses import dataclass, field

from .signing import AccessToken
from .verdicts import epoch_of

# Sources/Licensing/TokenRules.swift: within so many seconds of its issue the same token is given.
SAME_TOKEN_SECONDS = 10
TOKEN_TTL_SECONDS = 43_200


@dataclass
class Hold:
    """One device's seat as its client knows it."""

    token: AccessToken
    issued: int
    # Whether an answer was missed since: the server may have gone on by one token.
    is_uncertain: bool = False


@dataclass
class Ledger:
    lock: threading.Lock = field(default_factory=threading.Lock)
    holds: dict = field(default_factory=dict)
    asked: set = field(default_factory=set)
    # By id.
    licenses: dict = field(default_factory=dict)
    disabled: set = field(default_factory=set)
    # Seats that were asked to be given back, and those of them whose answer said that they are.
    leaving: set = field(default_factory=set)
    left: set = field(default_factory=set)

    def ask(self, license, device):
        with self.lock:
            self.asked.add((license, device))

    def miss(self, license, device):
        """An answer did not come, or was a refusal for now: what was done is unknown."""
        with self.lock:
            if hold := self.holds.get((license, device)):
                hold.is_uncertain = True

    def grant(self, license, device, body):
        """Notes a grant; what is amiss with its token, or None. The device never verifies, so that
        its token's end tells when it was issued."""
        token = AccessToken(body["token"]["access_token"])
        issued = epoch_of(body["token"]["expires_at"]) - TOKEN_TTL_SECONDS
        with self.lock:
            before = self.holds.get((license, device))
            self.holds[license, device] = Hold(token, issued)
        return before and token_fault(before, Hold(token, issued))

    def held(self, license, device):
        with self.lock:
            return self.holds.get((license, device))

    def leave(self, license, device):
        with self.lock:
            self.leaving.add((license, device))

    def went(self, license, device):
        with self.lock:
            self.left.add((license, device))

    def disable(self, license):
        with self.lock:
            self.disabled.add(license)


def token_fault(before, now):
    if now.token.binding != before.token.binding:
        return "another binding for the same device"
    if now.token.text == before.token.text:
        return None if now.issued == before.issued else "one token with two ends"
    if now.token.generation <= before.token.generation:
        return "an older token in place of a newer one"
    if now.issued - before.issued < SAME_TOKEN_SECONDS:
        return "two tokens within 10 s"
    return None
