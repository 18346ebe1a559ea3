import ChildProcesses
import Glibc
import Testing

/// A folder that goes with the object, and all that is in it.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/cs-command.XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    _ = try? ChildRun.output(of: ChildCommand("/bin/rm", ["-rf", path]))
  }

  func mode(of name: String) -> mode_t {
    var status = stat()
    stat("\(path)/\(name)", &status)
    return status.st_mode & 0o777
  }
}
