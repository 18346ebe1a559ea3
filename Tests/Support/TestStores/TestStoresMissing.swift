/// Tests against real stores fail, rather than pass silently, where there are none.
public struct TestStoresMissing: Error, CustomStringConvertible {
  let variable: String

  public var description: String {
    "\(variable) is not set: this test needs a real PostgreSQL and Redis. "
      + "Run it by `make test`, or `scripts/with-stores swift test …`."
  }
}
