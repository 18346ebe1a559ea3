import COpenSSL

/// Bytes of the generator that OpenSSL seeds from the operating system, one for each thread.
public enum RandomBytes {
  public static func make(count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = RAND_bytes(&bytes, Int32(count))
    precondition(done == 1, "without random bytes nothing can be kept secret")
    return bytes
  }
}
