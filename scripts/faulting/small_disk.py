"""A disk of PostgreSQL's own that can be filled: a tmpfs in the place of its data folder."""

import contextlib
import os
import shutil
import subprocess

# Behind a time without room PostgreSQL needs some for its recovery.
MARGIN_BYTES = 192 << 20
BALLAST = "ballast"
MOUNT_SECONDS = 10


class SmallDisk:
    def __init__(self, place):
        self.place = place
        self.before = place.data + ".before"
        self.ballast = os.path.join(place.data, BALLAST)
        self.held = 0

    def mount(self):
        """While PostgreSQL is at rest: its data lies on the small disk from here on."""
        data = self.place.data
        owner = os.stat(data)
        size = used(data) + MARGIN_BYTES
        os.rename(data, self.before)
        os.mkdir(data, 0o700)
        call("mount", "-t", "tmpfs", "-o",
             f"size={size},mode=0700,uid={owner.st_uid},gid={owner.st_gid}", "tmpfs", data)
        call("cp", "-a", self.before + "/.", data)

    def unmount(self):
        """While PostgreSQL is at rest: its data lies where it lay, as it is by now."""
        data, moved = self.place.data, self.place.data + ".moved"
        if not os.path.isdir(self.before):
            return
        if os.path.ismount(data):
            self.empty()
            call("cp", "-a", data, moved)
            call("umount", data)
            shutil.rmtree(self.before)
        else:
            moved = self.before
        with contextlib.suppress(FileNotFoundError):
            os.rmdir(data)
        os.rename(moved, data)

    def abandon(self):
        """Where it could not be moved back: the cluster ends with it, and leaves no mount."""
        if os.path.ismount(self.place.data):
            call("umount", "--lazy", self.place.data)

    def fill(self):
        """Takes all that is left; what PostgreSQL frees meanwhile is taken the next time."""
        room = os.statvfs(self.place.data)
        step = room.f_bavail * room.f_frsize
        with open(self.ballast, "ab") as file:
            while step >= room.f_frsize:
                try:
                    os.posix_fallocate(file.fileno(), self.held, step)
                    self.held += step
                except OSError:
                    # PostgreSQL was faster.
                    step //= 2

    def empty(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.ballast)
        self.held = 0


def why_no_disk():
    """None where this user may mount one."""
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=MOUNT_SECONDS)
    return "a small disk takes the right to mount" if tried.returncode else None


def used(folder):
    return int(subprocess.run(["du", "-sb", folder], check=True, capture_output=True, text=True,
                              timeout=MOUNT_SECONDS).stdout.split()[0])


def call(*words):
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   timeout=60)
