"""How a client signs (docs/http-api.md, "Signing a request"), and what an access token names."""

import base64
import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number_of(identifier):
    """`lic_…` as its table has it: 64 bits, signed."""
    text = identifier.partition("_")[2].upper()
    return int.from_bytes(base64.b32decode(text + "=" * (-len(text) % 8)), "big", signed=True)


def signed(name, secret, method, target, body):
    """The value of `Authorization`, and the nonce in it."""
    stamp, nonce = str(int(time.time())), secrets.token_urlsafe(18)
    text = "\n".join(
        ["countersign-v1", method, target, stamp, nonce, hashlib.sha256(body).hexdigest()])
    mac = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
    return f"Countersign id={name}, ts={stamp}, nonce={nonce}, sig={base64url(mac)}", nonce


@dataclass(frozen=True)
class AccessToken:
    text: str

    @property
    def name(self):
        return self.text.partition(".")[0]

    @property
    def secret(self):
        return self.text.partition(".")[2]

    @property
    def bytes(self):
        return base64.b32decode(self.name.removeprefix("cst_").upper())

    @property
    def binding(self):
        """As the table has it."""
        return int.from_bytes(self.bytes[:8], "big", signed=True)

    @property
    def generation(self):
        return int.from_bytes(self.bytes[17:20], "big")
