import Instants
import LicenseStore
import MessageBus

/// Operator keys as PostgreSQL had them at most a second ago: backends introspect in great number.
public final class OperatorKeyCache {
  public static let freshMilliseconds: Int64 = 1000
  /// Far more keys than people make; beyond that all are forgotten.
  static let capacity = 4096

  public enum Answer {
    case key(OperatorKey)
    case unknown
    /// PostgreSQL is to be asked first.
    case notKnownYet
  }

  private struct Entry {
    let key: OperatorKey?
    let readAt: MonotonicTime
  }

  private var entries: [[UInt8]: Entry] = [:]

  public init() {}

  /// What is held of a key: read within the last second, or after `arrival`.
  public func answer(
    for secret: OperatorSecret, arrival: MonotonicTime, now: MonotonicTime
  ) -> Answer {
    guard let entry = entries[secret.hash] else { return .notKnownYet }
    let isFresh =
      now.milliseconds(since: entry.readAt) < Self.freshMilliseconds || entry.readAt >= arrival
    guard isFresh else { return .notKnownYet }
    return entry.key.map(Answer.key) ?? .unknown
  }

  /// Whether there was such a key when it was last read, however long ago; it may have ended since.
  public func isKnown(_ secret: OperatorSecret) -> Bool {
    entries[secret.hash]?.key != nil
  }

  /// Asks PostgreSQL for all of `secrets` by one query. Where it is away, keys that were known serve
  /// on.
  public func ask(for secrets: [OperatorSecret], _ session: StoreSession) {
    guard !secrets.isEmpty else { return }
    let readAt = session.time.monotonic()
    let answer = try? session.postgres.operatorKeys(secrets)
    forgetUnknown()
    for hash in secrets.map(\.hash) {
      let key = answer.map { $0[hash] } ?? entries[hash]?.key
      guard answer != nil || key != nil else { continue }
      entries[hash] = Entry(key: key, readAt: readAt)
    }
  }

  /// Inventions are kept for one look only; they cost no memory beyond it.
  private func forgetUnknown() {
    entries = entries.filter { $0.value.key != nil }
    if entries.count > Self.capacity { entries.removeAll() }
  }
}
