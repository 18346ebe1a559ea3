"""Mutants of the checks that security rests on: what scripts/mutants is made of."""
