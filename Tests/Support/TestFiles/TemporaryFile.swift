import Glibc

/// A file that goes with the object.
public final class TemporaryFile {
  public let path: String

  public init(_ text: String, mode: mode_t = 0o600) {
    var template = Array("/tmp/cs-test.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "a test may make a file in /tmp")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let bytes = Array(text.utf8)
    precondition(write(descriptor, bytes, bytes.count) == bytes.count, "a test's file is written")
    fchmod(descriptor, mode)
    close(descriptor)
  }

  deinit {
    unlink(path)
  }
}
