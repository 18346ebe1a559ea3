import Instants
import JSON
import Licensing

/// A licence as apps see it: in answers, and in the claims beside them.
public struct LicenseSummary: Hashable, Sendable {
  public var id: LicenseID
  public var status: LicenseStatus
  public var plan: Plan
  public var expiresAt: Timestamp?
  /// The app's with the licence's laid over.
  public var features: Features

  public init(
    id: LicenseID, status: LicenseStatus, plan: Plan, expiresAt: Timestamp?, features: Features
  ) {
    self.id = id
    self.status = status
    self.plan = plan
    self.expiresAt = expiresAt
    self.features = features
  }

  public init(_ license: License, features: Features, now: Timestamp) {
    self.init(
      id: license.id, status: LicenseState.status(of: license, now: now), plan: license.plan,
      expiresAt: license.expiresAt, features: features)
  }

  /// Without `devices`: nothing on the verification path counts rows.
  public func write(to writer: inout JSONWriter, seats: SeatUse? = nil) {
    writer.beginObject()
    writer.member("id") { id.append(to: &$0) }
    writer.member("status", status.rawValue)
    writer.member("plan", plan.rawValue)
    writer.member("expires_at", expiresAt)
    if let seats {
      writer.name("devices")
      seats.write(to: &writer)
    }
    writer.name("features")
    writer.raw(features.json)
    writer.endObject()
  }
}

extension SeatUse {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("used", used)
    writer.member("limit", limit)
    writer.member("remaining", remaining)
    writer.member("over_limit", isOverLimit)
    writer.endObject()
  }
}

extension ClientSettings {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("offline_grace_seconds", offlineGraceSeconds)
    writer.member("verify_interval_seconds", verifyIntervalSeconds)
    writer.member("force_online", forceOnline)
    writer.endObject()
  }
}
