extension Migration {
  /// When a binding last got another device id, so that it does not get one with every request.
  static let v003RekeyedBindings = Migration(
    version: 3, name: "rekeyed bindings",
    sql: """
      ALTER TABLE device_bindings ADD COLUMN rekeyed_at timestamptz;
      """)
}
