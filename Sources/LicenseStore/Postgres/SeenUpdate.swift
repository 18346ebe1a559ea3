import Instants
import Licensing

/// What a verification leaves in PostgreSQL, seldom: when a device was seen, and a later end of its
/// token.
public struct SeenUpdate: Hashable, Sendable {
  public var bindingID: BindingID
  /// The end counts for this generation of the token only.
  public var generation: UInt32
  public var endsAt: Timestamp
  public var seenAt: Timestamp

  public init(bindingID: BindingID, generation: UInt32, endsAt: Timestamp, seenAt: Timestamp) {
    self.bindingID = bindingID
    self.generation = generation
    self.endsAt = endsAt
    self.seenAt = seenAt
  }
}

extension SeenUpdate {
  /// One update a binding, ids ascending: of the newest generation, with the latest instants.
  static func merged(_ updates: [SeenUpdate]) -> [SeenUpdate] {
    let byBinding = Dictionary(updates.map { ($0.bindingID, $0) }) { $0.merged(with: $1) }
    return byBinding.values.sorted { $0.bindingID < $1.bindingID }
  }

  private func merged(with other: SeenUpdate) -> SeenUpdate {
    var newest = generation >= other.generation ? self : other
    if generation == other.generation { newest.endsAt = max(endsAt, other.endsAt) }
    newest.seenAt = max(seenAt, other.seenAt)
    return newest
  }
}
