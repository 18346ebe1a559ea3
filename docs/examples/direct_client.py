#!/usr/bin/env python3
"""A backend of an app, as a direct client of Countersign: introspects one access token over ZeroMQ,
passes on a device's verification, and checks the credential that comes back.

    . .run/env
    export COUNTERSIGN_DIRECT_URL COUNTERSIGN_DIRECT_SERVER_KEY COUNTERSIGN_DIRECT_CLIENT_KEY_FILE
    export COUNTERSIGN_OPERATOR_KEY COUNTERSIGN_URL COUNTERSIGN_ROOT_KEY
    export ACCESS_TOKEN=cst_… DEVICE_ID=my-first-device
    python3 docs/examples/direct_client.py

Needs python3-zmq, python3-protobuf, python3-cryptography and protobuf-compiler (Debian's names).
docs/direct-clients.md says what the frames mean.
"""

import base64
import hashlib
import hmac
import importlib
import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request

import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ANSWER_SECONDS = 5
SILENCE_SECONDS = 3


def load_envelope():
    """The Python code of proto/bus.proto, made on the fly by protoc."""
    proto = pathlib.Path(__file__).resolve().parents[2] / "proto"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["protoc", f"--proto_path={proto}", f"--python_out={folder}", f"{proto}/bus.proto"],
            check=True)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        return importlib.import_module("bus_pb2")


bus = load_envelope()


class Refused(Exception):
    """A REJECT of the bus; its text is the code."""


class DirectClient:
    """One connection to one lane: a heartbeat, the operator key, then any number of requests.

    This one waits for each answer. Many requests may be in flight: answers come in any order and
    carry the request's id."""

    def __init__(self, context, endpoint, server_key, secret_key, operator_key):
        self.operator_key = operator_key
        self.last_heard = self.last_said = time.monotonic()
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.immediate = True
        self.socket.curve_serverkey = server_key
        self.socket.curve_secretkey = secret_key
        self.socket.curve_publickey = zmq.curve_public(secret_key)
        self.socket.sndtimeo = ANSWER_SECONDS * 1000
        self.socket.connect(endpoint)
        self.begin()

    def begin(self):
        """A server that does not know us, or has not heard us for 3 seconds, wants this first."""
        self.say_heartbeat()
        status, _ = self.ask(
            "/v1/introspect", {"access_token": "none"},
            [("authorization", f"Bearer {self.operator_key}")])
        if status != 200:
            raise Refused(str(status))

    def introspect(self, access_token):
        return self.ask("/v1/introspect", {"access_token": access_token}, [])

    def verify(self, authorization, body):
        """Passes on what a device signed: its header and its body, byte for byte."""
        return self.ask("/v1/verify", body, [("authorization", authorization)])

    def ask(self, target, body, headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        request_id = secrets.token_bytes(16)
        envelope = bus.Envelope(version=1)
        envelope.request.id = request_id
        envelope.request.method = "POST"
        envelope.request.target = target.encode()
        envelope.request.deadline_unix_ms = int((time.time() + ANSWER_SECONDS) * 1000)
        for name, value in headers:
            envelope.request.headers.add(name=name, value=value.encode())
        self.socket.send_multipart([envelope.SerializeToString(), body])
        return self.wait_for(request_id)

    def wait_for(self, request_id):
        end = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < end:
            self.say_heartbeat_if_due()
            if not self.socket.poll(200):
                if time.monotonic() - self.last_heard > SILENCE_SECONDS:
                    break  # The server is gone: connect anew after a while.
                continue
            frames = self.socket.recv_multipart()
            self.last_heard = time.monotonic()
            envelope = bus.Envelope.FromString(frames[0])
            kind = envelope.WhichOneof("kind")
            if kind == "reply" and envelope.reply.id == request_id:
                return envelope.reply.status, json.loads(frames[1])
            if kind == "reject" and envelope.reject.id in (request_id, b""):
                raise Refused(envelope.reject.code)
            if kind == "drain":
                # The server stops: say so back, send nothing more, await what is still open.
                self.socket.send(self.envelope("drain").SerializeToString())
        raise TimeoutError("no answer; what became of the request is unknown")

    def say_heartbeat_if_due(self):
        if time.monotonic() - self.last_said >= 1:
            self.say_heartbeat()

    def say_heartbeat(self):
        envelope = self.envelope("heartbeat")
        envelope.heartbeat.clock_unix_ms = int(time.time() * 1000)
        envelope.heartbeat.able = True
        self.socket.send(envelope.SerializeToString())
        self.last_said = time.monotonic()

    @staticmethod
    def envelope(kind):
        envelope = bus.Envelope(version=1)
        getattr(envelope, kind).SetInParent()
        return envelope


def unbase64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed_by_device(token, target, body, nonce):
    """What a device does, here only because the example has no device: docs/http-api.md, "Signing
    a request". A backend never sees the part of the token behind the dot."""
    name, secret = token.split(".", 1)
    ts = int(time.time())
    text = f"countersign-v1\nPOST\n{target}\n{ts}\n{nonce}\n{hashlib.sha256(body).hexdigest()}"
    sig = base64url(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest())
    return f"Countersign id={name}, ts={ts}, nonce={nonce}, sig={sig}"


def checked(jws, key, type_name):
    """The claims of a JWS that `key` signed; raises InvalidSignature for any other."""
    header, payload, signature = jws.split(".")
    fields = json.loads(unbase64url(header))
    assert fields["alg"] == "EdDSA" and fields["typ"] == type_name
    Ed25519PublicKey.from_public_bytes(unbase64url(key(fields["kid"]))).verify(
        unbase64url(signature), f"{header}.{payload}".encode())
    return json.loads(unbase64url(payload))


def credential_keys(url, root_key):
    """The server's signing keys, which count only by the root key's signature."""
    with urllib.request.urlopen(f"{url}/.well-known/countersign-keys", timeout=5) as answer:
        signed = json.load(answer)["signed"]
    keys = checked(signed, lambda _: root_key, "countersign-keys+jwt")["keys"]
    return {key["kid"]: key["x"] for key in keys}


def main():
    environment = os.environ
    token, device = environment["ACCESS_TOKEN"], environment["DEVICE_ID"]
    client = DirectClient(
        zmq.Context(),
        # One lane is enough here; a busy backend connects to all and spreads its requests.
        environment["COUNTERSIGN_DIRECT_URL"].split(",")[0],
        environment["COUNTERSIGN_DIRECT_SERVER_KEY"].split(",")[0].encode(),
        pathlib.Path(environment["COUNTERSIGN_DIRECT_CLIENT_KEY_FILE"]).read_bytes().strip(),
        environment["COUNTERSIGN_OPERATOR_KEY"])
    print("connected")

    _, answer = client.introspect(token)
    print("introspected:", answer["active"], answer["code"])

    nonce = secrets.token_hex(16)
    body = json.dumps({"device": {"id": device}}).encode()
    authorization = signed_by_device(token, "/v1/verify", body, nonce)
    status, answer = client.verify(authorization, body)
    print("verified:", status, answer.get("code"))

    keys = credential_keys(environment["COUNTERSIGN_URL"], environment["COUNTERSIGN_ROOT_KEY"])
    claims = checked(answer["credential"], keys.__getitem__, "countersign+jwt")
    assert claims["nonce"] == nonce and claims["device"] == device
    print("credential holds:", claims["code"])

    status, answer = client.verify(authorization, body)
    print("replayed:", status, answer["code"])


if __name__ == "__main__":
    main()
