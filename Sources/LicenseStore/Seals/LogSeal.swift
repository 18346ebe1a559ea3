import Cryptography
import Postgres

/// One link of the chain over the log: which rows it covers, and a hash over them and over the hash
/// of the link before. Whoever changes a seal changes all that follow it.
struct LogSeal: Hashable, Sendable {
  /// 1 for the first; without gaps.
  let sequence: Int64
  let last: LogPosition
  let rowCount: Int64
  /// `SealedRow.bytes` of each row, in order.
  let rowDigests: [UInt8]
  /// Microseconds since 1970-01-01T00:00:00Z.
  let sealedAt: Int64
  let hash: [UInt8]

  /// Of `log_seals`, as `init(_:)` reads them.
  static let columns = """
    sequence, last_transaction_id::text::bigint AS last_transaction_id, last_log_id, row_count,
    row_digests, hash, floor(extract(epoch FROM sealed_at) * 1000000)::bigint AS sealed_at
    """

  /// SHA-256 over the hash before and every column of the seal.
  static func hash(
    previous: [UInt8], sequence: Int64, last: LogPosition, rowCount: Int64, rowDigests: [UInt8],
    sealedAt: Int64
  ) -> [UInt8] {
    var hash = SHA256()
    hash.update(Array("countersign log seal 1\n".utf8))
    hash.update(SealedRow.bigEndian(Int64(previous.count)) + previous)
    for number in [sequence, last.transactionID, last.logID, rowCount, sealedAt] {
      hash.update(SealedRow.bigEndian(number))
    }
    hash.update(rowDigests)
    return hash.finish()
  }

  /// The next link over `rows`, of which there is one at least.
  init(after head: SealHead, rows: [SealedRow], sealedAt: Int64) {
    precondition(!rows.isEmpty, "a seal covers rows")
    sequence = head.sequence + 1
    last = rows[rows.count - 1].position
    rowCount = Int64(rows.count)
    rowDigests = rows.flatMap(\.bytes)
    self.sealedAt = sealedAt
    hash = Self.hash(
      previous: head.hash, sequence: sequence, last: last, rowCount: rowCount,
      rowDigests: rowDigests, sealedAt: sealedAt)
  }

  init(_ row: PostgresRow) throws(PostgresError) {
    sequence = try row.int("sequence")
    last = LogPosition(
      transactionID: try row.int("last_transaction_id"), logID: try row.int("last_log_id"))
    rowCount = try row.int("row_count")
    rowDigests = try row.bytes("row_digests")
    sealedAt = try row.int("sealed_at")
    hash = try row.bytes("hash")
  }

  var head: SealHead { SealHead(sequence: sequence, last: last, hash: hash) }

  /// Whether this is the link that follows `head`, every column as it was made.
  func follows(_ head: SealHead) -> Bool {
    let whole = SealedRow.rows(rowDigests)
    return sequence == head.sequence + 1 && Int64(whole?.count ?? -1) == rowCount
      && whole?.last?.position == last
      && hash
        == Self.hash(
          previous: head.hash, sequence: sequence, last: last, rowCount: rowCount,
          rowDigests: rowDigests, sealedAt: sealedAt)
  }
}
