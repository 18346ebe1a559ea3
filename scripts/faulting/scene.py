"""An app of its own for each fault, with licences and devices for each kind of client."""

import json
from collections import deque
from dataclasses import dataclass, field

from .exchange import Connection
from .proofs import credential_keys
from .signing import AccessToken, signed

LIMITS = ("activate_device_per_minute", "activate_address_per_minute", "renew_device_per_minute",
          "verify_token_per_minute", "unknown_code_address_per_10_minutes")
SEATS = 3
# How many seats a licence's devices may give back themselves in 30 days.
QUOTA = 1
# For one run of 60 s and more at the clients' pace: 25 singles a second, 12 crowds, 6 victims (so 400
# for 66 s), 6 returns.
SINGLES, CROWDS, VICTIMS, RETURNS, RENEWERS, VERIFIERS = 2000, 1000, 400, 500, 60, 30


@dataclass(frozen=True)
class License:
    id: str
    code: str


@dataclass(frozen=True)
class Bound:
    """A device with its seat."""

    license: License
    device: str
    token: AccessToken


@dataclass
class Scene:
    host: str
    port: int
    operator_key: str
    root_key: str
    app: str = ""
    client_key: str = ""
    keys: dict = field(default_factory=dict)
    singles: deque = field(default_factory=deque)
    crowds: deque = field(default_factory=deque)
    victims: deque = field(default_factory=deque)
    returns: deque = field(default_factory=deque)
    renewers: list = field(default_factory=list)
    verifiers: list = field(default_factory=list)
    made: int = 0

    def connection(self):
        return Connection(self.host, self.port)

    def operate(self, connection, method, target, content=None):
        """The request of an operator."""
        body = b"" if content is None else json.dumps(content).encode()
        return connection.request(
            method, target, body, [("Authorization", f"Bearer {self.operator_key}")])

    def as_app(self, connection, target, content):
        """A request signed by the app, and its nonce."""
        body = json.dumps(content).encode()
        authorization, nonce = signed(self.app, self.client_key, "POST", target, body)
        request = connection.request("POST", target, body, [("Authorization", authorization)])
        return request, nonce

    def as_device(self, connection, target, bound, batch=False, content=None):
        """A request signed by the device's token, and its nonce."""
        content = {"device": {"id": bound.device}} if content is None else content
        body = json.dumps(content).encode()
        authorization, nonce = signed(bound.token.name, bound.token.secret, "POST", target, body)
        headers = [("Authorization", authorization)]
        if batch:
            headers.append(("Countersign-Proof", "batch"))
        return connection.request("POST", target, body, headers), nonce


def must(connection, request):
    """The body of an answer that is due before any fault."""
    answer = connection.send(request)
    if getattr(answer, "status", 0) not in (200, 201):
        raise RuntimeError(f"the scene cannot be set: {answer}")
    return answer.body


def prepare(scene):
    """Makes the app, its licences, and the devices that hold a seat from the start."""
    connection = scene.connection()
    scene.keys = credential_keys(
        must(connection, connection.request("GET", "/.well-known/countersign-keys")),
        scene.root_key)
    made = must(connection, scene.operate(connection, "POST", "/admin/v1/apps", {
        "name": "faults", "settings": {
            "rate_limits": dict.fromkeys(LIMITS), "self_unbind_per_30_days": QUOTA}}))
    scene.app, scene.client_key = made["id"], made["client_key"]
    scene.singles.extend(licenses(scene, connection, SINGLES, 1))
    scene.crowds.extend(licenses(scene, connection, CROWDS, SEATS))
    scene.returns.extend(licenses(scene, connection, RETURNS, 1))
    scene.verifiers += bound(scene, connection, licenses(scene, connection, VERIFIERS, 1))
    scene.renewers += bound(scene, connection, licenses(scene, connection, RENEWERS, 1))
    scene.victims.extend(bound(scene, connection, licenses(scene, connection, VICTIMS, 1)))
    connection.close()
    return scene


def licenses(scene, connection, count, seats):
    made = must(connection, scene.operate(connection, "POST", "/admin/v1/licenses", {
        "app_id": scene.app, "plan": "yearly", "count": count, "allow_devices": seats}))
    scene.made += count
    return [License(entry["id"], entry["code"]) for entry in made["licenses"]]


def bound(scene, connection, found):
    """One device on each licence."""
    devices = []
    for license in found:
        device = f"device-of-{license.id}"
        request, _ = scene.as_app(
            connection, "/v1/activate", {"code": license.code, "device": {"id": device}})
        token = must(connection, request)["token"]["access_token"]
        devices.append(Bound(license, device, AccessToken(token)))
    return devices
