"""A session with Redis over its socket (RESP 2)."""

import socket

SECONDS = 10


class RedisRefused(Exception):
    """The server's own words."""


class RedisSession:
    def __init__(self, url, seconds=SECONDS):
        if not url.startswith("unix://"):
            raise SystemExit("REDIS_URL names no Redis of the cluster's own")
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(seconds)
        try:
            self.socket.connect(url.removeprefix("unix://"))
        except BaseException:
            self.close()
            raise
        self.reader = self.socket.makefile("rb")

    def call(self, *words):
        parts = [str(word).encode() for word in words]
        self.socket.sendall(b"*%d\r\n" % len(parts) + b"".join(
            b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
        return self.reply()

    def reply(self):
        line = self.reader.readline()
        kind, rest = line[:1], line[1:].strip()
        if not line:
            raise ConnectionError("Redis ended the session")
        if kind == b"-":
            raise RedisRefused(rest.decode())
        if kind == b"$":
            return None if rest == b"-1" else self.reader.read(int(rest) + 2)[:-2].decode()
        if kind == b"*":
            return [self.reply() for _ in range(int(rest))]
        return int(rest) if kind == b":" else rest.decode()

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
