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

  /// Without `devices`: nothing on the verification path counts rows.
  public func write(to writer: inout JSONWriter, seats: SeatUse? = nil) {
    writer.beginObject()
    writer.name("id")
    writer.string(id.description)
    writer.name("status")
    writer.string(status.rawValue)
    writer.name("plan")
    writer.string(plan.rawValue)
    writer.name("expires_at")
    writer.string(expiresAt?.rfc3339)
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
    writer.name("used")
    writer.integer(used)
    writer.name("limit")
    writer.integer(limit)
    writer.name("remaining")
    writer.integer(remaining)
    writer.name("over_limit")
    writer.bool(isOverLimit)
    writer.endObject()
  }
}

extension AppSettings {
  /// The three that apps see.
  public func writeVisible(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("offline_grace_seconds")
    writer.integer(offlineGraceSeconds)
    writer.name("verify_interval_seconds")
    writer.integer(verifyIntervalSeconds)
    writer.name("force_online")
    writer.bool(forceOnline)
    writer.endObject()
  }
}
