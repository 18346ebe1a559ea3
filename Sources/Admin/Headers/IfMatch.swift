/// What `If-Match` asks (RFC 9110 section 13.1.1).
public enum IfMatch: Hashable, Sendable {
  case any
  /// The versions that the caller would overwrite. A weak or foreign tag matches no version.
  case oneOf([Int64])

  /// `nil`: no list of entity tags.
  public init?(_ header: String) {
    if Self.trimmed(header[...]) == "*" {
      self = .any
      return
    }
    var versions: [Int64] = []
    var rest = header[...]
    repeat {
      guard let tag = Self.nextTag(&rest) else { return nil }
      if let version = Self.version(tag) { versions.append(version) }
    } while !rest.isEmpty
    self = .oneOf(versions)
  }

  public func allows(_ version: Int64) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let versions): versions.contains(version)
    }
  }

  /// Takes one tag and the comma behind it off `rest`.
  private static func nextTag(_ rest: inout Substring) -> (isWeak: Bool, text: Substring)? {
    var tag = trimmed(rest)
    let isWeak = tag.hasPrefix("W/")
    if isWeak { tag = tag.dropFirst(2) }
    guard tag.first == "\"" else { return nil }
    tag = tag.dropFirst()
    guard let end = tag.firstIndex(of: "\"") else { return nil }
    let text = tag[..<end]
    rest = trimmed(tag[tag.index(after: end)...])
    if rest.isEmpty { return (isWeak, text) }
    guard rest.first == "," else { return nil }
    rest = trimmed(rest.dropFirst())
    return rest.isEmpty ? nil : (isWeak, text)
  }

  private static func version(_ tag: (isWeak: Bool, text: Substring)) -> Int64? {
    guard !tag.isWeak, let version = Int64(tag.text), String(version) == tag.text else {
      return nil
    }
    return version
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { start[...$0] } ?? ""
  }
}
