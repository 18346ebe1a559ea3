import Instants

/// What an operation makes of a licence. Each is a verb of its own: none touches what it does not
/// name.
public enum LicenseChange: Hashable, Sendable {
  /// Nothing is written, no version raised, no row logged.
  case unchanged
  /// With the next version.
  case changed(License)
  case refused(Refusal)

  public enum Refusal: String, Hashable, Sendable {
    /// Not 1 to 36,500 days.
    case daysOutOfRange
    /// There is no end to extend.
    case noEnd
    /// The end would lie beyond 9999-12-31T23:59:59Z.
    case beyondCalendar
    /// Not 1 to 1,000,000 devices; unlimited is `null`.
    case devicesOutOfRange
    case remarkTooLong
    case orderIDTooLong
  }

  public static let extensionDaysRange = 1...36_500
}

extension LicenseChange {
  /// The first activation stamps the licence and starts the plan's days; later ones change nothing.
  /// An explicit end is absolute and stays.
  public static func activate(_ license: License, now: Timestamp) -> LicenseChange {
    guard license.activatedAt == nil else { return .unchanged }
    var next = license
    next.activatedAt = now
    next.expiresAt = license.expiresAt ?? license.planEnd(from: now)
    return comparing(license, next)
  }

  /// Disabling a disabled licence changes nothing, its reason included.
  public static func disable(
    _ license: License, reason: String?, now: Timestamp
  ) -> LicenseChange {
    guard license.disabledAt == nil else { return .unchanged }
    var next = license
    next.disabledAt = now
    next.disabledReason = reason
    return comparing(license, next)
  }

  public static func enable(_ license: License) -> LicenseChange {
    guard license.disabledAt != nil else { return .unchanged }
    var next = license
    next.disabledAt = nil
    next.disabledReason = nil
    return comparing(license, next)
  }

  /// From `max(now, expiresAt)`; before first activation the plan's days grow, if they are what will
  /// end the licence.
  public static func extend(_ license: License, days: Int, now: Timestamp) -> LicenseChange {
    guard extensionDaysRange.contains(days) else { return .refused(.daysOutOfRange) }
    if let end = license.expiresAt {
      return extend(license, from: max(now, end), days: days)
    }
    guard license.activatedAt == nil, let duration = license.durationDays else {
      return .refused(.noEnd)
    }
    return lengthen(license, toDays: duration + days, now: now)
  }

  private static func extend(
    _ license: License, from start: Timestamp, days: Int
  ) -> LicenseChange {
    let end = start + Int64(days) * Timestamp.secondsPerDay
    guard end <= .latest else { return .refused(.beyondCalendar) }
    var next = license
    next.expiresAt = end
    return comparing(license, next)
  }

  private static func lengthen(
    _ license: License, toDays days: Int, now: Timestamp
  ) -> LicenseChange {
    let end = now + Int64(days) * Timestamp.secondsPerDay
    guard end <= .latest else { return .refused(.beyondCalendar) }
    var next = license
    next.durationDays = days
    return comparing(license, next)
  }

  /// Raises the version, if anything is different.
  static func comparing(_ before: License, _ after: License) -> LicenseChange {
    guard !after.isSame(as: before) else { return .unchanged }
    var after = after
    after.version = before.version + 1
    return .changed(after)
  }
}

extension License {
  /// Where the plan's days end when they start at `start`; `nil` for a plan without end.
  func planEnd(from start: Timestamp) -> Timestamp? {
    durationDays.map { min(start + Int64($0) * Timestamp.secondsPerDay, .latest) }
  }

  fileprivate func isSame(as other: License) -> Bool {
    self == other && disabledReason.isSameText(as: other.disabledReason)
      && features.json.isSameText(as: other.features.json)
      && remark.isSameText(as: other.remark) && orderID.isSameText(as: other.orderID)
  }
}
