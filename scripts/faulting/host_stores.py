"""PostgreSQL and Redis as they stand on a host of their own: TCP, TLS to PostgreSQL, passwords."""

import glob
import os
import pwd
import secrets
import subprocess

ROLE = "countersign"
POSTGRES_PORT, REDIS_PORT = 5432, 6379
COMMAND_SECONDS = 60
PLAIN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}


def postgres_program(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"),
                   key=lambda path: int(path.split("/")[4]))
    if not found:
        raise SystemExit(f"{name} is missing: make dependencies")
    return found[-1]


class HostStores:
    """Their data are below `folder`; both speak on a socket there as well, to this process alone."""

    def __init__(self, folder, host, addresses):
        self.host, self.addresses = host, addresses
        self.postgres_folder = os.path.join(folder, "postgres")
        self.redis_folder = os.path.join(folder, "redis")
        self.password = secrets.token_hex(16)
        os.mkdir(self.postgres_folder)
        os.mkdir(self.redis_folder, 0o700)
        user = pwd.getpwnam("postgres")
        os.chown(self.postgres_folder, user.pw_uid, user.pw_gid)

    # MARK: Where they are

    @property
    def socket_url(self):
        return f"postgresql://{ROLE}@/{ROLE}?host={self.postgres_folder}"

    @property
    def redis_socket(self):
        return os.path.join(self.redis_folder, "s")

    def postgres_url(self, address):
        return (f"postgresql://{ROLE}:{self.password}@{address}:{POSTGRES_PORT}/{ROLE}"
                f"?sslmode=verify-full&sslrootcert={self.certificate}")

    def redis_url(self, address):
        return f"redis://:{self.password}@{address}:{REDIS_PORT}"

    # MARK: Starting

    @property
    def data(self):
        return os.path.join(self.postgres_folder, "data")

    @property
    def certificate(self):
        return os.path.join(self.postgres_folder, "server.crt")

    def as_postgres(self, *words):
        subprocess.run(["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--",
                        *words], env=PLAIN, cwd=self.postgres_folder, check=True,
                       capture_output=True, timeout=COMMAND_SECONDS)

    def prepare(self):
        self.as_postgres(postgres_program("initdb"), "--pgdata", self.data, "--username=postgres",
                         "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8",
                         "--locale=C.UTF-8")
        names = ",".join(f"IP:{address}" for address in self.addresses)
        self.as_postgres("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                         "-subj", "/CN=stores", "-addext", f"subjectAltName={names}",
                         "-keyout", f"{self.postgres_folder}/server.key", "-out", self.certificate)
        with open(os.path.join(self.data, "pg_hba.conf"), "w") as file:
            file.write(f"local all all trust\nhostssl {ROLE} {ROLE} all scram-sha-256\n")

    def postgres_command(self):
        settings = ("listen_addresses=*", f"port={POSTGRES_PORT}", "max_connections=200",
                    f"unix_socket_directories={self.postgres_folder}", "ssl=on", "timezone=UTC",
                    f"ssl_cert_file={self.certificate}", "log_min_error_statement=panic",
                    f"ssl_key_file={self.postgres_folder}/server.key")
        options = [word for setting in settings for word in ("-c", setting)]
        return self.host.command(postgres_program("postgres"), "-D", self.data, *options,
                                 user="postgres", end="INT")

    def redis_command(self):
        settings = os.path.join(self.redis_folder, "conf")
        with open(os.open(settings, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(f"bind 0.0.0.0\nport {REDIS_PORT}\nrequirepass {self.password}\n"
                       f"unixsocket {self.redis_socket}\nunixsocketperm 700\n"
                       f"dir {self.redis_folder}\nsave \"\"\nmaxmemory-policy noeviction\n")
        return self.host.command("redis-server", settings)

    def finish(self, postgres):
        """The role and its database, once the server answers."""
        with postgres(database="postgres") as session:
            session.rows(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{self.password}'")
            session.rows(f"CREATE DATABASE {ROLE} OWNER {ROLE} TEMPLATE template0")
