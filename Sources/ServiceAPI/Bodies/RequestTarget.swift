/// A request target taken apart: split first, then each part percent-decoded once.
public struct RequestTarget: Hashable, Sendable {
  /// Decoded; none is empty.
  public var segments: [String]
  public var query: [QueryItem]
  /// A query part that is no text (bad percent sign, not UTF-8, U+0000).
  public var hasMalformedQuery: Bool

  /// The segments, each behind a slash.
  public var path: String { segments.map { "/" + $0 }.joined() }

  /// `nil`: no path that could exist. An empty segment, `.`, `..`, `%00`, a bad percent sign and
  /// text that is not UTF-8 name nothing.
  public init?(_ raw: [UInt8]) {
    let halves = raw.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = halves.first, path.first == UInt8(ascii: "/") else { return nil }
    guard let segments = Self.segments(of: path.dropFirst()) else { return nil }
    self.segments = segments
    (query, hasMalformedQuery) = Self.items(of: halves.count == 2 ? halves[1] : [])
  }

  private static func segments(of path: ArraySlice<UInt8>) -> [String]? {
    var segments: [String] = []
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let text = PercentCoding.decode(part, plusIsBlank: false) else { return nil }
      guard text != "", text != ".", text != ".." else { return nil }
      segments.append(text)
    }
    return segments
  }

  private static func items(of query: ArraySlice<UInt8>) -> ([QueryItem], Bool) {
    var items: [QueryItem] = []
    var isMalformed = false
    for part in query.split(separator: UInt8(ascii: "&")) {
      guard let item = QueryItem(part) else {
        isMalformed = true
        continue
      }
      items.append(item)
    }
    return (items, isMalformed)
  }
}

/// One `name=value` of a query, decoded as forms are: `+` is a blank, `%2B` a plus.
public struct QueryItem: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  init?(_ part: ArraySlice<UInt8>) {
    let halves = part.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = PercentCoding.decode(halves[0], plusIsBlank: true),
      let value = PercentCoding.decode(halves.count == 2 ? halves[1] : [], plusIsBlank: true)
    else { return nil }
    self.init(name: name, value: value)
  }
}
