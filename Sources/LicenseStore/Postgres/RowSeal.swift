import Cryptography
import Instants
import Licensing

/// The MAC over every column of a licence that a verdict or a change reads, and the number of the
/// master key whose child made it.
struct RowSeal: Equatable {
  let mac: [UInt8]
  /// As the row says it, hence any number.
  let keyNumber: Int64

  init(mac: [UInt8], keyNumber: Int64) {
    self.mac = mac
    self.keyNumber = keyNumber
  }

  /// Made with the newest master key.
  init(for license: License, _ keys: MasterKeys) {
    let number = keys.current.number
    guard let key = keys.rowKey(number: number) else {
      preconditionFailure("the newest master key is always known")
    }
    mac = HMACSHA256.tag(key: key, message: Self.message(license))
    keyNumber = Int64(number)
  }

  func isGenuine(for license: License, _ keys: MasterKeys) -> Bool {
    guard let number = UInt8(exactly: keyNumber), let key = keys.rowKey(number: number) else {
      return false
    }
    return HMACSHA256.isValid(mac, key: key, message: Self.message(license))
  }

  /// Each field with its length before it, so that no two rows give the same bytes.
  static func message(_ license: License) -> [UInt8] {
    let fields: [[UInt8]?] = [
      license.id.bytes, Array(license.code.canonical.utf8), license.appID.bytes,
      Array(license.plan.rawValue.utf8), digits(license.durationDays.map(Int64.init)),
      digits(license.expiresAt?.secondsSinceEpoch), digits(license.allowDevices.map(Int64.init)),
      digits(license.activatedAt?.secondsSinceEpoch), digits(license.disabledAt?.secondsSinceEpoch),
      Array(license.features.json.utf8), digits(license.version),
    ]
    return fields.reduce(into: Array("countersign license 1\n".utf8)) { message, field in
      message += Array("\(field.map { String($0.count) } ?? "-"):".utf8) + (field ?? [])
    }
  }

  private static func digits(_ number: Int64?) -> [UInt8]? {
    number.map { Array(String($0).utf8) }
  }
}
