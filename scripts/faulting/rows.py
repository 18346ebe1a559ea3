"""What PostgreSQL holds after a fault, beside what the clients were told."""

from .scene import QUOTA
from .signing import number_of

OUTBOX_SECONDS = 15


def faults(cluster, scene, ledger):
    """One line for each thing that is amiss; none: the rows are in order."""
    with cluster.postgres() as session:
        bindings = read_bindings(session, scene)
        return (crowded(session) + unmade(session, scene) + doubled(bindings)
                + unasked(bindings, ledger) + ungiven(bindings, ledger)
                + unlogged(session, scene, bindings) + undisabled(session, ledger)
                + over_quota(session, scene) + misreturned(session, scene, bindings, ledger))


def outbox_is_empty(cluster):
    with cluster.postgres() as session:
        return session.value("SELECT count(*) FROM outbox") == "0"


def read_bindings(session, scene):
    """{(licence number, device id): [(binding number, whether bound, generation)]} of the app."""
    found = {}
    for binding, license, device, is_bound, generation in session.rows(
            "SELECT b.id, b.license_id, b.device_id, b.unbound_at IS NULL, t.generation "
            "FROM device_bindings b JOIN licenses l ON l.id = b.license_id "
            "LEFT JOIN access_tokens t ON t.binding_id = b.id "
            f"WHERE l.app_id = {number_of(scene.app)}"):
        found.setdefault((int(license), device), []).append(
            (int(binding), is_bound == "t", generation and int(generation)))
    return found


def crowded(session):
    """In the whole database."""
    rows = session.rows(
        "SELECT l.id FROM licenses l JOIN device_bindings b ON b.license_id = l.id "
        "WHERE b.unbound_at IS NULL GROUP BY l.id, l.allow_devices "
        "HAVING count(*) > l.allow_devices")
    return [f"licence {license} has more bindings than seats" for license, in rows]


def unmade(session, scene):
    count = int(session.value(
        f"SELECT count(*) FROM licenses WHERE app_id = {number_of(scene.app)}"))
    return [] if count == scene.made else [f"{count} licences where {scene.made} were made"]


def doubled(bindings):
    return [f"{len(rows)} bindings of one device on licence {license}"
            for (license, _), rows in bindings.items() if len(rows) > 1]


def unasked(bindings, ledger):
    """Seats of devices that never asked for one."""
    asked = {(number_of(license), device) for license, device in ledger.asked}
    return [f"device {device} is bound and never asked" for license, device in bindings
            if not device.startswith("device-of-") and (license, device) not in asked]


def ungiven(bindings, ledger):
    """Each grant has its row, bound, with the token that was given, or the next if one was missed."""
    found = []
    for (license, device), hold in ledger.holds.items():
        if (license, device) in ledger.leaving:
            continue
        rows = bindings.get((number_of(license), device), [])
        row = next((row for row in rows if row[0] == hold.token.binding and row[1]), None)
        if row is None:
            found.append(f"no binding of {device}, which was granted a seat")
            continue
        ahead = (row[2] or 0) - hold.token.generation
        if not 0 <= ahead <= (1 if hold.is_uncertain else 0):
            found.append(f"the token of {device} is {ahead} generations behind its row")
    return found


def unlogged(session, scene, bindings):
    """A binding and its row in the log are one transaction."""
    logged = int(session.value(
        "SELECT count(*) FROM action_logs WHERE action = 'device.bind' "
        f"AND app_id = {number_of(scene.app)}"))
    made = sum(map(len, bindings.values()))
    return [] if logged == made else [f"{made} bindings, {logged} of them logged"]


def misreturned(session, scene, bindings, ledger):
    """Each seat that was given back is free, once, and said so in the log; no other is."""
    asked = {(number_of(license), device) for license, device in ledger.leaving}
    said = {(number_of(license), device) for license, device in ledger.left}
    free = {place for place, rows in bindings.items() if not all(bound for _, bound, _ in rows)}
    logged = int(session.value(
        "SELECT count(*) FROM action_logs WHERE action = 'device.unbind' "
        f"AND app_id = {number_of(scene.app)}"))
    return ([f"{device} gave its seat back and is bound" for _, device in said - free]
            + [f"{device} lost its seat unasked" for _, device in free - asked]
            + ([] if logged == len(free)
               else [f"{len(free)} seats given back, {logged} of them logged"]))


def over_quota(session, scene):
    """What devices gave back themselves: operators leave their name."""
    rows = session.rows(
        "SELECT b.license_id FROM device_bindings b JOIN licenses l ON l.id = b.license_id "
        f"WHERE l.app_id = {number_of(scene.app)} AND b.unbound_at IS NOT NULL "
        f"AND b.unbound_by IS NULL GROUP BY b.license_id HAVING count(*) > {QUOTA}")
    return [f"licence {license} gave back more seats than its quota" for license, in rows]


def undisabled(session, ledger):
    ids = {number_of(license) for license in ledger.disabled}
    if not ids:
        return []
    rows = session.rows("SELECT id FROM licenses WHERE disabled_at IS NULL AND id IN ("
                        + ",".join(map(str, ids)) + ")")
    return [f"licence {license} was disabled and is not" for license, in rows]
