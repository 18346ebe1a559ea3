"""C. PostgreSQL put back to an earlier state, with a Redis that knows what came after."""

import os
import subprocess
import time

from ..asking_for_lost import LostClient
from ..lost import gather
from ..postgres_place import PostgresPlace
from ..weather import NONCES
from .fault import Fault
from .postgres import PLACE

COPY = "earlier"
# After the copy a device gets its next token, 10 s after the one that it has; and then some more do.
NEXT_TOKEN_SECONDS = 20
LATER_SECONDS = 1
# Every process reads the epoch once a second; as much again for a machine that has other work.
KNOWN_SECONDS = 2
# Until a process finds that PostgreSQL is another.
NOTICED_SECONDS = 5
COMMAND_SECONDS = 30
# Nothing is in effect for 3 s after a new epoch, and the first revocation has to be.
RECOVER_SECONDS = 10
# A copy that is read up to its end, and goes on as another: the timeline after the one it was.
ARCHIVE = "restore_command = '/bin/false'\nrecovery_target_timeline = 'current'\n"


def copied(run):
    place = PostgresPlace(run.cluster)
    run.prepared = place, place.copy_to(COPY)


def put_back(run):
    """The same system identifier and timeline: nobody can see it, so that the operator says so."""
    lost, (place, copy) = ended_load(run), run.prepared
    with place.at_rest():
        place.replace_by(copy)
    client = LostClient(*run.load.parts)
    place.tried_again()
    granted = client.granted(lost)
    run.notes.append(f"Redis granted {granted} of {len(lost.seats)} lost seats before the step")
    if not granted:
        run.tally.fault("Redis granted nothing that was lost: the step shows nothing")
    run.notes.append(command(run, "epoch", "new"))
    time.sleep(KNOWN_SECONDS)
    return looked_at(run, client, lost)


def put_back_on_a_timeline(run):
    """As after a restore to a point in time: the processes see it and do the step themselves."""
    lost, before, (place, copy) = ended_load(run), epoch(run.cluster), run.prepared
    with open(os.path.join(copy, "postgresql.auto.conf"), "a") as file:
        file.write(ARCHIVE)
    with open(os.path.join(copy, "recovery.signal"), "w"):
        pass
    with place.at_rest():
        place.replace_by(copy)
    run.cluster.until(NOTICED_SECONDS, "no new epoch for the new timeline",
                      lambda: epoch(run.cluster) > before)
    run.notes.append(f"timeline {timeline(run.cluster)}, a new epoch by itself")
    place.tried_again()
    return looked_at(run, LostClient(*run.load.parts), lost)


def ended_load(run):
    """What clients hold of what came after the copy."""
    _, ledger, _, _ = run.load.parts
    run.cluster.until(NEXT_TOKEN_SECONDS, "no device got another token",
                      lambda: has_next_token(run.scene, ledger))
    time.sleep(LATER_SECONDS)
    run.load.stop()
    return gather(run.scene, ledger, run.load.denied)


def has_next_token(scene, ledger):
    holds = ((bound, ledger.held(bound.license.id, bound.device)) for bound in scene.renewers)
    return any(hold and hold.token.generation > bound.token.generation for bound, hold in holds)


def looked_at(run, client, lost):
    for name, found in (("seats", lost.seats), ("tokens", lost.tokens), ("revoked", lost.revoked)):
        if not found:
            run.tally.fault(f"no {name} were given after the copy: nothing is shown of them")
    client.ask_all(lost)
    moment = time.monotonic()
    run.begin_anew()
    run.notes.append(command(run, "audit", "verify").partition(";")[0])
    return moment


def command(run, *words):
    """What `countersign` says; a fault where it fails."""
    done = subprocess.run([run.cluster.binary, *words], env=run.cluster.settings, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_SECONDS)
    if done.returncode != 0:
        run.tally.fault(f"countersign {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.strip()


def epoch(cluster):
    with cluster.postgres(database="countersign") as session:
        return int(session.value("SELECT epoch FROM redis_epoch"))


def timeline(cluster):
    with cluster.postgres() as session:
        return session.value("SELECT timeline_id FROM pg_control_checkpoint()")


def faults():
    losses = (NONCES,)
    yield Fault("postgres-restored", "PostgreSQL",
                "an older copy in its place, then countersign epoch new", put_back, losses, PLACE,
                (), RECOVER_SECONDS, copied)
    yield Fault("postgres-restored-later", "PostgreSQL",
                "an older copy in its place, on a timeline of its own", put_back_on_a_timeline,
                losses, PLACE, (), RECOVER_SECONDS, copied)
