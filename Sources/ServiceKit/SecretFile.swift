/// A secret by its path. Only the path travels through configuration, logs and environments.
public struct SecretFile: Hashable, Sendable, CustomStringConvertible {
  /// A key file is a few lines.
  public static let limitBytes = 64 * 1024

  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// The contents; refused where the file's group or others may read or write it.
  public func read() throws(FileFault) -> [UInt8] {
    try FileContents.read(path, limitBytes: SecretFile.limitBytes, secret: true)
  }

  /// The contents as text, without white space at both ends.
  public func readText() throws(FileFault) -> SecretText {
    guard let text = String(validating: try read(), as: UTF8.self) else {
      throw FileFault(path: path, reason: .notText)
    }
    return SecretText(text.trimmed)
  }

  public var description: String { path }
}
