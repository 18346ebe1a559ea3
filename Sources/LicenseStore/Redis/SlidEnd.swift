import Instants
import Licensing

/// Where the latest valid verdict moved a token's end to (`e:{binding}`).
///
/// It grants nothing: it is the end only of the generation that the binding names as current.
public struct SlidEnd: Hashable, Sendable {
  public var bindingID: BindingID
  public var generation: UInt32
  public var endsAt: Timestamp
  /// The end that PostgreSQL has, or is about to have.
  public var postgresEndsAt: Timestamp

  public init(
    bindingID: BindingID, generation: UInt32, endsAt: Timestamp, postgresEndsAt: Timestamp
  ) {
    self.bindingID = bindingID
    self.generation = generation
    self.endsAt = endsAt
    self.postgresEndsAt = postgresEndsAt
  }
}

extension SlidEnd {
  var bytes: [UInt8] {
    var writer = StoredValueWriter(byteCount: 40)
    writer.number(Int64(generation))
    writer.number(endsAt.secondsSinceEpoch)
    writer.number(postgresEndsAt.secondsSinceEpoch)
    return writer.bytes
  }

  init?(bindingID: BindingID, bytes: [UInt8]) {
    guard var reader = StoredValueReader(bytes),
      let generation = reader.number().flatMap(UInt32.init(exactly:)),
      let endsAt = reader.time(), let postgresEndsAt = reader.time(), reader.isAtEnd
    else { return nil }
    self.init(
      bindingID: bindingID, generation: generation, endsAt: endsAt, postgresEndsAt: postgresEndsAt)
  }
}
