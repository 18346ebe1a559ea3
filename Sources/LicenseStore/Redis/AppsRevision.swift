import Redis

/// The revision of all apps (`apps`): whoever holds an older one in memory reads the apps anew.
struct AppsRevision {
  let value: Int64

  static let pattern: StaticString = "^1 (%d+) (%d+)$"

  init(_ value: Int64) {
    self.value = value
  }

  init?(bytes: [UInt8]) {
    guard var reader = StoredValueReader(bytes), let value = reader.number(),
      reader.number() != nil, reader.isAtEnd
    else { return nil }
    self.value = value
  }

  /// A revision is read at no time: two of one number are the same.
  var bytes: [UInt8] {
    var writer = StoredValueWriter(byteCount: 24)
    writer.number(value)
    writer.number(0)
    return writer.bytes
  }
}
