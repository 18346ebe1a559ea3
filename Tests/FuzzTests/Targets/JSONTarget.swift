import JSON
import Licensing

@testable import Admin
@testable import ServiceAPI

extension FuzzTarget {
  /// The JSON reader, and behind it the bodies of all calls.
  static let json = FuzzTarget(
    name: "json",
    seeds: [
      #"{"code":"A8F3-K2Q7-XP5N-9WCE","device":{"id":"12345678"},"device_info":{"name":"x"}}"#,
      #"{"device":{"components":{"idfv":"A","model":"b c","system_version":"17.3.1"}}}"#,
      #"{"app_id":"app_aaaaaaaaaaaaa","plan":"yearly","count":2,"allow_devices":null,"prefix":"AB","#
        + #""expires_at":"2030-01-01","features":{"a":[1,-2.5e3,true,null]},"remark":"é"}"#,
      #"{"name":"x","bundle_id":null,"settings":{"force_online":true,"rate_limits":{}}}"#,
      #"{"days":1,"reason":"\ud83d\ude00\u00e9\n","overlap_seconds":0,"access_token":"cst_"}"#,
      String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    ].map { Array($0.utf8) },
    check: checkJSON)

  private static func checkJSON(_ input: [UInt8]) throws {
    guard let value = try? JSON.parse(input) else { return }
    let written = value.compactText
    let again = try? JSON.parse(Array(written.utf8))
    try hold(again == value, "what was read reads the same when written")
    try hold(again?.compactText == written, "what was written is written the same again")
    if let object = value.object { readBodies(object) }
  }

  private static func readBodies(_ object: JSONObject) {
    _ = try? AppCallBody.read(object)
    _ = try? VerifyBody.read(object)
    _ = try? IntrospectBody.read(object)
    _ = try? AppDraft.read(object)
    _ = try? AppPatch.read(object)
    _ = try? KeyRotation.read(object)
    _ = try? LicenseBatch.read(object)
    _ = try? LicensePatch.read(object)
    _ = try? LicenseDisabling.read(object)
    _ = try? LicenseExtension.read(object)
  }
}
