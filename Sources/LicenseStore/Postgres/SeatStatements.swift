import Instants
import JSON
import Licensing
import Postgres

/// The statements of an activation and a renewal. All but the last few travel in one round trip.
enum SeatStatements {
  /// Makes no row where the request id or the nonce is taken; waits for who is taking it.
  static func claim(
    _ claim: RequestClaim, made kind: MadeKind, _ ids: [BindingID], at now: Timestamp
  ) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO requests
        (request_id, key_id, nonce, content_hash, made_kind, made_ids, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
      """,
      [
        .bytes(claim.requestID.bytes), .text(claim.keyID), .text(claim.nonce),
        .bytes(claim.contentHash), .text(kind.rawValue), .ids(ids), .timestamp(now),
      ])
  }

  /// What an earlier try of the same request made.
  static func earlierClaim(_ id: RequestID) -> PostgresStatement {
    PostgresStatement(
      "SELECT made_kind, made_ids FROM requests WHERE request_id = $1", [.bytes(id.bytes)])
  }

  /// The licence of code $1, if it is one of app $2. By its code alone, which is unique: while the
  /// table's statistics are old, PostgreSQL may take the app for the rarer of the two, and read all
  /// of its licences. `OFFSET 0` keeps the parts apart.
  private static let licenseID = """
    (SELECT c.id FROM (SELECT l.id, l.app_id FROM licenses l WHERE l.code = $1 OFFSET 0) c
      WHERE c.app_id = $2)
    """

  /// Activations hold the row to their commit, so that one at a time counts its seats.
  static func license(_ code: LicenseCode, of app: AppID, isLocking: Bool) -> PostgresStatement {
    let lock = isLocking ? " FOR NO KEY UPDATE" : ""
    return PostgresStatement(
      "SELECT \(LicenseColumns.all) FROM licenses l WHERE l.id = \(licenseID)" + lock,
      [.text(code.canonical), .id(app)])
  }

  /// A statement of its own behind the lock: what the locking one sees is as old as its start.
  static func seatsUsed(_ code: LicenseCode, of app: AppID) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT count(*) AS used FROM device_bindings b
      WHERE b.unbound_at IS NULL AND b.license_id = \(licenseID)
      """, [.text(code.canonical), .id(app)])
  }

  /// The bindings that the device may hold, locked in the order of their own ids, as all who lock
  /// several do.
  ///
  /// Looked up one device id at a time: asked for all at once, PostgreSQL would rather read every
  /// binding of the licence, of which there may be a hundred thousand. One that another renewal
  /// re-keys meanwhile is waited for, and is the device's by its new id as well.
  static func bindings(
    _ code: LicenseCode, of app: AppID, devices: [DeviceID]
  ) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT \(BindingColumns.all), \(TokenColumns.all)
      FROM device_bindings b JOIN access_tokens t ON t.binding_id = b.id
      WHERE b.id = ANY (ARRAY (
          SELECT held.id FROM unnest($3::text[]) AS device (id) CROSS JOIN LATERAL (
            SELECT b.id FROM device_bindings b
            WHERE b.unbound_at IS NULL AND b.device_id = device.id
              AND b.license_id = \(licenseID)) held))
        AND b.unbound_at IS NULL AND b.device_id = ANY ($3)
      ORDER BY b.id FOR NO KEY UPDATE OF b
      """, [.text(code.canonical), .id(app), .texts(devices.map(\.text).sorted())])
  }

  /// One binding, unbound or not, locked.
  static func binding(_ id: BindingID) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT \(BindingColumns.all), \(TokenColumns.all),
        \(DeactivationStatements.isGivenBack) AS b_is_given_back
      FROM device_bindings b JOIN access_tokens t ON t.binding_id = b.id
      WHERE b.id = $1 FOR NO KEY UPDATE OF b
      """, [.id(id)])
  }
}

