import Encodings

/// The newest link of the chain. Who keeps its text elsewhere can tell later that the chain still
/// leads through it: nobody who owns the database alone can make another that does.
public struct SealHead: Hashable, Sendable, CustomStringConvertible {
  /// Before the first seal.
  static let none = SealHead(sequence: 0, last: .start, hash: [])

  /// 0 before the first seal.
  public let sequence: Int64
  public let last: LogPosition
  let hash: [UInt8]

  /// `<sequence>:<64 hexadecimal digits>`
  public var description: String { "\(sequence):\(Hex.encode(hash))" }
}
