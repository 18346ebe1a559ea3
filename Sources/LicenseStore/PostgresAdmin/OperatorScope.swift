/// What an operator key may do.
public enum OperatorScope: String, CaseIterable, Hashable, Sendable {
  /// All of `/admin/v1`.
  case admin
  /// The GETs of `/admin/v1`.
  case read
  /// Introspection and direct clients.
  case verify
}
