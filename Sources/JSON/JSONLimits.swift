/// What a text may demand of its reader. Its length is limited by whoever received it.
public struct JSONLimits: Sendable {
  /// Arrays and objects inside one another; a lone `[]` is one deep.
  public var depth: Int

  public init(depth: Int) { self.depth = depth }

  public static let `default` = JSONLimits(depth: 64)
}
