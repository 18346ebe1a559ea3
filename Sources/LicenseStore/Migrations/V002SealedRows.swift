extension Migration {
  /// What each seal says of each of its rows, so that a broken place can be named to the row.
  static let v002SealedRows = Migration(
    version: 2, name: "sealed rows",
    sql: """
      -- For each row of the seal, in order, 48 bytes: transaction id, log id, SHA-256 of the rest.
      ALTER TABLE log_seals ADD COLUMN row_digests bytea NOT NULL DEFAULT '';
      """)
}
