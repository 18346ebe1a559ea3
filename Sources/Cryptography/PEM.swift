import COpenSSL

/// Keys as PEM text (RFC 7468).
enum PEM {
  static func readPrivateKey(_ text: [UInt8]) throws(CryptographyError) -> PKey {
    let memory = try MemoryBIO.holding(text)
    // A password callback that knows none: the default one would ask the terminal.
    return try PKey.owning(PEM_read_bio_PrivateKey(memory.bio, nil, { _, _, _, _ in -1 }, nil))
  }

  static func readPublicKey(_ text: [UInt8]) throws(CryptographyError) -> PKey {
    let memory = try MemoryBIO.holding(text)
    return try PKey.owning(PEM_read_bio_PUBKEY(memory.bio, nil, { _, _, _, _ in -1 }, nil))
  }

  static func writePrivateKey(_ key: PKey) throws(CryptographyError) -> [UInt8] {
    let memory = try MemoryBIO.holding([])
    guard PEM_write_bio_PKCS8PrivateKey(memory.bio, key.pointer, nil, nil, 0, nil, nil) == 1 else {
      throw .libraryFailed(step: "writing a private key")
    }
    return memory.contents
  }

  static func writePublicKey(_ key: PKey) throws(CryptographyError) -> [UInt8] {
    let memory = try MemoryBIO.holding([])
    guard PEM_write_bio_PUBKEY(memory.bio, key.pointer) == 1 else {
      throw .libraryFailed(step: "writing a public key")
    }
    return memory.contents
  }
}
