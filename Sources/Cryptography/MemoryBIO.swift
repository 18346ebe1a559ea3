import COpenSSL

/// A buffer that OpenSSL reads from and writes to.
struct MemoryBIO: ~Copyable {
  // SAFETY: one owner, freed once by deinit, used by the thread that has the value.
  let bio: OpaquePointer

  static func holding(_ bytes: [UInt8]) throws(CryptographyError) -> MemoryBIO {
    guard let bio = BIO_new(BIO_s_secmem()) else { throw .libraryFailed(step: "a buffer") }
    let memory = MemoryBIO(takingOwnershipOf: bio)
    guard bytes.isEmpty || BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
      throw .libraryFailed(step: "a buffer")
    }
    return memory
  }

  private init(takingOwnershipOf bio: OpaquePointer) { self.bio = bio }

  deinit { BIO_free(bio) }

  /// A copy of what was written.
  var contents: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    let length = countersign_bio_contents(bio, &start)
    guard let start, length > 0 else { return [] }
    return UnsafeBufferPointer(start: start, count: Int(length)).map { UInt8(bitPattern: $0) }
  }
}
