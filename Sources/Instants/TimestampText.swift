/// How instants are read and written: RFC 3339 section 5.6, UTC on the way out.
extension Timestamp {
  /// 1970-01-01T00:00:00Z, the earliest instant that is read.
  public static let earliest = Timestamp(secondsSinceEpoch: 0)
  /// 9999-12-31T23:59:59Z, the latest instant that is read, stored or shown.
  public static let latest = Timestamp(secondsSinceEpoch: 253_402_300_799)

  /// 0000-01-01T00:00:00Z, as which anything before it is shown.
  private static let yearZero = Timestamp(secondsSinceEpoch: -719_528 * secondsPerDay)

  public static let secondsPerDay: Int64 = 86_400

  /// Any offset; a fraction is cut. `nil` for another form, and outside `earliest...latest`.
  public init?(rfc3339 text: String) {
    var reader = TimestampReader(text)
    guard let date = reader.date(), reader.skip("T", "t"),
      let clock = reader.clock(), let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    let dayStart = date.daysSinceEpoch * Timestamp.secondsPerDay
    let instant = Timestamp(secondsSinceEpoch: dayStart + clock.seconds - offset)
    // A leap second is the last of a UTC day; it is shown as the second that follows it.
    let isDayStart = instant.secondsSinceEpoch % Timestamp.secondsPerDay == 0
    guard !clock.isLeapSecond || isDayStart else { return nil }
    self.init(checking: instant)
  }

  /// RFC 3339, or a bare date: the end of that UTC day. The last day of all ends at `latest`.
  public init?(expiryText text: String) {
    var reader = TimestampReader(text)
    if let date = reader.date(), reader.isAtEnd {
      let dayEnd = (date.daysSinceEpoch + 1) * Timestamp.secondsPerDay
      guard dayEnd > Timestamp.earliest.secondsSinceEpoch else { return nil }
      self = min(Timestamp(secondsSinceEpoch: dayEnd), .latest)
    } else {
      self.init(rfc3339: text)
    }
  }

  private init?(checking instant: Timestamp) {
    guard (Timestamp.earliest...Timestamp.latest).contains(instant) else { return nil }
    self = instant
  }

  /// `2027-02-01T00:00:00Z`. Years have four digits: what lies outside 0000–9999 shows as the edge.
  public var rfc3339: String {
    var characters: [UInt8] = []
    appendRFC3339(to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  /// Puts that text behind what is there, as ASCII bytes.
  public func appendRFC3339(to characters: inout [UInt8]) {
    let days = secondsSinceEpoch.quotientRoundedDown(by: Timestamp.secondsPerDay)
    guard (-719_528...2_932_896).contains(days) else {
      return (days < 0 ? Timestamp.yearZero : Timestamp.latest).appendRFC3339(to: &characters)
    }
    let date = CivilDate(daysSinceEpoch: days)
    let seconds = Int(secondsSinceEpoch - days * Timestamp.secondsPerDay)
    characters.append(addingCapacity: 20) { output in
      output.append(date.year / 100, date.year % 100)
      output.append("-", date.month)
      output.append("-", date.day)
      output.append("T", seconds / 3600)
      output.append(":", seconds / 60 % 60)
      output.append(":", seconds % 60)
      output.append(UInt8(ascii: "Z"))
    }
  }
}

extension Timestamp: CustomStringConvertible {
  public var description: String { rfc3339 }
}
