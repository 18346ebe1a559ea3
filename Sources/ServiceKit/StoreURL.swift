/// What a store's URL gives away about itself without being parsed in full.
enum StoreURL {
  /// Whether `url` carries a password: in its user part, as `password=` among its parameters, or
  /// as libpq's `password=` keyword.
  static func containsPassword(_ url: String) -> Bool {
    hasUserPassword(url) || hasPasswordParameter(url)
  }

  private static func hasUserPassword(_ url: String) -> Bool {
    guard let scheme = url.firstRange(of: "://") else { return false }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return false }
    return authority.index(after: colon) < at
  }

  private static func hasPasswordParameter(_ url: String) -> Bool {
    let words = url.lowercased().split { "?&; \t\n".contains($0) }
    return words.contains { word in
      word.hasPrefix("password=") && word.utf8.count > "password=".utf8.count
    }
  }
}
