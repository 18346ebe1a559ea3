"""What scripts/bench, scripts/soak and scripts/idle-connections share. Python's standard library only."""
