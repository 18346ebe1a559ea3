/// Header lines in order; names compare without case.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  public struct Line: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  public private(set) var lines: [Line] = []

  public init() {}
  public init(dictionaryLiteral elements: (String, String)...) {
    lines = elements.map { Line(name: $0.0, value: $0.1) }
  }

  public func values(_ name: String) -> [String] {
    lines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  public subscript(_ name: String) -> String? {
    get { values(name).first }
    set {
      lines.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { lines.append(Line(name: name, value: newValue)) }
    }
  }

  /// Another line, whether or not the name is there already.
  public mutating func add(_ name: String, _ value: String) {
    lines.append(Line(name: name, value: value))
  }

  public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var merged = self
    for line in others.lines { merged[line.name] = line.value }
    return merged
  }
}
