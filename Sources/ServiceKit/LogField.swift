/// One named value of a log line. Names are constants of the program; values may come from
/// anywhere, they are escaped. Secrets, tokens, codes and signatures have no place here.
public struct LogField: Sendable {
  enum Value: Sendable {
    case text(String)
    case integer(Int64)
    case unsigned(UInt64)
    case flag(Bool)
  }

  let name: String
  let value: Value

  public init(_ name: String, _ text: String) {
    self.name = name
    value = .text(text)
  }

  public init(_ name: String, _ integer: some BinaryInteger) {
    self.name = name
    value = Int64(exactly: integer).map(Value.integer) ?? .unsigned(UInt64(clamping: integer))
  }

  public init(_ name: String, _ flag: Bool) {
    self.name = name
    value = .flag(flag)
  }
}
