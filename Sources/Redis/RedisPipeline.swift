import Encodings

/// Commands that travel together, written as they go over the wire.
///
/// Each argument stands behind its length, so that no byte in it has a meaning: there is no format
/// string to break. Kept and cleared by its owner, whose buffer then serves the next trip, too.
public struct RedisPipeline {
  public private(set) var commandCount = 0
  private(set) var wire: [UInt8] = []
  private var argumentsMissing = 0

  public init() {}

  public var isEmpty: Bool { commandCount == 0 }

  public mutating func removeAll() {
    precondition(argumentsMissing == 0, "the last command lacks arguments")
    wire.removeAll(keepingCapacity: true)
    commandCount = 0
  }

  /// Begins a command; exactly `argumentCount` arguments, not counting its name, must follow.
  public mutating func command(_ name: StaticString, argumentCount: Int) {
    precondition(argumentsMissing == 0, "the command before lacks arguments")
    write(UInt8(ascii: "*"), argumentCount + 1)
    argumentsMissing = argumentCount + 1
    commandCount += 1
    add(name)
  }

  public mutating func add(_ text: StaticString) {
    beginArgument(byteCount: text.utf8CodeUnitCount)
    text.withUTF8Buffer { wire.append(contentsOf: $0) }
    endArgument()
  }

  public mutating func add(_ text: String) {
    beginArgument(byteCount: text.utf8.count)
    wire.append(contentsOf: text.utf8)
    endArgument()
  }

  public mutating func add(_ bytes: [UInt8]) {
    beginArgument(byteCount: bytes.count)
    wire.append(contentsOf: bytes)
    endArgument()
  }

  /// One argument made of two parts, as most keys are.
  public mutating func add(_ head: [UInt8], _ tail: [UInt8]) {
    beginArgument(byteCount: head.count + tail.count)
    wire.append(contentsOf: head)
    wire.append(contentsOf: tail)
    endArgument()
  }

  public mutating func add(_ number: Int64) {
    let digits = DecimalDigits(number)
    beginArgument(byteCount: digits.count)
    digits.append(to: &wire)
    endArgument()
  }

  /// Command and arguments at once, where speed does not matter.
  public mutating func command(_ name: StaticString, _ arguments: [UInt8]...) {
    command(name, argumentCount: arguments.count)
    for argument in arguments { add(argument) }
  }

  /// As above, for texts.
  public mutating func command(_ name: StaticString, _ arguments: String...) {
    command(name, argumentCount: arguments.count)
    for argument in arguments { add(argument) }
  }

  var isComplete: Bool { argumentsMissing == 0 }

  private mutating func beginArgument(byteCount: Int) {
    precondition(argumentsMissing > 0, "more arguments than the command announced")
    argumentsMissing -= 1
    write(UInt8(ascii: "$"), byteCount)
  }

  private mutating func endArgument() {
    wire.append(UInt8(ascii: "\r"))
    wire.append(UInt8(ascii: "\n"))
  }

  private mutating func write(_ mark: UInt8, _ count: Int) {
    wire.append(mark)
    let digits = DecimalDigits(Int64(count))
    digits.append(to: &wire)
    endArgument()
  }
}
