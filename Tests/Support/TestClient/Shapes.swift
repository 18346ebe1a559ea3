/// The objects of api.md.
extension Shape {
  public static let seats = Shape([
    "used": integer, "limit": orNull(integer), "remaining": orNull(integer), "over_limit": bool,
  ])

  public static let license = Shape([
    "id": id("lic_"), "status": oneOf("unactivated", "active", "expired", "disabled"),
    "plan": oneOf("trial", "monthly", "yearly", "lifetime"), "expires_at": orNull(instant),
    "devices": shaped(seats), "features": object,
  ])

  public static let settings = Shape([
    "offline_grace_seconds": integer, "verify_interval_seconds": integer, "force_online": bool,
  ])

  /// What activate and renew answer with.
  public static let activation = Shape([
    "license": shaped(license),
    "device": shaped(Shape(["id": text, "bound_at": instant, "new": bool])),
    "token": shaped(Shape(["access_token": text, "expires_at": instant])),
    "settings": shaped(settings), "credential": text, "server_time": instant,
  ])

  public static let validVerdict = Shape([
    "valid": exactly(true), "code": exactly("VALID"),
    "license": shaped(license.without("devices")), "device": shaped(Shape(["id": text])),
    "token": shaped(Shape(["expires_at": instant])), "settings": shaped(settings),
    "credential": text, "server_time": instant,
  ])

  public static let refusal = Shape([
    "valid": exactly(false), "code": text,
    "license": shaped(
      Shape([
        "id": id("lic_"), "status": oneOf("unactivated", "active", "expired", "disabled"),
      ])),
    "credential": text, "server_time": instant,
  ])

  public static let validClaims = Shape([
    "iss": text, "aud": id("app_"), "sub": id("lic_"), "iat": integer, "exp": integer,
    "jti": text, "nonce": text, "code": exactly("VALID"), "device": text, "plan": text,
    "license_expires_at": orNull(instant), "features": object, "settings": shaped(settings),
  ])

  public static let refusalClaims = validClaims.without(
    "code", "plan", "license_expires_at", "features", "settings"
  ).with("code", text)

  public static let adminLicense = Shape([
    "id": id("lic_"), "app_id": id("app_"), "code": text,
    "status": oneOf("unactivated", "active", "expired", "disabled"),
    "plan": oneOf("trial", "monthly", "yearly", "lifetime"), "expires_at": orNull(instant),
    "devices": shaped(seats), "features": object, "remark": orNull(text),
    "order_id": orNull(text), "created_at": instant, "activated_at": orNull(instant),
    "disabled_at": orNull(instant), "disabled_reason": orNull(text), "version": integer,
    "in_effect": bool,
  ])

  public static let app = Shape([
    "id": id("app_"), "name": text, "bundle_id": orNull(text), "settings": object,
    "features": object, "version": integer, "created_at": instant,
  ])

  public static let device = Shape([
    "id": text, "name": orNull(text), "model": orNull(text), "system_version": orNull(text),
    "is_simulator": orNull(bool), "is_jailbroken": orNull(bool), "bound_at": instant,
    "last_seen_at": orNull(instant),
  ])

  public static let logItem = Shape([
    "id": { $0 != .null && $0 != .absent }, "at": instant, "operator": orNull(text),
    "action": text, "target": text, "detail": { $0 != .absent }, "address": orNull(text),
    "request_id": orNull(text),
  ])

  public static let page = Shape([
    "items": list, "next_cursor": orNull(text), "total": integer,
  ])

  public static let publicKey = Shape([
    "kty": exactly("OKP"), "crv": exactly("Ed25519"), "alg": exactly("EdDSA"),
    "use": exactly("sig"), "kid": text, "x": text,
  ])
}
