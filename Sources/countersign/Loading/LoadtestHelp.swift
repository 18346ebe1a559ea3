extension LoadtestCommand {
  static let help = """
    Needs COUNTERSIGN_OPERATOR_KEY (scopes admin and verify) and takes COUNTERSIGN_URL and
    COUNTERSIGN_ROOT_KEY; all three are in the cluster's env file:

      (set -a; . .run/env; exec sh)                     # a shell of its own
      countersign loadtest                              # verifications, as fast as 64 may
      countersign loadtest --rate 2000 --duration 60    # 2,000 a second, whatever happens
      countersign loadtest --mix verify=95,renew=3,activate=2 --plot load.svg

    It makes an app without rate limits, licences, and devices which it activates, so run it
    against a cluster whose data may hold such. Progress goes to standard error.

    What is asked
    --url U             default COUNTERSIGN_URL; http://host:port
    --mix M             kinds with weights: verify, renew, activate, config, introspect, healthz
                        (default verify)
    --proof F           jws (default), or batch: asks for batch proofs; a server may still send
                        the other form, which is counted apart
    --devices N         devices that are activated beforehand (default 10000)

    Over the bus instead of HTTP (docs/direct-clients.md); app, licences and devices are still made
    over HTTP
    --direct [E,E…]     verify and introspect over ZeroMQ: one connection for each thread, to the
                        endpoints in turn, each tcp://host:port (default COUNTERSIGN_DIRECT_URL)
    --server-key K,K…   the server's public key of each endpoint (default
                        COUNTERSIGN_DIRECT_SERVER_KEY)
    --client-key FILE   this client's secret key (default COUNTERSIGN_DIRECT_CLIENT_KEY_FILE)

    How much
    --connections N     requests that may be away at once (default 64); with --direct they share the
                        connections, at most 1024 to one endpoint
    --think MS          closed loop: a connection waits so long after an answer (default 0)
    --rate R            open loop: R requests a second by the clock. Latency counts from when a
                        request was due, also while it waits for a free connection
    --threads N         threads that share the connections (default 1)

    How long, in seconds
    --settle S          rests between making ready and asking (default 0); a renewal gives another
                        token once the last is 10 s old
    --ramp S            connections, or the rate, rise during this time; not measured (default 0)
    --warmup S          not measured either (default 1)
    --duration S        measured (default 10)
    --timeout S         for an answer (default 10)

    Activations: each is of a new device; when they are used up the run ends, and says so
    --activate-licences distinct (default): each has a licence of its own, --licences N of them
                        (default as --devices); one: all on one licence with --seats N (1000)

    What is believed
    --check SHARE       the share of answers whose proof is checked in full: key, signature, app,
                        device, nonce, verdict, times (default 1). An Ed25519 check costs about
                        150 µs: on the server's machine, 0.01 leaves the server its processor

    What is shown
    --json              one JSON object on standard output, and nothing else there
    --plot FILE         .svg or .png: latency by percentile, answers over time

    Ends with 1 when an answer was wrong (a proof that does not hold, a refusal of what is in
    order) or when nothing was answered; 429 and 5xx are errors, counted, and no reason to fail.
    """
}
