"""Clients that take seats and renew tokens."""

import threading
from dataclasses import dataclass, field

from .client import Client
from .scene import SEATS
from .verdicts import (ANSWERED, REFUSED, Expected, answered, credential_fault, unexpected, wrong)
from .verifying import is_replay_refused


class SeatClient(Client):
    """What activations and renewals have in common."""

    def request(self, target, license, device):
        return self.scene.as_app(
            self.connection, target, {"code": license.code, "device": {"id": device}})

    def grant_fault(self, answer, license, device, nonce):
        """What is amiss with a grant, which is noted."""
        expected = Expected(self.scene.app, license.id, device, nonce)
        if fault := credential_fault(answer, expected, self.scene.keys):
            return fault
        devices = answer.body["license"]["devices"]
        if devices["used"] > devices["limit"] or devices["over_limit"]:
            return "more seats are taken than there are"
        return self.ledger.grant(license.id, device, answer.body)

    def asked(self, license, device):
        self.ledger.ask(license.id, device)
        self.ledger.licenses[license.id] = license

    def noted(self, outcome, license, device):
        """Remembers that the server may know more than the client."""
        if outcome is None or outcome[2].kind == REFUSED:
            self.ledger.miss(license.id, device)
        return outcome

    def activate(self, license, device):
        held = self.ledger.held(license.id, device)
        tries = []
        self.asked(license, device)

        def make():
            tries.append(1)
            return self.request("/v1/activate", license, device)

        def judge(answer, nonce):
            if answer.status != 200:
                return unexpected(answer)
            fault = self.grant_fault(answer, license, device, nonce)
            is_new = answer.body["device"]["new"]
            if held and is_new:
                fault = "a repeated activation took a second seat"
            elif not held and len(tries) == 1 and not is_new:
                fault = "a first activation was answered as a repeat"
            return wrong(fault) if fault else answered()
        return self.noted(self.retried(make, judge), license, device)

    def replay(self, request):
        """The nonce of a write is claimed in PostgreSQL: no fault gives it back."""
        self.ask(request, lambda answer: answered() if is_replay_refused(answer)
                 else wrong(f"a replayed {self.kind} request was answered {answer.status}"), "replay")


class ActivateClient(SeatClient):
    """A licence of one seat each: taken, asked for again, refused to another device, and replayed."""

    kind = "activate"
    per_second = 50

    def step(self):
        if not self.scene.singles:
            self.ended.wait(0.1)
            return
        license = self.scene.singles.popleft()
        device = f"first-of-{license.id}"
        first = self.activate(license, device)
        if first is None or first[2].kind != ANSWERED:
            return
        self.activate(license, device)
        self.foreign(license)
        self.replay(first[0])

    def foreign(self, license):
        device = f"other-of-{license.id}"
        self.asked(license, device)

        def judge(answer):
            body = answer.body
            if answer.status == 409 and body["code"] == "DEVICE_LIMIT_EXCEEDED" \
                    and body.get("license_id") == license.id:
                return answered()
            return unexpected(answer)
        request, _ = self.request("/v1/activate", license, device)
        self.ask(request, judge)


class RenewClient(SeatClient):
    """Bound devices that renew: the same token within 10 s of its issue, then the next."""

    kind = "renew"
    per_second = 30

    def __init__(self, share, *parts):
        super().__init__(*parts)
        self.share = share

    def step(self):
        for bound in self.share:
            if self.ended.is_set():
                return
            self.renew(bound)

    def renew(self, bound):
        license, device = bound.license, bound.device
        request, nonce = self.request("/v1/renew", license, device)

        def judge(answer):
            if answer.status != 200:
                return unexpected(answer)
            fault = self.grant_fault(answer, license, device, nonce)
            if answer.body["device"]["new"]:
                fault = "a renewal bound a device"
            return wrong(fault) if fault else answered()
        _, verdict = self.ask(request, judge)
        if verdict.kind == REFUSED:
            self.ledger.miss(license.id, device)


@dataclass
class Crowd:
    """One licence that more devices want than it has seats, each of them twice."""

    license: object
    lock: threading.Lock = field(default_factory=threading.Lock)
    granted: set = field(default_factory=set)
    # Devices one of whose answers said that it took the seat.
    seated: set = field(default_factory=set)
    unknown: set = field(default_factory=set)
    away: list = field(default_factory=list)

    def fault_of_grant(self, device, is_new, was_granted=False):
        """`was_granted`: before the request was sent. Of two that were away together the answer
        that says "new" may be the later one to come in."""
        if is_new and (was_granted or device in self.seated):
            return "a repeated activation took a second seat"
        if is_new:
            self.seated.add(device)
        self.granted.add(device)
        self.unknown.discard(device)
        if len(self.granted) > SEATS:
            return f"{len(self.granted)} devices on {SEATS} seats"
        return None

    def fault_of_refusal(self, device):
        """No seat left: right only if others may hold them all."""
        if device in self.granted:
            return "a bound device was refused its own seat"
        self.unknown.discard(device)
        if len(self.granted | self.unknown | set(self.away) - {device}) < SEATS:
            return "refused with seats left"
        return None


class CrowdTurns:
    """Deals out licences, devices and rounds to several clients, so that they meet on a licence."""

    DEVICES = 2 * SEATS

    def __init__(self, scene):
        self.scene, self.lock, self.turns = scene, threading.Lock(), iter(())

    def next(self):
        with self.lock:
            turn = next(self.turns, None)
            if turn is None and self.scene.crowds:
                crowd = Crowd(self.scene.crowds.popleft())
                self.turns = iter([(crowd, f"crowd-{number:03}-{crowd.license.id}")
                                   for _ in range(2) for number in range(self.DEVICES)])
                turn = next(self.turns)
            return turn


class CrowdClient(SeatClient):
    """Devices that race for few seats: never more than there are, and never fewer."""

    kind = "crowd"
    per_second = 50

    def __init__(self, turns, *parts):
        super().__init__(*parts)
        self.turns = turns

    def step(self):
        turn = self.turns.next()
        if turn is None:
            self.ended.wait(0.1)
            return
        crowd, device = turn
        with crowd.lock:
            crowd.away.append(device)
        outcome = self.noted(self.race(crowd, device), crowd.license, device)
        with crowd.lock:
            crowd.away.remove(device)
            if (outcome is None or outcome[2].kind == REFUSED) and device not in crowd.granted:
                crowd.unknown.add(device)

    def race(self, crowd, device):
        self.asked(crowd.license, device)
        was_granted = False

        def make():
            nonlocal was_granted
            with crowd.lock:
                was_granted = device in crowd.granted
            return self.request("/v1/activate", crowd.license, device)

        def judge(answer, nonce):
            with crowd.lock:
                fault = self.fault(answer, crowd, device, nonce, was_granted)
            return wrong(fault) if fault else answered()
        return self.retried(make, judge)

    def fault(self, answer, crowd, device, nonce, was_granted):
        if answer.status == 200:
            is_new = answer.body["device"]["new"]
            return (crowd.fault_of_grant(device, is_new, was_granted)
                    or self.grant_fault(answer, crowd.license, device, nonce))
        if answer.status == 409 and answer.body["code"] == "DEVICE_LIMIT_EXCEEDED":
            return crowd.fault_of_refusal(device)
        return unexpected(answer).reason
