import Glibc

/// What `scripts/with-stores` tells the tests.
enum TestEnvironment {
  static func value(_ name: String) throws(TestStoresMissing) -> String {
    guard let value = optionalValue(name) else { throw TestStoresMissing(variable: name) }
    return value
  }

  static func optionalValue(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// The first of `directories` that has the program, else the bare name below `/usr/bin`.
  static func program(_ name: String, in directories: [String] = ["/usr/bin", "/usr/local/bin"])
    -> String
  {
    directories.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? "/usr/bin/\(name)"
  }
}
