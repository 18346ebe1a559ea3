/// The first place at which the log is not what its seals say.
public enum LogBreak: Error, Hashable, Sendable, CustomStringConvertible {
  case rowChanged(logID: Int64, seal: Int64)
  /// The row says what another one said when it was sealed.
  case rowsSwapped(logID: Int64, withLogID: Int64, seal: Int64)
  case rowRemoved(logID: Int64, seal: Int64)
  /// From this row on all are gone.
  case cutOff(fromLogID: Int64, seal: Int64)
  /// A row stands among sealed ones that was not there when they were sealed.
  case rowAdded(logID: Int64, seal: Int64)
  case sealChanged(sequence: Int64)
  case sealRemoved(sequence: Int64)
  /// The chain ends before a head that was kept, or leads past it.
  case headMissing(sequence: Int64)
  case headDiffers(sequence: Int64)

  public var description: String {
    switch self {
    case .rowChanged(let id, let seal): "row \(id) was changed after seal \(seal) covered it"
    case .rowsSwapped(let id, let other, let seal):
      "row \(id) says what row \(other) said when seal \(seal) covered it"
    case .rowRemoved(let id, let seal): "row \(id), which seal \(seal) covers, is gone"
    case .cutOff(let id, let seal):
      "the log was cut off: row \(id), which seal \(seal) covers, and all behind it are gone"
    case .rowAdded(let id, let seal): "row \(id) was put among the rows of seal \(seal) later"
    case .sealChanged(let sequence): "seal \(sequence) was changed"
    case .sealRemoved(let sequence): "seal \(sequence) is gone"
    case .headMissing(let sequence): "the seals were cut off: the head \(sequence) is gone"
    case .headDiffers(let sequence):
      "seal \(sequence) is not the one whose hash was kept: the chain was made anew"
    }
  }
}
