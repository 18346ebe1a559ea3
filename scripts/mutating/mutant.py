"""A mutant: one place in the sources, what it becomes, and the test that must fail then."""

import os
import re
import tomllib
from dataclasses import dataclass

# Stands in `to` for "this mutant is awake".
SWITCH = "MUTANT"
NAME = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
FIELDS = {"name", "rule", "file", "from", "to", "test", "after"}


class ListFault(Exception):
    """The list of mutants is not what it should be."""


@dataclass(frozen=True)
class Mutant:
    name: str
    # Which promise it breaks, and where that is written.
    rule: str
    file: str
    # Stands once in the file, or once behind `after`.
    before: str
    becomes: str
    # A pattern of `swift test --filter`.
    test: str
    after: str = ""

    def span(self, text):
        """Where `before` stands in the text of the file."""
        start = text.find(self.after) + len(self.after)
        if self.after not in text:
            raise ListFault(f"{self.name}: {self.file} has no `{self.after}`")
        found = text.find(self.before, start)
        if found < 0:
            raise ListFault(f"{self.name}: {self.file} has no `{self.before}`")
        if not self.after and text.find(self.before, found + 1) >= 0:
            raise ListFault(f"{self.name}: {self.file} has `{self.before}` more than once")
        return found, found + len(self.before)

    def switched(self):
        return re.sub(rf"\b{SWITCH}\b", f'isMutant("{self.name}")', self.becomes)

    @property
    def is_in_c(self):
        return self.file.endswith((".c", ".h"))


def read_all(folder):
    """All mutants of all lists, in order."""
    mutants = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".toml"):
            mutants += read(os.path.join(folder, name))
    names = [mutant.name for mutant in mutants]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ListFault(f"named twice: {', '.join(sorted(twice))}")
    return mutants


def read(path):
    with open(path, "rb") as file:
        entries = tomllib.load(file).get("mutant", [])
    return [mutant_of(entry, path) for entry in entries]


def mutant_of(entry, path):
    name = entry.get("name", "?")
    if missing := FIELDS - {"after"} - set(entry):
        raise ListFault(f"{path}: {name} lacks {', '.join(sorted(missing))}")
    if unknown := set(entry) - FIELDS:
        raise ListFault(f"{path}: {name} has an unknown {', '.join(sorted(unknown))}")
    if not NAME.match(name):
        raise ListFault(f"{path}: `{name}` is no name")
    if not re.search(rf"\b{SWITCH}\b", entry["to"]):
        raise ListFault(f"{path}: {name} is always awake, its `to` lacks {SWITCH}")
    return Mutant(name, entry["rule"], entry["file"], entry["from"], entry["to"], entry["test"],
                  entry.get("after", ""))
