import Glibc

/// RFC 3339 as the API writes it: UTC, `Z`, whole seconds.
public enum Instant {
  /// Nil for any other form.
  public static func seconds(_ text: String) -> Int64? {
    let form = Array("0000-00-00T00:00:00Z".utf8)
    let given = Array(text.utf8)
    guard given.count == form.count else { return nil }
    var numbers: [Int32] = [0]
    for (character, expected) in zip(given, form) {
      if expected == 0x30 {
        guard (0x30...0x39).contains(character) else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int32(character - 0x30)
      } else {
        guard character == expected else { return nil }
        numbers.append(0)
      }
    }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    parts.tm_hour = numbers[3]
    parts.tm_min = numbers[4]
    parts.tm_sec = numbers[5]
    let seconds = Int64(timegm(&parts))
    return self.text(seconds) == text ? seconds : nil
  }

  public static func text(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let numbers: [(Int32, Int, String)] = [
      (parts.tm_year + 1900, 4, "-"), (parts.tm_mon + 1, 2, "-"), (parts.tm_mday, 2, "T"),
      (parts.tm_hour, 2, ":"), (parts.tm_min, 2, ":"), (parts.tm_sec, 2, "Z"),
    ]
    return numbers.map { value, width, mark in
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits + mark
    }.joined()
  }

  public static var now: Int64 { RequestSigner.now }
}

extension Json {
  /// Seconds since 1970 of an instant as the API writes it.
  public var instant: Int64? { string.flatMap(Instant.seconds) }
}
