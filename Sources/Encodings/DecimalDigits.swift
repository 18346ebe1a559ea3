/// A number's decimal text, made without a `String`.
public struct DecimalDigits {
  /// Twenty characters, the last of the text first: the longest is `Int64.min`.
  private var reversed: InlineArray<20, UInt8> = .init(repeating: 0)
  public private(set) var count = 0

  public init(_ number: Int64) {
    var rest = number.magnitude
    repeat {
      push(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { push(UInt8(ascii: "-")) }
  }

  public func append(to bytes: inout [UInt8]) {
    for index in stride(from: count - 1, through: 0, by: -1) { bytes.append(reversed[index]) }
  }

  private mutating func push(_ character: UInt8) {
    reversed[count] = character
    count += 1
  }
}
