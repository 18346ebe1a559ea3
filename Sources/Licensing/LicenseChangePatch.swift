import Instants

extension LicenseChange {
  /// Changes the fields that `patch` names and no others: a disabled licence stays disabled.
  public static func patch(_ license: License, _ patch: LicensePatch) -> LicenseChange {
    if let refusal = refusal(of: patch) { return .refused(refusal) }
    var next = license
    next.allowDevices = patch.allowDevices.applied(to: license.allowDevices)
    next.features = patch.features ?? license.features
    next.remark = patch.remark.applied(to: license.remark)
    next.orderID = patch.orderID.applied(to: license.orderID)
    setEnd(of: &next, plan: patch.plan ?? license.plan, expiresAt: patch.expiresAt)
    return comparing(license, next)
  }

  /// A change of plan alone, and an end of `null`, give the end back to the plan: its days from
  /// first activation, or none yet.
  private static func setEnd(
    of license: inout License, plan: Plan, expiresAt: FieldChange<Timestamp>
  ) {
    let isOtherPlan = plan != license.plan
    if isOtherPlan {
      license.plan = plan
      license.durationDays = plan.days
    }
    switch expiresAt {
    case .value(let end): license.expiresAt = end
    case .absent where !isOtherPlan: break
    case .absent, .null:
      license.expiresAt = license.activatedAt.flatMap { license.planEnd(from: $0) }
    }
  }

  private static func refusal(of patch: LicensePatch) -> Refusal? {
    if case .value(let count) = patch.allowDevices,
      !LicensePatch.allowDevicesRange.contains(count)
    {
      return .devicesOutOfRange
    }
    if case .value(let end) = patch.expiresAt, end > .latest { return .beyondCalendar }
    if isLonger(patch.remark, LicensePatch.remarkLengthLimit) { return .remarkTooLong }
    if isLonger(patch.orderID, LicensePatch.orderIDLengthLimit) { return .orderIDTooLong }
    return nil
  }

  private static func isLonger(_ change: FieldChange<String>, _ limit: Int) -> Bool {
    if case .value(let text) = change { text.unicodeScalars.count > limit } else { false }
  }
}
