"""All clients of one run: started together, ended together."""

from .operating import RevokeClient
from .returning import DeactivateClient
from .seating import ActivateClient, CrowdClient, CrowdTurns, RenewClient
from .verifying import DeniedClient, IntrospectClient, VerifyClient

KINDS = ("verify", "denied", "introspect", "activate", "crowd", "deactivate", "renew", "revoke",
         "replay")
# A client waits no longer than ANSWER_SECONDS for its last answer.
END_SECONDS = 25
# At the revoker's pace: longer than the 3 s after a new Redis epoch in which nothing is in effect.
FIRST_REVOCATION_TRIES = 40


class Load:
    def __init__(self, scene, ledger, tally, weather):
        self.parts = (scene, ledger, tally, weather)
        # Devices that were revoked, and whose operator was told that it is in effect.
        self.denied = []
        self.clients = []
        self.revoker = RevokeClient(self.denied, *self.parts)

    def start(self):
        """The first revocation comes before everything else: there is always one to deny."""
        for _ in range(FIRST_REVOCATION_TRIES):
            if self.denied:
                break
            self.revoker.step()
        if not self.denied:
            raise RuntimeError("the first revocation does not come into effect")
        scene, turns = self.parts[0], CrowdTurns(self.parts[0])
        half = len(scene.renewers) // 2
        for client in (
                *(VerifyClient(*self.parts) for _ in range(4)),
                DeniedClient(self.denied, *self.parts), IntrospectClient(self.denied, *self.parts),
                *(ActivateClient(*self.parts) for _ in range(2)),
                *(CrowdClient(turns, *self.parts) for _ in range(3)),
                DeactivateClient(*self.parts),
                RenewClient(scene.renewers[:half], *self.parts),
                RenewClient(scene.renewers[half:], *self.parts), self.revoker):
            self.add(client)

    def add(self, client):
        self.clients.append(client)
        client.thread.start()

    def slow(self, factor):
        for client in self.clients:
            client.per_second *= factor

    def stop(self):
        for client in self.clients:
            client.ended.set()
        for client in self.clients:
            client.thread.join(END_SECONDS)
            if client.thread.is_alive():
                client.tally.fault(f"the {client.kind} client does not end")
