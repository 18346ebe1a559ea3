import Instants
import Licensing

@testable import LicenseStore

extension FuzzTarget {
  /// Values in Redis: others may have written there.
  static let stored = FuzzTarget(
    name: "stored",
    seeds: [
      "1 7 1800000000000 aaaaaaaaaaaaa b 1 1 1800000000 1800043200 - 12345678",
      "1 7 1800000000000 aaaaaaaaaaaaa u 16777215 255 0 1 2 é",
      "1 7 1800000000000 aaaaaaaaaaaaa y - 1800000000 - {\"a\":1}", "1 7 0", "1 1 2 3",
    ].map { Array($0.utf8) },
    check: checkStored)

  private static func checkStored(_ input: [UInt8]) throws {
    let binding = BindingID(rawValue: 1)
    let license = LicenseID(rawValue: 2)
    try checkValue(input, { StoredBinding(id: binding, bytes: $0) }, \.bytes)
    try checkValue(input, { StoredLicense(id: license, bytes: $0) }, \.bytes)
    try checkValue(input, { SlidEnd(bindingID: binding, bytes: $0) }, \.bytes)
    try checkValue(input, { AppsRevision(bytes: $0)?.value }, { AppsRevision($0).bytes })
  }

  private static func checkValue<Value: Equatable>(
    _ input: [UInt8], _ read: ([UInt8]) -> Value?, _ write: (Value) -> [UInt8]
  ) throws {
    guard let value = read(input) else { return }
    try hold(read(write(value)) == value, "a stored \(Value.self) reads the same when written")
  }
}
