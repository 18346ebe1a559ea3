#!/usr/bin/env python3
"""Batch proofs by another hand: RFC 9162 section 2.1 and RFC 8032, from their texts.

    batch_proof.py make              prints the golden vectors (batch_proof.json)
    batch_proof.py check FILE...     checks all batches of such files; ends with 1 at the first fault

Needs Python's `cryptography` (Debian package python3-cryptography).
"""

import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SEED = bytes(range(32))
SIZES = [1, 2, 3, 4, 5, 7, 8, 13, 57]
PROOF_FIELDS = ["typ", "kid", "payload", "size", "index", "path", "signature"]


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("not canonical base64url")
    return data


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def split(count):
    """The largest power of two below count."""
    return 1 << (count - 1).bit_length() - 1


def root(leaves):
    if len(leaves) == 1:
        return sha256(b"\0", leaves[0])
    k = split(len(leaves))
    return sha256(b"\1", root(leaves[:k]), root(leaves[k:]))


def path(index, leaves):
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return path(index, leaves[:k]) + [root(leaves[k:])]
    return path(index - k, leaves[k:]) + [root(leaves[:k])]


def root_from(leaf_hash, index, size, path):
    """The root that a path leads to, top down as it was made; None for another length."""
    if size == 1:
        return leaf_hash if not path else None
    if not path:
        return None
    k = split(size)
    if index < k:
        below = root_from(leaf_hash, index, k, path[:-1])
        return below and sha256(b"\1", below, path[-1])
    below = root_from(leaf_hash, index - k, size - k, path[:-1])
    return below and sha256(b"\1", path[-1], below)


def signed_bytes(size, root):
    return b"countersign-batch\0" + size.to_bytes(4, "big") + root


def thumbprint(x):
    """RFC 7638 of the public key."""
    return encode(sha256(b'{"crv":"Ed25519","kty":"OKP","x":"%s"}' % encode(x).encode()))


def raw(public_key):
    return public_key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def proofs(key, payloads):
    signature = encode(key.sign(signed_bytes(len(payloads), root(payloads))))
    return [
        dict(zip(PROOF_FIELDS, [
            "countersign-batch", thumbprint(raw(key.public_key())), encode(payload), len(payloads),
            index, [encode(step) for step in path(index, payloads)], signature]))
        for index, payload in enumerate(payloads)
    ]


def make():
    key = Ed25519PrivateKey.from_private_bytes(SEED)
    batches = []
    for size in SIZES:
        payloads = [b'{"jti":"%d of %d"}' % (index, size) for index in range(size)]
        batches.append({"payloads": list(map(encode, payloads)), "proofs": proofs(key, payloads)})
    vectors = {"seed": SEED.hex(), "public": encode(raw(key.public_key())), "batches": batches}
    json.dump(vectors, sys.stdout, indent=1)
    print()


def check_proof(proof, payload, index, size, public):
    assert list(proof) == PROOF_FIELDS, "other fields"
    assert proof["typ"] == "countersign-batch" and proof["kid"] == thumbprint(public), "header"
    assert decode(proof["payload"]) == payload, "another payload"
    assert (proof["index"], proof["size"]) == (index, size), "another place"
    steps = [decode(step) for step in proof["path"]]
    assert all(len(step) == 32 for step in steps), "a step of another length"
    found = root_from(sha256(b"\0", payload), index, size, steps)
    assert found is not None, "a path of another length"
    key = Ed25519PublicKey.from_public_bytes(public)
    key.verify(decode(proof["signature"]), signed_bytes(size, found))


def check(name):
    with open(name) as file:
        vectors = json.load(file)
    public = decode(vectors["public"])
    count = 0
    for batch in vectors["batches"]:
        payloads = list(map(decode, batch["payloads"]))
        assert len(batch["proofs"]) == len(payloads), "a proof for each payload"
        for index, (proof, payload) in enumerate(zip(batch["proofs"], payloads)):
            check_proof(proof, payload, index, len(payloads), public)
            count += 1
    print(f"{count} proofs hold")


def main():
    arguments = sys.argv[1:]
    if arguments == ["make"]:
        make()
    elif arguments[:1] == ["check"] and len(arguments) > 1:
        try:
            for name in arguments[1:]:
                check(name)
        except (AssertionError, InvalidSignature, ValueError, KeyError) as fault:
            sys.exit(f"{name}: {fault!r}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
