import Problems
import Testing

@Suite struct ProblemCodeTests {
  /// The table of the API, code by code.
  private static let table: [(Int, [String])] = [
    (400, ["REQUEST_MALFORMED"]),
    (
      401,
      [
        "SIGNATURE_MISSING", "SIGNATURE_INVALID", "TIMESTAMP_OUT_OF_WINDOW", "TOKEN_INVALID",
        "TOKEN_EXPIRED", "KEY_INVALID",
      ]
    ),
    (
      403,
      [
        "LICENSE_DISABLED", "LICENSE_EXPIRED", "LICENSE_TAMPERED", "DEVICE_UNBOUND",
        "UNBIND_NOT_ALLOWED", "SCOPE_MISSING",
      ]
    ),
    (404, ["LICENSE_NOT_FOUND", "NOT_FOUND"]), (405, ["METHOD_NOT_ALLOWED"]),
    (413, ["BODY_TOO_LARGE"]), (415, ["MEDIA_TYPE_UNSUPPORTED"]),
    (409, ["DEVICE_LIMIT_EXCEEDED", "NONCE_REPLAYED", "CONFLICT"]), (412, ["VERSION_MISMATCH"]),
    (422, ["VALUE_REFUSED"]), (429, ["RATE_LIMITED", "UNBIND_QUOTA_EXCEEDED"]),
    (500, ["INTERNAL"]), (503, ["SERVICE_UNAVAILABLE"]), (504, ["DEADLINE_EXCEEDED"]),
  ]

  @Test(arguments: table)
  func `each code has its status`(_ status: Int, _ codes: [String]) {
    for code in codes { #expect(ProblemCode(rawValue: code)?.status == status) }
  }

  @Test func `the list is closed`() {
    #expect(Set(ProblemCode.allCases.map(\.rawValue)) == Set(Self.table.flatMap(\.1)))
  }

  @Test func `the code in lower kebab ends the type`() {
    #expect(
      ProblemCode.deviceLimitExceeded.typeURL
        == "https://countersign.dev/errors/device-limit-exceeded")
    #expect(ProblemCode.internal.typeURL == "https://countersign.dev/errors/internal")
  }

  @Test func `no two codes share a title`() {
    #expect(Set(ProblemCode.allCases.map(\.title)).count == ProblemCode.allCases.count)
  }
}
