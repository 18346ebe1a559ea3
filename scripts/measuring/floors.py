"""What the parts under the service can do by themselves, in the same run on the same machine."""

import glob
import os
import re
import subprocess

from .cluster import plain_environment, say


def output(command, seconds, **more):
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         timeout=seconds, env={**plain_environment(), **more})
    if ran.returncode != 0:
        say(f"! {command[0]} ended with {ran.returncode}: {ran.stdout.strip()[-300:]}")
        return ""
    return ran.stdout


def redis_pipelined_rps(cluster):
    socket = cluster.environment["REDIS_URL"].removeprefix("unix://")
    text = output(["redis-benchmark", "-s", socket, "-P", "64", "-c", "4", "-n", "1000000",
                   "-r", "10000", "-t", "get", "--csv"], 60)
    match = re.search(r'^"GET","([0-9.]+)"', text, re.M)
    return float(match[1]) if match else None


def pgbench_simple_tps(cluster, clients, seconds):
    """`pgbench -N` beside the service's own tables; its tables go again."""
    url = cluster.environment["DATABASE_URL"]
    match = re.match(r"^postgresql://([^@]+)@/([^?]+)\?host=(.+)$", url)
    if not match:
        return None
    user, database, host = match.groups()
    place = {"PGHOST": host, "PGUSER": user}
    pgbench = os.path.join(sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1], "pgbench")
    output([pgbench, "-i", "-q", "-s", "10", database], 120, **place)
    text = output([pgbench, "-N", "-c", str(clients), "-j", "2", "-T", str(seconds), database],
                  seconds + 60, **place)
    output([pgbench, "-i", "-I", "d", database], 60, **place)
    match = re.search(r"^tps = ([0-9.]+)", text, re.M)
    return float(match[1]) if match else None


def ed25519_sign_rps():
    text = output(["openssl", "speed", "-seconds", "2", "ed25519"], 60)
    match = re.search(r"(?i)ed25519\S*\s+(?:\S+s\s+){2}([0-9.]+)", text)
    return float(match[1]) if match else None
