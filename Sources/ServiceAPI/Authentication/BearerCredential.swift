/// What an `Authorization` header says, as far as operators' calls are concerned.
public enum BearerCredential: Equatable, Sendable {
  case bearer(String)
  /// Absent, or of another scheme.
  case none

  /// RFC 9110 section 11.4: the scheme in any case, then blanks, then the credential.
  public init(_ header: String?) {
    let parts = (header ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      self = .none
      return
    }
    self = .bearer(String(parts[1].drop { $0 == " " }))
  }
}
