import ZeroMQ

/// What the lanes of one process have in common: what stalls or ends one does so to all. Told by the
/// key that they came in by, and by their instances' names up to the last dot.
///
/// The name is their own word: it makes a choice better, and gives no right.
struct WorkerProcess: Hashable, Sendable {
  private let key: CurvePublicKey?
  private let name: Substring

  init(instance: String, key: CurvePublicKey?) {
    self.key = key
    name = instance[..<(instance.lastIndex(of: ".") ?? instance.endIndex)]
  }
}
