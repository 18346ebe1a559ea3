import Synchronization

/// The secrets that a run of tests was given or made, to be looked for where none may be: in logs,
/// metrics, environments and problem documents.
///
/// Of each only sixteen bytes are kept, of those that are random from their first byte on two times
/// sixteen, so that one that was cut short is found as well.
public final class SecretWatch: Sendable {
  public static let shared = SecretWatch()

  /// Beyond it none is added, and `dropped` counts them: about 40 MB.
  public static let windowLimit = 400_000
  /// Of secrets too short for a window, which are looked for one by one.
  static let shortLimit = 64
  /// What is shorter is in every text, and stands for a secret that was not found out.
  static let shortestBytes = 8

  fileprivate struct Known {
    var windows = WindowSet()
    var short: [[UInt8]: SecretKind] = [:]
    var dropped = 0
  }

  private let known = Mutex(Known())

  public init() {}

  /// How many windows are looked for.
  public var count: Int { known.withLock { $0.windows.count + $0.short.count } }
  /// How many found no room.
  public var dropped: Int { known.withLock { $0.dropped } }

  public func remember(_ secret: String, _ kind: SecretKind) {
    let bytes = Array(secret.utf8)
    guard bytes.count >= Self.shortestBytes else { return }
    known.withLock { known in
      guard let ends = ByteWindow.ends(of: bytes) else { return known.keep(short: bytes, kind) }
      known.keep(ends.last, kind)
      if kind.isRandomThroughout { known.keep(ends.first, kind) }
    }
  }

  /// A code as people see it, and its canonical form.
  public func remember(code: String) {
    let canonical = String(code.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    guard canonical.utf8.count >= ByteWindow.byteCount else { return }
    remember(code, .licenseCode)
    remember(canonical, .licenseCode)
  }

  public func findings(in bytes: [UInt8]) -> [SecretFinding] {
    known.withLock { known in
      known.windows.findings(in: bytes)
        + known.short.compactMap { secret, kind in
          bytes.firstRange(of: secret).map {
            SecretFinding(kind: kind, offset: $0.lowerBound)
          }
        }
    }
  }
}

extension SecretWatch.Known {
  fileprivate mutating func keep(_ window: ByteWindow, _ kind: SecretKind) {
    guard !windows.contains(window) else { return }
    guard windows.count < SecretWatch.windowLimit else { return dropped += 1 }
    windows.insert(window, kind)
  }

  fileprivate mutating func keep(short secret: [UInt8], _ kind: SecretKind) {
    guard short[secret] == nil else { return }
    guard short.count < SecretWatch.shortLimit else { return dropped += 1 }
    short[secret] = kind
  }
}
