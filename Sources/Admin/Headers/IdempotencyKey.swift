/// What names one intention of an operator, so that it is carried out once.
public struct IdempotencyKey: Hashable, Sendable {
  public static let lengths = 1...255

  public let text: String

  /// `nil`: empty, too long, or not of visible ASCII characters.
  public init?(_ header: String) {
    let isVisible = header.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard Self.lengths.contains(header.utf8.count), isVisible else { return nil }
    text = header
  }
}
