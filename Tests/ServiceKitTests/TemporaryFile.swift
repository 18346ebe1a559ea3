import Glibc
import Testing

/// A file that goes with the object.
final class TemporaryFile {
  let path: String

  init(_ text: String, mode: mode_t = 0o600) throws {
    var template = Array("/tmp/cs-kit.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    fchmod(descriptor, mode)
    close(descriptor)
  }

  deinit {
    unlink(path)
  }
}
