import Licensing
import Postgres

/// What must still be told to Redis: names what changed, never the value.
public struct OutboxRecord: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case license(LicenseID)
    case binding(BindingID)
    /// One app changed; what is told is the revision of all.
    case apps(AppID)
  }

  public var id: Int64
  public var subject: Subject
}
