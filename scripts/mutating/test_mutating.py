"""That a mutant sits where its list says, and that a list that does not fit is refused."""

import os
import subprocess
import tempfile
import unittest

from .mutant import ListFault, Mutant, mutant_of
from .tree import Tree, mutated, target_of

TEXT = "guard a else { no }\nguard b else { no }\n"


def mutant(name, before, becomes, after=""):
    return Mutant(name, "rule", "Sources/X/A.swift", before, becomes, "Test", after)


class MutatedTests(unittest.TestCase):
    def test_each_mutant_gets_a_switch_of_its_own(self):
        self.assertEqual(
            mutated(TEXT, [mutant("one", "guard b", "guard MUTANT || b"),
                           mutant("two", "guard a", "guard MUTANT || a")]),
            'guard isMutant("two") || a else { no }\nguard isMutant("one") || b else { no }\n')

    def test_a_place_may_be_named_by_what_stands_before_it(self):
        self.assertEqual(
            mutated(TEXT, [mutant("one", "no", "yes(MUTANT)", after="guard b")]),
            'guard a else { no }\nguard b else { yes(isMutant("one")) }\n')

    def test_a_place_that_is_not_there_or_there_twice_is_refused(self):
        for before, after in (("guard c", ""), ("guard ", ""), ("no", "guard c")):
            with self.assertRaises(ListFault):
                mutated(TEXT, [mutant("one", before, "MUTANT", after)])

    def test_two_mutants_of_one_place_are_refused(self):
        with self.assertRaises(ListFault):
            mutated(TEXT, [mutant("one", "guard a", "MUTANT"), mutant("two", "a else", "MUTANT")])


class TreeTests(unittest.TestCase):
    def test_a_file_in_c_gets_its_switch_and_a_look_writes_nothing(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "Sources", "C"))
            with open(os.path.join(root, "Sources", "C", "shim.h"), "w") as file:
                file.write("#define A 1\n")
            subprocess.run(["git", "init", "--quiet", root], check=True, timeout=60)
            tree = Tree(root, os.path.join(root, "workplace"))
            made = Mutant("one", "rule", "Sources/C/shim.h", "A 1", "A MUTANT", "Test")
            texts = tree.texts([made])
            self.assertEqual(list(texts), ["Sources/C/shim.h"])
            text = texts["Sources/C/shim.h"].decode()
            self.assertIn('#define A isMutant("one")\n', text)
            self.assertIn(f'fopen("{tree.switch}", "r")', text)
            self.assertFalse(os.path.exists(tree.place))


class ListTests(unittest.TestCase):
    entry = {"name": "one", "rule": "r", "file": "f", "from": "a", "to": "MUTANT || a", "test": "T"}

    def test_a_whole_entry_is_read(self):
        self.assertEqual(mutant_of(self.entry, "list").becomes, "MUTANT || a")

    def test_an_entry_that_lacks_a_field_has_a_strange_one_or_is_always_awake_is_refused(self):
        for change in ({"test": None}, {"more": 1}, {"to": "true"}, {"name": "Not a name"}):
            entry = {key: value for key, value in {**self.entry, **change}.items() if value}
            with self.assertRaises(ListFault):
                mutant_of(entry, "list")

    def test_a_target_is_the_second_folder(self):
        self.assertEqual(target_of("Sources/X/Y/Z.swift"), "Sources/X")


if __name__ == "__main__":
    unittest.main()
