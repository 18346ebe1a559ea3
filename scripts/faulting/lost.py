"""What goes when PostgreSQL is put back to an earlier state: all that clients were given since. Redis
still has it, and may grant none of it."""

from dataclasses import dataclass, field

from .scene import Bound, licenses, must
from .signing import AccessToken

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
