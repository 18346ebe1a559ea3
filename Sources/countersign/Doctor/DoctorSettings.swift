import ServiceKit

/// Which things the doctor looks at, and what was wrong with the settings that say so.
///
/// Settings come from the environment, then from a file of settings; a home's own places fill in
/// what neither names. A pure function of all three.
struct DoctorSettings {
  static let standardVerificationsPerSecond = 1000

  private static let stores = ["DATABASE_URL", "REDIS_URL"]

  /// Values by name, each from the first source that has it.
  private(set) var values: [String: String] = [:]
  /// What is missing or cannot be read, as sentences.
  private(set) var faults: [String]
  /// Where the values come from, for the person who reads.
  let source: String
  /// The operators' addresses of the gateways.
  var opsURLs: [String] = []
  /// Where apps call.
  var appURLs: [String] = []
  var verificationsPerSecond = standardVerificationsPerSecond

  /// - Parameters:
  ///   - sources: the weightiest first.
  ///   - faults: of reading the sources.
  init(sources: [[String: String]], source: String, faults: [String] = []) {
    self.source = source
    self.faults = faults
    for name in Set(sources.flatMap(\.keys)) {
      values[name] = sources.lazy.compactMap { $0[name] }.first { !$0.isEmpty }
    }
    for store in Self.stores { chooseStore(store, sources) }
    // What a source that cannot be read lacks is not known.
    if faults.isEmpty { self.faults = missing }
    opsURLs = urls("COUNTERSIGN_OPS_URL", address: "COUNTERSIGN_OPS")
    appURLs = urls("COUNTERSIGN_URL", address: "COUNTERSIGN_LISTEN")
  }

  subscript(name: String) -> String? { values[name] }

  func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// A URL by value in one source outweighs a file that a lesser source names.
  private mutating func chooseStore(_ name: String, _ sources: [[String: String]]) {
    values[name] = nil
    values[name + "_FILE"] = nil
    for source in sources {
      for key in [name + "_FILE", name] {
        guard let value = source[key], !value.isEmpty else { continue }
        values[key] = value
        return
      }
    }
  }

  private var missing: [String] {
    let needs = SettingNeeds(values)
    let stores = !needs.stores ? [] : Self.stores
    return stores.filter { values[$0] == nil && values[$0 + "_FILE"] == nil }
      .map { "\($0) or \($0)_FILE is not set" }
      + needs.files.filter { values[$0] == nil }.map { "\($0) is not set" }
  }

  private func urls(_ name: String, address: String) -> [String] {
    // The operators' address has no TLS.
    let isSecure =
      address == "COUNTERSIGN_LISTEN" && values["COUNTERSIGN_TLS_CERT_FILE"] != nil
    let scheme = isSecure ? "https" : "http"
    let named = values[name] ?? values[address].map { "\(scheme)://\($0)" }
    return named.map { [$0] } ?? []
  }
}
