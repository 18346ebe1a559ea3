/// What is to be signed, and in which form its client takes the signature.
public struct Statement: Sendable {
  public enum ProofForm: Sendable {
    /// A signature of its own, for any JOSE library.
    case jws
    /// One signature for all that is stated at the same time (signing.md, "Batch proof").
    case batch
  }

  /// Claims as octets.
  public let payload: [UInt8]
  public let form: ProofForm

  public init(payload: [UInt8], form: ProofForm) {
    self.payload = payload
    self.form = form
  }
}
