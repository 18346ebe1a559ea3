import JSON
import Licensing
import Problems
import ServiceAPI

/// `PATCH /admin/v1/licenses/{id}`: the named fields, and no others.
extension LicensePatch {
  static func read(_ body: JSONObject) throws(Problem) -> LicensePatch {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    var patch = LicensePatch()
    patch.plan = fields.optional("plan", fields.choice("plan", Plan.self))
    patch.expiresAt = fields.expiry("expires_at").change
    patch.allowDevices = fields.integer("allow_devices", allowDevicesRange).change
    patch.features = fields.optional("features", fields.features("features"))
    patch.remark = fields.text("remark", LicenseLimits.remarkLengths).change
    patch.orderID = fields.text("order_id", LicenseLimits.orderIDLengths).change
    try findings.check()
    return patch
  }
}

extension Field where Value: Hashable & Sendable {
  /// As the rules name it.
  fileprivate var change: FieldChange<Value> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(value)
    }
  }
}
