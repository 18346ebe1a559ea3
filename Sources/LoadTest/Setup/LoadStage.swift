import Cryptography
import HTTPLoad
import JSON

/// Sets the stage: an app without rate limits, licences, devices that are activated.
struct LoadStage {
  /// Made with one call.
  private static let batchLimit = 1_000
  /// Devices on one licence without a limit: enough licences that they are not all one row.
  static let devicesPerLicence = 100
  private static let limits = [
    "activate_device_per_minute", "activate_address_per_minute", "renew_device_per_minute",
    "verify_token_per_minute", "unknown_code_address_per_10_minutes",
  ]

  let plan: LoadPlan
  let operators: OperatorClient
  let watcher: any LoadWatcher

  /// For runs that ask for nothing but `/healthz`.
  private static func extra() -> LoadCast {
    LoadCast(
      appID: "app_", appKey: HMACKey([]), operatorKey: "", deviceNames: DeviceNames())
  }

  func set() throws -> LoadCast {
    if plan.mix.kinds == [.healthz] { return Self.extra() }
    var cast = try app()
    if plan.activations > 0 { cast.activations = try activations(cast) }
    if plan.mix.needsDevices { try enrol(&cast) }
    return cast
  }

  private func app() throws -> LoadCast {
    let none = JSONValue.object(
      Self.limits.reduce(into: JSONObject()) { $0[$1] = .null })
    let app = try operators.post(
      "/admin/v1/apps",
      ["name": .string("load test"), "settings": .object(["rate_limits": none])])
    guard let id = app["id"]?.string, let key = app["client_key"]?.string else {
      throw SetupFault("the answer to POST /admin/v1/apps has no id or client_key")
    }
    return LoadCast(
      appID: id, appKey: HMACKey(Array(key.utf8)), operatorKey: operators.operatorKey,
      deviceNames: DeviceNames())
  }

  private func activations(_ cast: LoadCast) throws -> Activations {
    switch plan.activationLicences {
    case .one:
      let codes = try codes(1, devices: plan.seats, cast)
      return Activations(codes: codes, usesPerCode: plan.seats)
    case .distinct:
      return Activations(codes: try codes(plan.licences, devices: 1, cast), usesPerCode: 1)
    }
  }

  private func enrol(_ cast: inout LoadCast) throws {
    let licences = (plan.devices + Self.devicesPerLicence - 1) / Self.devicesPerLicence
    let codes = try codes(licences, devices: nil, cast)
    let enrolment = try Enrolment(
      plan: plan, address: operators.address, cast: cast, codes: codes, watcher: watcher)
    cast = try enrolment.run()
  }

  /// - Parameter devices: seats of each licence; `nil`: no limit.
  private func codes(_ count: Int, devices: Int?, _ cast: LoadCast) throws -> [String] {
    var codes: [String] = []
    while codes.count < count {
      watcher.note("licences", done: codes.count, of: count)
      let batch = min(Self.batchLimit, count - codes.count)
      codes += try batchOfCodes(batch, devices: devices, cast)
    }
    watcher.note("licences", done: codes.count, of: count)
    return codes
  }

  private func batchOfCodes(_ count: Int, devices: Int?, _ cast: LoadCast) throws -> [String] {
    let made = try operators.post(
      "/admin/v1/licenses",
      [
        "app_id": .string(cast.appID), "plan": .string("yearly"),
        "count": .number(JSONNumber(Int64(count))),
        "allow_devices": devices.map { .number(JSONNumber(Int64($0))) } ?? .null,
      ])
    let codes = (made["licenses"]?.array ?? []).compactMap { $0["code"]?.string }
    guard codes.count == count else {
      throw SetupFault("\(count) licences were asked for, \(codes.count) came")
    }
    return codes
  }
}
