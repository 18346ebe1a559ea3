/// What came of the answers that were checked in full.
struct CheckTally: Sendable {
  var done = 0
  var failed = 0
  /// Proofs by their form.
  var jws = 0
  var batch = 0
  /// Ed25519 checks; answers of one batch share theirs.
  var signatures = 0

  mutating func merge(_ other: CheckTally) {
    done += other.done
    failed += other.failed
    jws += other.jws
    batch += other.batch
    signatures += other.signatures
  }
}
