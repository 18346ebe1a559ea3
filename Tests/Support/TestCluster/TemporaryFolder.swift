import Foundation

/// A fresh folder below /tmp that goes with its owner. Short: socket paths live in it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    let template = Array("/tmp/cst.XXXXXX".utf8CString)
    var name = template
    guard mkdtemp(&name) != nil else { throw ClusterFault.cannotStart("no folder in /tmp") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
