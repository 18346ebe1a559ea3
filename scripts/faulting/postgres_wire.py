"""A session with PostgreSQL over its socket: the protocol's version 3, simple queries, no password."""

import re
import socket
import struct
import urllib.parse

PROTOCOL = 196_608
SOCKET_NAME = ".s.PGSQL.5432"
SECONDS = 10


class PostgresRefused(Exception):
    """The server's own words."""


class PostgresSession:
    def __init__(self, url, role=None, database=None, seconds=SECONDS):
        match = re.match(r"^postgresql://([^@]+)@/([^?]+)\?host=(.+)$", url)
        if not match:
            raise SystemExit("DATABASE_URL names no PostgreSQL of the cluster's own")
        folder = urllib.parse.unquote(match[3])
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(seconds)
        try:
            self.socket.connect(f"{folder}/{SOCKET_NAME}")
            self.reader = self.socket.makefile("rb")
            self.begin(role or match[1], database or match[2])
        except BaseException:
            self.close()
            raise

    def begin(self, role, database):
        words = ["user", role, "database", database, "application_name", "faults"]
        content = struct.pack("!i", PROTOCOL) + b"".join(
            word.encode() + b"\0" for word in words) + b"\0"
        self.socket.sendall(struct.pack("!i", len(content) + 4) + content)
        self.answer()

    def rows(self, statement):
        """Rows of texts; None is null."""
        content = statement.encode() + b"\0"
        self.socket.sendall(b"Q" + struct.pack("!i", len(content) + 4) + content)
        return self.answer()

    def value(self, statement):
        return self.rows(statement)[0][0]

    def answer(self):
        """All messages until the server is ready for the next statement."""
        rows, refusal = [], None
        while True:
            kind, content = self.message()
            if kind == b"D":
                rows.append(fields(content))
            elif kind == b"E":
                refusal = " ".join(part[1:].decode("utf-8", "replace")
                                   for part in content.split(b"\0") if part[:1] in (b"C", b"M"))
                if refusal.startswith(("FATAL", "57", "53")):
                    raise PostgresRefused(refusal)
            elif kind == b"R" and content[:4] != b"\0\0\0\0":
                raise PostgresRefused("a password is wanted")
            elif kind == b"Z":
                if refusal:
                    raise PostgresRefused(refusal)
                return rows

    def message(self):
        head = self.reader.read(5)
        if len(head) < 5:
            raise ConnectionError("PostgreSQL ended the session")
        return head[:1], self.reader.read(struct.unpack("!i", head[1:])[0] - 4)

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def fields(content):
    (count,), at, found = struct.unpack("!h", content[:2]), 2, []
    for _ in range(count):
        (length,) = struct.unpack("!i", content[at:at + 4])
        at += 4
        found.append(None if length < 0 else content[at:at + length].decode())
        at += max(0, length)
    return found
