import Encodings
import Licensing

/// The names of all keys of one epoch (data.md, "Redis").
struct RedisKeys {
  /// `cs:<epoch>:`
  let prefix: [UInt8]

  init(epoch: Int64) {
    prefix = Array("cs:\(epoch):".utf8)
  }

  var run: [UInt8] { prefix + Array("run".utf8) }
  var apps: [UInt8] { prefix + Array("apps".utf8) }

  func binding(_ id: BindingID) -> [UInt8] { key(UInt8(ascii: "b"), id.rawValue) }
  func license(_ id: LicenseID) -> [UInt8] { key(UInt8(ascii: "l"), id.rawValue) }
  func end(_ id: BindingID) -> [UInt8] { key(UInt8(ascii: "e"), id.rawValue) }

  func nonce(_ digest: NonceDigest) -> [UInt8] {
    var key = begin(byteCount: 17)
    key.append(UInt8(ascii: "n"))
    digest.append(to: &key)
    return key
  }

  /// The subject stands as it is: a key is an argument with a length, no byte in it has a meaning.
  func rate(_ check: RateCheck) -> [UInt8] {
    var key = begin(byteCount: 48 + check.subject.utf8.count)
    key.append(contentsOf: "r:".utf8)
    key.append(contentsOf: check.rule.name.rawValue.utf8)
    key.append(UInt8(ascii: ":"))
    if let app = check.appID { Base32.append(app.rawValue, to: &key) }
    key.append(UInt8(ascii: ":"))
    key.append(contentsOf: check.subject.utf8)
    return key
  }

  private func key(_ kind: UInt8, _ id: UInt64) -> [UInt8] {
    var key = begin(byteCount: 15)
    key.append(kind)
    key.append(UInt8(ascii: ":"))
    Base32.append(id, to: &key)
    return key
  }

  private func begin(byteCount: Int) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(prefix.count + byteCount)
    key.append(contentsOf: prefix)
    return key
  }
}
