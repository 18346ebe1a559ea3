import Instants

/// How a list of licences is ordered. Ties, and rows without the key, are ordered by id.
public struct LicenseSort: Hashable, Sendable {
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case createdAt = "created_at"
    case activatedAt = "activated_at"
    case expiresAt = "expires_at"
    case code
  }

  public static let newestFirst = LicenseSort(key: .createdAt, isDescending: true)

  public var key: Key
  public var isDescending: Bool

  public init(key: Key, isDescending: Bool) {
    self.key = key
    self.isDescending = isDescending
  }

  /// `created_at`, `-created_at` and so on.
  public init?(text: String) {
    let isDescending = text.hasPrefix("-")
    guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else {
      return nil
    }
    self.init(key: key, isDescending: isDescending)
  }

  public var text: String { (isDescending ? "-" : "") + key.rawValue }
}

/// Where a page ended: the whole sort key of its last row. Rows without the key come last in either
/// direction.
public struct ListPosition: Hashable, Sendable {
  public enum Key: Hashable, Sendable {
    case none
    case instant(Timestamp)
    case text(String)
  }

  public var key: Key
  public var id: UInt64

  public init(key: Key, id: UInt64) {
    self.key = key
    self.id = id
  }
}
