"""Runs of single tests, with a mutant awake or none."""

import os
import re
import subprocess
import tempfile

# One test, or one suite of a running cluster; a mutant may make it wait for a limit of its own.
TEST_SECONDS = 180
BASELINE_SECONDS = 1200
# Whoever does not end when he is told to is killed; that much later it must have ended.
TERMINATE_SECONDS, KILL_SECONDS = 10, 30
SUMMARY = re.compile(r"Test run with (\d+) tests? in")
CAUGHT, SURVIVED, NO_TEST, NO_RESULT = "caught", "SURVIVED", "NO SUCH TEST", "NO RESULT"


class Runs:
    def __init__(self, tree):
        self.tree = tree
        self.program = os.path.join(tree.binaries, "countersignPackageTests.xctest")

    def all_pass(self, mutants):
        """Whether all tests named by the mutants pass while none is awake."""
        self.tree.wake("")
        status, output = self.test({mutant.test for mutant in mutants}, BASELINE_SECONDS)
        if status != 0:
            print(output)
        return status == 0

    def is_caught(self, mutant):
        verdict = self.verdict(mutant)
        print(f"{mutant.name:34}{verdict:14}{mutant.test}", flush=True)
        return verdict == CAUGHT

    def verdict(self, mutant):
        self.tree.wake(mutant.name)
        try:
            status, output = self.test({mutant.test}, TEST_SECONDS)
        finally:
            self.tree.wake("")
        summary = SUMMARY.search(output)
        # A program that trapped, or was ended, has shown that something is amiss, but not what.
        if summary is None:
            return NO_RESULT
        if summary[1] == "0":
            return NO_TEST
        return SURVIVED if status == 0 else CAUGHT

    def test(self, patterns, seconds):
        filters = [word for pattern in sorted(patterns) for word in ("--filter", pattern)]
        command = ["timeout", f"--kill-after={TERMINATE_SECONDS}", str(seconds), self.program,
                   "--testing-library", "swift-testing", *filters]
        # A file and not a pipe: a process that outlives its test would hold that open.
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(command, cwd=self.tree.place, stdout=output, stderr=output)
            try:
                status = process.wait(seconds + KILL_SECONDS)
            except BaseException:
                # It ends the test with it.
                process.terminate()
                process.wait(KILL_SECONDS)
                raise
            output.seek(0)
            return status, output.read()
