import Glibc

/// A directory that goes with its last reference: for sockets, whose paths must be short.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/cs-zmq.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "A temporary directory could not be made.")
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    // Sockets remove their own files when they close.
    rmdir(path)
  }

  func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }
}
