"""The operator: revokes one licence after the other, and keeps to what the answers promised."""

from .client import Client
from .verdicts import ANSWERED, REFUSED, answered, unexpected, wrong


class RevokeClient(Client):
    """Disables licences. One whose answer says `in_effect` is denied from then on; for the others it
    asks until they are."""

    kind = "revoke"
    per_second = 6

    def __init__(self, denied, *parts):
        super().__init__(*parts)
        self.denied = denied
        self.pending = []

    def step(self):
        if self.pending:
            self.look(self.pending[0])
        if self.scene.victims and not self.ended.is_set():
            self.disable(self.scene.victims[0])
        elif not self.pending:
            self.ended.wait(0.1)

    def disable(self, bound):
        request = self.scene.operate(
            self.connection, "POST", f"/admin/v1/licenses/{bound.license.id}/disable",
            {"reason": "faults"})
        answer, verdict = self.ask(request, judge)
        if verdict.kind == REFUSED:
            return
        self.scene.victims.popleft()
        if verdict.kind == ANSWERED:
            self.ledger.disable(bound.license.id)
            self.sort(bound, answer)

    def look(self, bound):
        request = self.scene.operate(
            self.connection, "GET", f"/admin/v1/licenses/{bound.license.id}")
        answer, verdict = self.ask(request, judge)
        if verdict.kind == ANSWERED:
            self.pending.remove(bound)
            self.sort(bound, answer)

    def sort(self, bound, answer):
        (self.denied if answer.body["in_effect"] else self.pending).append(bound)


def judge(answer):
    if answer.status != 200:
        return unexpected(answer)
    if answer.body.get("status") != "disabled":
        return wrong("a licence that was disabled is not")
    return answered()
