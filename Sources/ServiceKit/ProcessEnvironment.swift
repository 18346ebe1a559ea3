/// The environment that the process was started with.
public enum ProcessEnvironment {
  /// Larger than the kernel allows for arguments and environment together by default.
  private static let limitBytes = 8 * 1024 * 1024

  /// Read from the kernel, since C's `environ` is a variable without a lock. Entries that are no
  /// UTF-8 or no assignment are left out; of doubled names the first counts, as with `getenv`.
  public static func current() -> [String: String] {
    let bytes = (try? FileContents.read("/proc/self/environ", limitBytes: limitBytes)) ?? []
    return parse(bytes)
  }

  static func parse(_ bytes: [UInt8]) -> [String: String] {
    var variables: [String: String] = [:]
    for entry in bytes.split(separator: 0) {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals > entry.startIndex,
        let name = String(validating: entry[..<equals], as: UTF8.self),
        let value = String(validating: entry[entry.index(after: equals)...], as: UTF8.self)
      else { continue }
      if variables[name] == nil { variables[name] = value }
    }
    return variables
  }
}
