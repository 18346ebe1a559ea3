"""Whether a credential holds: docs/http-api.md, "Checking a credential". Ed25519 is libsodium's."""

import ctypes
import ctypes.util
import hashlib
import json

from .signing import unbase64url

JWS = "countersign+jwt"
KEY_SET = "countersign-keys+jwt"
BATCH = "countersign-batch"
# Libsodium reads so many bytes; a shorter signature or key must never reach it.
SIGNATURE_BYTES, KEY_BYTES, HASH_BYTES = 64, 32, 32


class Unproven(Exception):
    """The credential proves nothing; the text says why."""


def load_sodium():
    name = ctypes.util.find_library("sodium")
    if not name:
        raise SystemExit("libsodium is missing: make dependencies")
    sodium = ctypes.CDLL(name)
    if sodium.sodium_init() < 0:
        raise SystemExit("libsodium cannot be used here")
    sodium.crypto_sign_verify_detached.argtypes = [
        ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulonglong, ctypes.c_char_p]
    return sodium


SODIUM = load_sodium()


def holds(signature, message, key):
    return (len(signature) == SIGNATURE_BYTES and len(key) == KEY_BYTES
            and SODIUM.crypto_sign_verify_detached(signature, message, len(message), key) == 0)


def jws_claims(jws, keys, type_name):
    """The claims of a JWS that one of `keys` (by kid) signed."""
    header, payload, signature = jws.split(".")
    fields = json.loads(unbase64url(header))
    if fields.get("alg") != "EdDSA" or fields.get("typ") != type_name:
        raise Unproven("another kind of credential")
    key = keys.get(fields.get("kid"))
    if not key or not holds(unbase64url(signature), f"{header}.{payload}".encode(), key):
        raise Unproven("the signature does not hold")
    return json.loads(unbase64url(payload))


def batch_claims(proof, keys):
    """The claims of a batch proof: its leaf leads to the root that one of `keys` signed."""
    payload, size = unbase64url(proof["payload"]), proof["size"]
    path = [unbase64url(step) for step in proof["path"]]
    root = root_from(digest(b"\0", payload), proof["index"], size, path)
    key = keys.get(proof["kid"])
    if proof["typ"] != BATCH or root is None or not key:
        raise Unproven("another kind of credential, or a path of another length")
    signed = b"countersign-batch\0" + size.to_bytes(4, "big") + root
    if not holds(unbase64url(proof["signature"]), signed, key):
        raise Unproven("the signature of the batch does not hold")
    return json.loads(payload)


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def root_from(leaf, index, size, path):
    """RFC 9162 section 2.1; None for a path of another length."""
    if not 0 <= index < size or any(len(step) != HASH_BYTES for step in path):
        return None
    if size == 1:
        return leaf if not path else None
    if not path:
        return None
    half = 1 << (size - 1).bit_length() - 1
    if index < half:
        below = root_from(leaf, index, half, path[:-1])
        return below and digest(b"\1", below, path[-1])
    below = root_from(leaf, index - half, size - half, path[:-1])
    return below and digest(b"\1", path[-1], below)


def claims_of(credential, keys, batch):
    """The claims, proven; raises Unproven for whatever proves nothing, or is not of the form that was
    asked for: a batch proof, or a JWS."""
    if isinstance(credential, dict) != batch:
        raise Unproven("not of the form that was asked for")
    try:
        if batch:
            return batch_claims(credential, keys)
        return jws_claims(credential, keys, JWS)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as fault:
        raise Unproven(f"not of the form of a credential: {type(fault).__name__}") from None


def credential_keys(key_set, root_key):
    """{kid: key} of the key set, which counts only by the root key's signature."""
    header = json.loads(unbase64url(key_set["signed"].split(".")[0]))
    claims = jws_claims(key_set["signed"], {header["kid"]: unbase64url(root_key)}, KEY_SET)
    return {key["kid"]: unbase64url(key["x"]) for key in claims["keys"]}
