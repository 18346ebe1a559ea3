/// Bytes that no log, error or debugger line shows by accident.
public struct SecretBytes: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes: Equatable {
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    constantTimeEquals(left.bytes, right.bytes)
  }
}
