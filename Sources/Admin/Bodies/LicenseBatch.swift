import Instants
import JSON
import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// `POST /admin/v1/licenses`: as many licences of one kind, or none.
public struct LicenseBatch: Hashable, Sendable {
  public static let counts = 1...10_000

  /// `nil`: a text that is no app's id, and so an unknown app.
  public var appID: AppID?
  public var plan: Plan
  public var count: Int
  /// `nil`: unlimited.
  public var allowDevices: Int?
  public var prefix: CodePrefix?
  /// Absolute; `nil`: the plan's days count from first activation.
  public var expiresAt: Timestamp?
  public var features: Features
  public var remark: String?
  public var orderID: String?

  public static func read(_ body: JSONObject) throws(Problem) -> LicenseBatch {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let appID = fields.required("app_id", fields.anyText("app_id"))
    let plan = fields.required("plan", fields.choice("plan", Plan.self))
    let count = fields.optional("count", fields.integer("count", counts))
    let allowDevices = fields.integer("allow_devices", LicensePatch.allowDevicesRange)
    let prefix = fields.codePrefix("prefix")
    let expiresAt = fields.expiry("expires_at")
    let features = fields.optional("features", fields.features("features"))
    let remark = fields.text("remark", LicenseLimits.remarkLengths)
    let orderID = fields.text("order_id", LicenseLimits.orderIDLengths)
    try findings.check()
    return LicenseBatch(
      appID: appID.flatMap { AppID(text: $0) }, plan: plan ?? .trial, count: count ?? 1,
      allowDevices: allowDevices.value(orDefault: 1), prefix: prefix.valueOrNil,
      expiresAt: expiresAt.valueOrNil, features: features ?? .none, remark: remark.valueOrNil,
      orderID: orderID.valueOrNil)
  }
}

extension LicenseBatch {
  /// An answer travels in one frame of the bus.
  static let answerByteLimit = 7 << 20

  /// What the licences have in common.
  func template() throws(Problem) -> LicenseTemplate {
    guard let appID else { throw Problem(WriteRefusal.unknownApp) }
    return LicenseTemplate(
      appID: appID, plan: plan, allowDevices: allowDevices, expiresAt: expiresAt,
      features: features, remark: remark, orderID: orderID)
  }

  /// Refuses a batch whose answer would be too large to give.
  func checkSize(_ template: LicenseTemplate, at now: Timestamp) throws(Problem) {
    let sample = template.license(
      LicenseID(rawValue: 0), LicenseCode.generate(prefix: prefix), at: now)
    var writer = JSONWriter()
    let record = LicenseRecord(license: sample, seatsUsed: 0, isDelivered: true)
    LicenseView(record: record, isInEffect: false, now: now).write(to: &writer)
    guard (writer.bytes.count + 1) * count <= Self.answerByteLimit else {
      throw .valueRefused(
        "The answer would be too large.",
        [ProblemPointer("/count", "is too large for so long texts and features")])
    }
  }
}

/// How long the texts of a licence may be, in Unicode scalars.
enum LicenseLimits {
  static let remarkLengths = 0...LicensePatch.remarkLengthLimit
  static let orderIDLengths = 0...LicensePatch.orderIDLengthLimit
  static let reasonLengths = 0...1000
}

extension FieldReader {
  fileprivate func codePrefix(_ name: String) -> Field<CodePrefix> {
    text(name, CodePrefix.lengths).compactMap { text in
      if let prefix = CodePrefix(text) { return prefix }
      refused(name, "must be of A-Z and 0-9 only")
      return nil
    }
  }
}

extension Field {
  /// For a field whose `null` has a meaning of its own.
  func value(orDefault value: Value) -> Value? {
    switch self {
    case .absent: value
    case .null: nil
    case .value(let value): value
    }
  }
}
