"""Faults against a real cluster under load: what scripts/faults is made of."""
