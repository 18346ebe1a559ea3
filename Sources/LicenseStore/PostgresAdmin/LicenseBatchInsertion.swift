import Encodings
import Instants
import JSON
import Licensing
import Postgres

/// What all licences of a batch have in common.
public struct LicenseTemplate: Hashable, Sendable {
  public var appID: AppID
  public var plan: Plan
  public var allowDevices: Int?
  public var expiresAt: Timestamp?
  public var features: Features
  public var remark: String?
  public var orderID: String?

  public init(
    appID: AppID, plan: Plan, allowDevices: Int?, expiresAt: Timestamp?, features: Features,
    remark: String?, orderID: String?
  ) {
    self.appID = appID
    self.plan = plan
    self.allowDevices = allowDevices
    self.expiresAt = expiresAt
    self.features = features
    self.remark = remark
    self.orderID = orderID
  }

  /// A licence as it begins.
  public func license(_ id: LicenseID, _ code: LicenseCode, at now: Timestamp) -> License {
    License(
      id: id, appID: appID, code: code, plan: plan, durationDays: plan.days, expiresAt: expiresAt,
      allowDevices: allowDevices, activatedAt: nil, disabledAt: nil, disabledReason: nil,
      features: features, remark: remark, orderID: orderID, version: 1, createdAt: now)
  }
}

/// Inserts exactly as many licences as asked for. A code that exists already is passed over by the
/// database and made up for by another; nothing fails, so nothing is lost (PG-02, ADM-02).
struct LicenseBatchInsertion {
  /// With 80 random bits one round does; the limit is for generators of a small space.
  static let roundLimit = 200

  let connection: PostgresConnection
  let keys: MasterKeys
  let template: LicenseTemplate
  let createdBy: String
  let now: Timestamp
  let nextCode: () -> LicenseCode

  /// `nil`: not enough free codes were found.
  func insert(count: Int) throws(PostgresError) -> [License]? {
    var inserted: [License] = []
    for _ in 0..<Self.roundLimit where inserted.count < count {
      inserted += try insertOnce(candidates(count - inserted.count))
    }
    return inserted.count == count ? inserted : nil
  }

  private func candidates(_ count: Int) -> [License] {
    let codes = Set((0..<count).map { _ in nextCode() })
    return codes.map { template.license(.random(), $0, at: now) }
  }

  /// Those of `licenses` whose codes were free.
  private func insertOnce(_ licenses: [License]) throws(PostgresError) -> [License] {
    let rows = try connection.runAll([statement(licenses)])[0]
    var taken: Set<Int64> = []
    for row in rows { taken.insert(try row.int("id")) }
    return licenses.filter { taken.contains($0.id.bits) }
  }

  private func statement(_ licenses: [License]) -> PostgresStatement {
    let macs = licenses.map { Hex.encode(RowSeal(for: $0, keys).mac) }
    return PostgresStatement(
      """
      INSERT INTO licenses (id, code, row_mac, app_id, plan, duration_days, expires_at,
        allow_devices, features, remark, order_id, row_mac_key, created_at, created_by)
      SELECT id, code, decode(mac, 'hex'), $4::bigint, $5::text, $6::integer, $7::timestamptz,
        $8::integer, $9::json, $10::text, $11::text, $12::smallint, $13::timestamptz, $14::text
      FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (id, code, mac)
      ON CONFLICT DO NOTHING RETURNING id
      """,
      [
        .ints(licenses.map(\.id.bits)), .texts(licenses.map(\.code.canonical)), .texts(macs),
        .id(template.appID), .text(template.plan.rawValue), .int(template.plan.days),
        .timestamp(template.expiresAt), .int(template.allowDevices),
        .text(template.features.json), .text(template.remark), .text(template.orderID),
        .int(Int64(keys.current.number)), .timestamp(now), .text(createdBy),
      ])
  }
}
