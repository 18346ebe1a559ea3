"""Clients that give their seat back."""

from .scene import Bound
from .seating import SeatClient
from .verdicts import ANSWERED, answered, is_over_quota, unexpected, wrong


# Twice that, and a replay, is what one token may be asked for in a minute without Redis: half of 30.
TRIES = 7


class DeactivateClient(SeatClient):
    """A licence of one seat each, of which one may be given back: a device takes it and gives it back,
    says so once more, and is replayed; the next takes it, and has to keep it."""

    kind = "deactivate"
    per_second = 36

    def step(self):
        if not self.scene.returns:
            self.ended.wait(0.1)
            return
        license = self.scene.returns.popleft()
        first, second = f"leaves-{license.id}", f"stays-on-{license.id}"
        if not self.takes(license, first):
            return
        outcome = self.gives_back(license, first)
        if not is_well(outcome):
            return
        self.replay(outcome[0])
        if is_well(self.gives_back(license, first)) and self.takes(license, second):
            self.has_to_stay(license, second)

    def takes(self, license, device):
        return is_well(self.activate(license, device))

    def held(self, license, device):
        return Bound(license, device, self.ledger.held(license.id, device).token)

    def request_back(self, license, device):
        return self.scene.as_device(
            self.connection, "/v1/deactivate", self.held(license, device), content={})

    def gives_back(self, license, device):
        self.ledger.leave(license.id, device)

        def judge(answer, _):
            if answer.status != 200:
                return unexpected(answer)
            if fault := fault_of_return(answer.body, license):
                return wrong(fault)
            self.ledger.went(license.id, device)
            return answered()
        return self.retried(lambda: self.request_back(license, device), judge, TRIES)

    def has_to_stay(self, license, device):
        """The licence's quota is used up, by one seat and not by the two answers that said so."""
        def judge(answer, _):
            return answered() if is_over_quota(answer) else wrong(
                f"{answer.status} to a return beyond the quota")
        self.retried(lambda: self.request_back(license, device), judge, TRIES)


def fault_of_return(body, license):
    """The licence, of one seat, with nobody on it."""
    found = body.get("license") or {}
    if found.get("id") != license.id:
        return "another licence in the answer to a return"
    if (found.get("devices") or {}).get("used") != 0:
        return "a seat that was given back is still taken"
    return None


def is_well(outcome):
    return outcome is not None and outcome[2].kind == ANSWERED