extension SeatStatements {
  /// Binding, token, log row and outbox row in one statement; answers the outbox row's id.
  static func bind(
    _ binding: Binding, _ token: TokenState, of license: License, _ command: SeatCommand
  ) -> PostgresStatement {
    PostgresStatement(
      """
      WITH bound AS (
        INSERT INTO device_bindings (id, license_id, device_id, fingerprint_version, name, model,
          system_version, is_simulator, is_jailbroken, first_seen_at, last_seen_at, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 1)),
      token AS (
        INSERT INTO access_tokens (binding_id, generation, key_number, issued_at, ends_at)
        VALUES ($1, $11, $12, $13, $14)),
      logged AS (
        INSERT INTO action_logs (at, action, app_id, target_kind, target_id, target_code, detail,
          address, request_id)
        VALUES ($10, 'device.bind', $15, 'license', $2, $16, $17, $18, $19))
      INSERT INTO outbox (kind, subject_id) VALUES ('binding', $1) RETURNING id
      """,
      [
        .id(binding.id), .id(license.id), .text(binding.deviceID.text),
        .int(command.fingerprintVersion), .text(binding.device.name),
        .text(binding.device.model), .text(binding.device.systemVersion),
        .bool(binding.device.isSimulator), .bool(binding.device.isJailbroken),
        .timestamp(binding.firstSeenAt), .int(Int64(token.generation)),
        .int(Int64(token.keyNumber)), .timestamp(token.issuedAt), .timestamp(token.endsAt),
        .id(license.appID), .text(license.code.canonical), .text(detail(binding)),
        .text(command.address), .bytes(command.claim.requestID.bytes),
      ])
  }

  /// An existing binding: its id may be new, its description grows, its version is the caller's.
  static func keep(_ binding: Binding, _ command: SeatCommand) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE device_bindings SET
        fingerprint_version = CASE WHEN device_id = $2 THEN fingerprint_version ELSE $3 END,
        rekeyed_at = CASE WHEN device_id = $2 THEN rekeyed_at ELSE $11 END,
        device_id = $2, name = $4, model = $5, system_version = $6, is_simulator = $7,
        is_jailbroken = $8, last_seen_at = greatest(last_seen_at, $9), version = $10
      WHERE id = $1
      """,
      [
        .id(binding.id), .text(binding.deviceID.text), .int(command.fingerprintVersion),
        .text(binding.device.name), .text(binding.device.model),
        .text(binding.device.systemVersion), .bool(binding.device.isSimulator),
        .bool(binding.device.isJailbroken), .timestamp(binding.lastSeenAt),
        .int(binding.version), .timestamp(command.now),
      ])
  }

  static func replaceToken(of binding: BindingID, by token: TokenState) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE access_tokens SET generation = $2, key_number = $3, issued_at = $4, ends_at = $5,
        previous_ends_at = $6
      WHERE binding_id = $1
      """,
      [
        .id(binding), .int(Int64(token.generation)), .int(Int64(token.keyNumber)),
        .timestamp(token.issuedAt), .timestamp(token.endsAt), .timestamp(token.previousEndsAt),
      ])
  }

  /// Tells a repeat of this request what it made: a token of a binding that was there before.
  static func claimMadeToken(of binding: BindingID, _ command: SeatCommand) -> PostgresStatement {
    PostgresStatement(
      "UPDATE requests SET made_kind = $2, made_ids = $3 WHERE request_id = $1",
      [
        .bytes(command.claim.requestID.bytes), .text(MadeKind.token.rawValue), .ids([binding]),
      ])
  }

  static func logRekey(
    _ binding: Binding, from old: DeviceID, of license: License, _ command: SeatCommand
  ) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO action_logs (at, action, app_id, target_kind, target_id, target_code, detail,
        address, request_id)
      VALUES ($1, 'device.rekey', $2, 'license', $3, $4, $5, $6, $7)
      """,
      [
        .timestamp(command.now), .id(license.appID), .id(license.id),
        .text(license.code.canonical), .text(detail(binding, from: old)), .text(command.address),
        .bytes(command.claim.requestID.bytes),
      ])
  }

  /// Answers the new row's id.
  static func outbox(_ kind: OutboxKind, _ subject: some ObjectID) -> PostgresStatement {
    PostgresStatement(
      "INSERT INTO outbox (kind, subject_id) VALUES ($1, $2) RETURNING id",
      [.text(kind.rawValue), .id(subject)])
  }

  private static func detail(_ binding: Binding, from old: DeviceID? = nil) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("device")
    writer.string(binding.deviceID.text)
    writer.name("binding")
    writer.string(binding.id.description)
    if let old {
      writer.name("from")
      writer.string(old.text)
    }
    writer.endObject()
    return writer.text
  }
}
