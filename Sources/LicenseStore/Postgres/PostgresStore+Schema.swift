extension PostgresStore {
  /// The version of the schema that the database has; 0 for an empty one.
  public func schemaVersion() throws(StoreError) -> Int {
    try run(Migrator.version(of:))
  }
}
