import Testing

/// Tests that harm a cluster, each on one of its own, one after the other.
@Suite(.serialized) enum SystemTests {}
