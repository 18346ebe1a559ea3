/// Owns memory of a fixed size; freed once, when it goes.
struct ByteBuffer: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(capacity: Int) {
    bytes = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { bytes.deallocate() }

  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  mutating func clear() { count = 0 }

  mutating func append(_ part: [UInt8]) {
    precondition(count + part.count <= bytes.count, "A request fits into its buffer.")
    part.withUnsafeBytes { part in
      guard let start = bytes.baseAddress, let from = part.baseAddress else { return }
      (start + count).copyMemory(from: from, byteCount: part.count)
    }
    count += part.count
  }
}
