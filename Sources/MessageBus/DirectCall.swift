import Wire

/// What a direct client may ask for.
enum DirectCall: Hashable, Sendable {
  case introspect
  case verify

  static let introspectTarget = Array("/v1/introspect".utf8)
  static let verifyTarget = Array("/v1/verify".utf8)
  /// A body for an introspection that is not about its token.
  static let introspectNothing = Array(#"{"access_token":"none"}"#.utf8)

  /// `nil`: something else. A query may follow the path, nothing else may.
  init?(target: [UInt8]) {
    if Self.isPath(Self.introspectTarget, of: target) {
      self = .introspect
    } else if Self.isPath(Self.verifyTarget, of: target) {
      self = .verify
    } else {
      return nil
    }
  }

  private static func isPath(_ path: [UInt8], of target: [UInt8]) -> Bool {
    target == path
      || target.count > path.count && target.starts(with: path)
        && target[path.count] == UInt8(ascii: "?")
  }
}
