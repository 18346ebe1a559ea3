import Cryptography
import Licensing

/// Client keys at rest: AES-256-GCM under a child of a master key, with the app's id bound in so
/// that a row's key cannot be moved to another app.
struct ClientKeyVault {
  struct Sealed: Equatable {
    let bytes: [UInt8]
    let masterKeyNumber: UInt8
  }

  let keys: MasterKeys

  func seal(_ secret: SecretBytes, for app: AppID) throws(CryptographyError) -> Sealed {
    let number = keys.current.number
    guard let key = keys.clientKeyKey(number: number) else {
      preconditionFailure("the newest master key is always known")
    }
    let bytes = try AESGCM.seal(key: key, plaintext: secret.bytes, associatedData: app.bytes)
    return Sealed(bytes: bytes, masterKeyNumber: number)
  }

  /// `nil` where the master key is not known, or the bytes are not what it sealed for this app.
  func open(_ sealed: Sealed, of app: AppID) -> SecretBytes? {
    guard let key = keys.clientKeyKey(number: sealed.masterKeyNumber) else { return nil }
    let opened = try? AESGCM.open(key: key, sealed: sealed.bytes, associatedData: app.bytes)
    return opened.flatMap { $0 }.map { SecretBytes($0) }
  }
}
