"""A copy of the sources that holds all mutants, asleep."""

import os
import subprocess

from .mutant import ListFault

BUILD_SECONDS = 1800
# Each target that holds a mutant gets this beside its sources. The name is read once a process.
SWITCH_FILE = "MutantSwitch.swift"
SWITCH = """\
import Glibc

/// The mutant that this process lives with, if any.
private let awake: String = {{
  guard let file = fopen("{path}", "r") else {{ return "" }}
  defer {{ fclose(file) }}
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else {{ return "" }}
  return String(decoding: line.prefix {{ $0 != 0 }}.map(UInt8.init(bitPattern:)), as: UTF8.self)
}}()

func isMutant(_ name: String) -> Bool {{ awake == name }}
"""
# Stands at the head of a file in C that holds a mutant; Swift sees it, and prefers its own.
C_SWITCH = """\
#include <stdio.h>
#include <string.h>
static inline int isMutant(const char *name) {{
  char line[128] = {{0}};
  FILE *file = fopen("{path}", "r");
  if (file == NULL) return 0;
  size_t count = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  return count > 0 && strcmp(line, name) == 0;
}}
"""
LIST_SECONDS = 60


class Tree:
    def __init__(self, root, workplace):
        self.root = root
        self.place = os.path.join(workplace, "tree")
        self.scratch = os.path.join(workplace, "build")
        self.switch = os.path.join(workplace, "awake")

    @property
    def binaries(self):
        return os.path.join(self.scratch, "debug")

    # MARK: Writing

    def write(self, mutants):
        """Files that are as they were keep their time, so that a second build is a short one."""
        texts = self.texts(mutants)
        self.remove_others(texts)
        for path, text in texts.items():
            self.put(path, text)

    def texts(self, mutants):
        """{path: text} of the whole copy; nothing is written."""
        texts = self.sources()
        for path, group in by_file(mutants).items():
            if path not in texts:
                raise ListFault(f"{group[0].name}: there is no {path}")
            head = C_SWITCH.format(path=self.switch) if group[0].is_in_c else ""
            texts[path] = (head + mutated(texts[path].decode(), group)).encode()
        for folder in {target_of(mutant.file) for mutant in mutants if not mutant.is_in_c}:
            switch = SWITCH.format(path=self.switch)
            texts[os.path.join(folder, SWITCH_FILE)] = switch.encode()
        return texts

    def sources(self):
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, check=True, capture_output=True, timeout=LIST_SECONDS).stdout.decode().split("\0")
        texts = {}
        for path in filter(None, listed):
            whole = os.path.join(self.root, path)
            if os.path.isfile(whole):
                with open(whole, "rb") as file:
                    texts[path] = file.read()
        return texts

    def put(self, path, text):
        whole = os.path.join(self.place, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        try:
            with open(whole, "rb") as file:
                if file.read() == text:
                    return
        except FileNotFoundError:
            pass
        with open(whole, "wb") as file:
            file.write(text)
        os.chmod(whole, os.stat(os.path.join(self.root, path)).st_mode
                 if os.path.exists(os.path.join(self.root, path)) else 0o644)

    def remove_others(self, texts):
        for folder, _, names in os.walk(self.place):
            for name in names:
                whole = os.path.join(folder, name)
                if os.path.relpath(whole, self.place) not in texts:
                    os.remove(whole)

    # MARK: Building and waking

    def build(self):
        self.wake("")
        subprocess.run(
            ["swift", "build", "--build-tests", "--package-path", self.place,
             "--scratch-path", self.scratch], check=True, timeout=BUILD_SECONDS)

    def wake(self, name):
        with open(self.switch, "w") as file:
            file.write(name)


def by_file(mutants):
    groups = {}
    for mutant in mutants:
        groups.setdefault(mutant.file, []).append(mutant)
    return groups


def target_of(path):
    """The folder of a target: Sources/<Target>, or services/<process>."""
    return os.path.join(*path.split("/")[:2])


def mutated(text, group):
    """The text with every mutant of its file, from back to front."""
    spans = sorted(((*mutant.span(text), mutant) for mutant in group), key=lambda span: span[:2])
    for (_, end, one), (start, _, other) in zip(spans, spans[1:]):
        if start < end:
            raise ListFault(f"{one.name} and {other.name} change the same place")
    for start, end, mutant in reversed(spans):
        text = text[:start] + mutant.switched() + text[end:]
    return text
