/// The members of an object in their order. Of doubled names the last counts, at the first's place.
///
/// Names are compared as they are written, scalar by scalar: `é` in one scalar is not `é` in two.
public struct JSONObject: Sendable {
  public struct Member: Sendable {
    public let name: String
    public var value: JSONValue

    func isNamed(_ other: String) -> Bool {
      name.utf8.count == other.utf8.count && name.utf8.elementsEqual(other.utf8)
    }
  }

  public private(set) var members: [Member] = []

  public init() {}

  /// Above this many members, doubled names are found by hash: many names cost no square of time.
  private static let scanLimit = 16

  init(collected: [Member]) {
    let isUnique = collected.count <= Self.scanLimit && !Self.hasDoubledNames(collected)
    members = isUnique ? collected : Self.unique(collected)
  }

  public subscript(name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set { set(name, to: newValue) }
  }

  /// Members of `upper` replace those of the same name, and follow where there is none.
  public func overlaid(with upper: JSONObject) -> JSONObject {
    JSONObject(collected: members + upper.members)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.name(text: member.name)
      member.value.write(to: &writer)
    }
    writer.endObject()
  }

  private func index(of name: String) -> Int? {
    members.firstIndex { $0.isNamed(name) }
  }

  private mutating func set(_ name: String, to value: JSONValue?) {
    switch (index(of: name), value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?): members.append(Member(name: name, value: value))
    case (nil, nil): break
    }
  }

  /// Looks at each pair, so for few members only.
  private static func hasDoubledNames(_ members: [Member]) -> Bool {
    for (place, member) in members.enumerated() {
      if members[..<place].contains(where: { $0.isNamed(member.name) }) { return true }
    }
    return false
  }

  private static func unique(_ collected: [Member]) -> [Member] {
    var places: [[UInt8]: Int] = [:]
    var unique: [Member] = []
    for member in collected {
      let key = Array(member.name.utf8)
      if let place = places[key] {
        unique[place].value = member.value
      } else {
        places[key] = unique.count
        unique.append(member)
      }
    }
    return unique
  }
}

extension JSONObject: Hashable {
  /// The same members in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.members.count == right.members.count else { return false }
    let other = Dictionary(
      uniqueKeysWithValues: right.members.map { (Array($0.name.utf8), $0.value) })
    return left.members.allSatisfy { other[Array($0.name.utf8)] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(collected: elements.map { Member(name: $0.0, value: $0.1) })
  }
}
