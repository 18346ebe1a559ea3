import Foundation

/// A folder of mode 0700 that goes with the object, and all that is in it. Its path is short, for
/// sockets lie in it.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// - Parameter parent: `/var/tmp` for what servers of another user have to find.
  public init(in parent: String = "/tmp") {
    var template = Array("\(parent)/cst.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a test may make a folder in \(parent)")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
