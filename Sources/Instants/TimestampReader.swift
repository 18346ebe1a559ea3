/// Reads the parts of RFC 3339 section 5.6 one after another; each gives `nil` for another form.
struct TimestampReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Seconds since the day's start; a fraction is passed over.
  mutating func clock() -> (seconds: Int64, isLeapSecond: Bool)? {
    guard let hour = number(digits: 2), hour <= 23, skip(":"),
      let minute = number(digits: 2), minute <= 59, skip(":"),
      let second = number(digits: 2), second <= 60, skipFraction()
    else { return nil }
    return (Int64(hour * 3600 + minute * 60 + second), second == 60)
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int64? {
    if skip("Z", "z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+", "-"), let hour = number(digits: 2), hour <= 23, skip(":"),
      let minute = number(digits: 2), minute <= 59
    else { return nil }
    let seconds = Int64(hour * 3600 + minute * 60)
    return isWest ? -seconds : seconds
  }

  mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
    guard let next = rest.first, characters.contains(where: { UInt8(ascii: $0) == next }) else {
      return false
    }
    rest = rest.dropFirst()
    return true
  }

  private mutating func skipFraction() -> Bool {
    guard skip(".") else { return true }
    let digits = rest.prefix { isDigit($0) }
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }

  private mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ isDigit($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private func isDigit(_ character: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
  }
}
