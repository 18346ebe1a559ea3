import Instants

/// What the key files say of themselves: numbers and public halves only.
struct KeyFacts {
  /// `nil`: the file could not be opened, which is another check's matter.
  typealias Reading<Value> = Result<Value, Unreadable>?

  /// Why a file is no key file, as a sentence that quotes nothing of it.
  struct Unreadable: Error { let reason: String }

  /// Newest first; the first of them makes.
  struct Numbered: Hashable { let numbers: [Int] }

  struct PublicSet: Hashable {
    /// By the public key, base64url: from when on it may sign.
    let useFrom: [String: Timestamp]
    let expiresAt: Timestamp
  }

  /// Where the root key is.
  enum Root: Hashable {
    /// Off the host, where it belongs.
    case away
    case signedTheSet
    case isAnother
  }

  var master: Reading<Numbered> = nil
  var token: Reading<Numbered> = nil
  /// The public half, base64url.
  var signing: Reading<String> = nil
  var set: Reading<PublicSet> = nil
  var root: Reading<Root> = nil
}
