/// Finds the route of a path. Segments are percent-decoded once, after splitting (vapor/vapor#3135).
struct RouteTable: Sendable {
  /// A place in the tree of segments.
  private struct Node: Sendable {
    var children: [(segment: [UInt8], node: Int)] = []
    var parameterChild: Int?
    var route: Int?
  }

  let routes: [Route]
  private var nodes = [Node()]

  init(_ routes: [Route]) {
    self.routes = routes
    for (index, route) in routes.enumerated() { insert(route.pattern, index) }
  }

  /// The index of the route of a raw target; what stands behind `?` does not matter. `nil` is 404.
  func find(_ target: [UInt8]) -> Int? {
    guard target.first == UInt8(ascii: "/") else { return nil }
    let path = target[1..<(target.firstIndex(of: UInt8(ascii: "?")) ?? target.count)]
    var node = 0
    var start = path.startIndex
    while true {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      guard let next = child(of: node, path[start..<end]) else { return nil }
      node = next
      guard end < path.endIndex else { return nodes[node].route }
      start = end + 1
    }
  }

  private func child(of node: Int, _ raw: ArraySlice<UInt8>) -> Int? {
    guard raw.contains(UInt8(ascii: "%")) else { return child(of: node, decoded: raw) }
    guard let decoded = PathSegment.decode(raw) else { return nil }
    return child(of: node, decoded: decoded[...])
  }

  private func child(of node: Int, decoded segment: ArraySlice<UInt8>) -> Int? {
    guard PathSegment.isAllowed(segment) else { return nil }
    if let literal = nodes[node].children.first(where: { $0.segment.elementsEqual(segment) }) {
      return literal.node
    }
    return nodes[node].parameterChild
  }

  private mutating func insert(_ pattern: String, _ route: Int) {
    var node = 0
    for segment in pattern.split(separator: "/") {
      node = segment.hasPrefix("{") ? parameterChild(of: node) : literalChild(of: node, segment)
    }
    nodes[node].route = route
  }

  private mutating func parameterChild(of node: Int) -> Int {
    if let known = nodes[node].parameterChild { return known }
    nodes.append(Node())
    nodes[node].parameterChild = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func literalChild(of node: Int, _ segment: Substring) -> Int {
    let bytes = Array(segment.utf8)
    if let known = nodes[node].children.first(where: { $0.segment == bytes }) { return known.node }
    nodes.append(Node())
    nodes[node].children.append((bytes, nodes.count - 1))
    return nodes.count - 1
  }
}
