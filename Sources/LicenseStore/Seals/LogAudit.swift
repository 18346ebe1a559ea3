import Encodings
import Postgres

/// Walks the log and its seals in pages, from the first on, and finds the first place at which they
/// differ. Changes nothing; may run beside writers, for what is sealed stays.
public struct LogAudit {
  /// Seals and rows that one page holds at most.
  static let sealLimit = 64
  static let rowLimit = 2048
  /// Beyond that many rows behind the last seal nobody counts on.
  public static let unsealedLimit: Int64 = 10_000

  public struct Report: Hashable, Sendable {
    public var seals: Int64 = 0
    public var rows: Int64 = 0
    public var head = SealHead.none
    /// Behind the last seal: what nobody vouches for yet; `unsealedLimit` at most.
    public var unsealedRows: Int64 = 0

    public init() {}
  }

  public typealias Outcome = Result<Report, LogBreak>

  private let connection: PostgresConnection
  /// A head that was kept, as `SealHead` shows it.
  private let keptHead: (sequence: Int64, text: String)?

  /// - Parameter keptHead: `<sequence>:<hash>` of an earlier look, or `nil`.
  public init(_ connection: PostgresConnection, keptHead: (sequence: Int64, text: String)? = nil) {
    self.connection = connection
    self.keptHead = keptHead
  }

  public func verify() throws(PostgresError) -> Outcome {
    var report = Report()
    while true {
      let seals = try page(after: report.head)
      if seals.isEmpty { break }
      if let fault = try fault(in: seals, after: report.head) { return .failure(fault) }
      report.seals += Int64(seals.count)
      report.rows += seals.reduce(0) { $0 + $1.rowCount }
      report.head = seals[seals.count - 1].head
    }
    if let keptHead, keptHead.sequence > report.head.sequence {
      return .failure(.headMissing(sequence: keptHead.sequence))
    }
    report.unsealedRows = try unsealedCount(behind: report.head)
    return .success(report)
  }

  // MARK: One page

  /// As many seals as cover no more rows than a page holds, one at least.
  private func page(after head: SealHead) throws(PostgresError) -> [LogSeal] {
    let found = try connection.run(
      """
      SELECT \(LogSeal.columns) FROM log_seals WHERE sequence > $1 ORDER BY sequence LIMIT $2
      """, [.int(head.sequence), .int(Self.sealLimit)])
    var seals: [LogSeal] = []
    var rows = 0
    for row in found {
      let seal = try LogSeal(row)
      rows += seal.rowDigests.count / SealedRow.byteCount
      if !seals.isEmpty, rows > Self.rowLimit { break }
      seals.append(seal)
    }
    return seals
  }

  /// The rows of sound seals come first: they lie before the first seal that is not.
  private func fault(
    in seals: [LogSeal], after head: SealHead
  ) throws(PostgresError) -> LogBreak? {
    var sound: [LogSeal] = []
    var sealFault: LogBreak?
    var previous = head
    for seal in seals {
      sealFault = fault(of: seal, after: previous)
      if sealFault != nil { break }
      sound.append(seal)
      previous = seal.head
    }
    return try rowFault(in: sound, after: head) ?? sealFault
  }

  private func fault(of seal: LogSeal, after head: SealHead) -> LogBreak? {
    guard seal.sequence == head.sequence + 1 else {
      return .sealRemoved(sequence: head.sequence + 1)
    }
    guard seal.follows(head), seal.last > head.last else {
      return .sealChanged(sequence: seal.sequence)
    }
    if let keptHead, keptHead.sequence == seal.sequence, keptHead.text != seal.head.description {
      return .headDiffers(sequence: seal.sequence)
    }
    return nil
  }

  private func rowFault(
    in seals: [LogSeal], after head: SealHead
  ) throws(PostgresError) -> LogBreak? {
    guard let last = seals.last?.last else { return nil }
    let sealed = seals.flatMap { seal in
      (SealedRow.rows(seal.rowDigests) ?? []).map { (row: $0, seal: seal.sequence) }
    }
    // One more than there must be: a row that was put among them shows.
    let rows = try connection.run(
      LogRowStatement.between(head.last, last, limit: sealed.count + 1))
    var found: [SealedRow] = []
    for row in rows { found.append(try LogRowStatement.row(row)) }
    guard let difference = SealedRowComparison(sealed: sealed, found: found).first else {
      return nil
    }
    return try name(difference)
  }

  // MARK: Naming what was found

  private func name(
    _ difference: SealedRowComparison.Difference
  ) throws(PostgresError) -> LogBreak {
    switch difference {
    case .added(let row, let seal): return .rowAdded(logID: row.position.logID, seal: seal)
    case .changed(let row, let was, let seal):
      let id = was.position.logID
      guard let other = try sealedID(of: row.digest), other != id else {
        return .rowChanged(logID: id, seal: seal)
      }
      return .rowsSwapped(logID: id, withLogID: other, seal: seal)
    case .missing(let row, let seal):
      let rest = try connection.run(
        """
        SELECT EXISTS (SELECT FROM action_logs
          WHERE (transaction_id, id) > ($1::text::xid8, $2::bigint)) AS any
        """, [.text(String(row.position.transactionID)), .int(row.position.logID)]
      ).only().bool("any")
      let id = row.position.logID
      return rest ? .rowRemoved(logID: id, seal: seal) : .cutOff(fromLogID: id, seal: seal)
    }
  }

  /// The row that said this when it was sealed. Reads all seals, once, when the log is broken.
  private func sealedID(of digest: [UInt8]) throws(PostgresError) -> Int64? {
    let found = try connection.run(
      "SELECT row_digests FROM log_seals WHERE position($1::bytea IN row_digests) > 0 LIMIT 1",
      [.bytes(digest)])
    guard let row = found.first else { return nil }
    return try SealedRow.rows(row.bytes("row_digests"))?.first { $0.digest == digest }?
      .position.logID
  }

  private func unsealedCount(behind head: SealHead) throws(PostgresError) -> Int64 {
    try connection.run(
      """
      SELECT count(*) AS total FROM (SELECT FROM action_logs
        WHERE (transaction_id, id) > ($1::text::xid8, $2::bigint) LIMIT $3) AS rest
      """,
      [
        .text(String(head.last.transactionID)), .int(head.last.logID), .int(Self.unsealedLimit),
      ]
    ).only().int("total")
  }
}
