import Licensing

/// A value for Redis, read from PostgreSQL or just committed there.
public enum Publication: Hashable, Sendable {
  case license(StoredLicense)
  /// `tokenTTLSeconds` is the app's; it decides how long the binding is kept.
  case binding(StoredBinding, tokenTTLSeconds: Int)
  case appsRevision(Int64)
}

public enum PublishOutcome: Hashable, Sendable {
  case written
  /// Redis has this or newer already: every node acts on it.
  case newerExists
  /// The epoch has passed: nobody would have read it. It is to be read anew and published again.
  case epochPassed

  /// Whether Redis has what was to be published, or what came after it.
  public var isThere: Bool { self != .epochPassed }
}
