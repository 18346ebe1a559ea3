import JSON
import Problems
import ServiceAPI

/// `POST /admin/v1/apps/{id}/rotate-key`.
public struct KeyRotation: Hashable, Sendable {
  public static let defaultOverlapSeconds = 86_400
  /// 0 ends the old key at once.
  public static let overlapSecondsRange = 0...2_592_000

  /// How long the key before still serves.
  public var overlapSeconds: Int

  public static func read(_ body: JSONObject) throws(Problem) -> KeyRotation {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let overlap = fields.optional(
      "overlap_seconds", fields.integer("overlap_seconds", overlapSecondsRange))
    try findings.check()
    return KeyRotation(overlapSeconds: overlap ?? defaultOverlapSeconds)
  }
}
