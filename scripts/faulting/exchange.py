"""One HTTP/1.1 connection that is kept alive, byte by byte: what was sent can be sent again."""

import json
import socket as sockets
import time
from dataclasses import dataclass, field

# Above the gateway's own 5 s for a request and the 8 s of the longest stop of a process here.
ANSWER_SECONDS = 20
CONNECT_SECONDS = 2
ANSWER_BYTES = 1 << 20


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict
    text: bytes
    # Of the monotonic clock, in seconds.
    sent: float
    received: float

    @property
    def body(self):
        """The JSON object; None where the text is none."""
        try:
            found = json.loads(self.text)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None


@dataclass(frozen=True)
class NoAnswer:
    """`reason` is one of refused, lost (the connection ended), silent (no answer in time)."""

    reason: str
    sent: float
    received: float


@dataclass
class Connection:
    host: str
    port: int
    socket: sockets.socket = field(default=None, init=False)

    def request(self, method, target, body=b"", headers=()):
        """The bytes of a request."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: {self.host}:{self.port}",
                 f"Content-Length: {len(body)}", "Content-Type: application/json",
                 *(f"{name}: {value}" for name, value in headers)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + body

    def send(self, request):
        """The answer to the bytes of a request, or that there was none."""
        sent = time.monotonic()
        try:
            status, headers, text = self.exchange(request)
        except (OSError, EOFError, ValueError) as failure:
            self.close()
            return NoAnswer(reason_of(failure), sent, time.monotonic())
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, text, sent, time.monotonic())

    def exchange(self, request):
        self.connect()
        self.socket.sendall(request)
        reader = self.socket.makefile("rb")
        try:
            return read_answer(reader)
        finally:
            reader.close()

    def connect(self):
        if self.socket is None:
            self.socket = sockets.create_connection((self.host, self.port), CONNECT_SECONDS)
            self.socket.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
            self.socket.settimeout(ANSWER_SECONDS)

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def read_answer(reader):
    """Status, headers by lower-case name, body; every answer of the gateway has a length."""
    first = reader.readline(8192).split(b" ", 2)
    if len(first) < 2:
        raise EOFError
    headers = {}
    while (line := reader.readline(8192).rstrip(b"\r\n")):
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    length = min(int(headers.get("content-length", "0")), ANSWER_BYTES)
    text = reader.read(length)
    if len(text) < length:
        raise EOFError
    return int(first[1]), headers, text


def reason_of(failure):
    if isinstance(failure, ConnectionRefusedError):
        return "refused"
    return "silent" if isinstance(failure, TimeoutError) else "lost"
