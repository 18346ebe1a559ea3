import Instants
import LicenseStore
import Licensing
import Problems
import ServiceAPI
import Testing

@testable import Admin

struct AccessTests {
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)

  @Test func `admin may call everything, read only what reads, verify nothing`() {
    for route in AdminRoute.allCases {
      #expect(code(key([.admin]), route) == nil, "\(route)")
      #expect(code(key([.read]), route) == (route.method == .get ? nil : .scopeMissing), "\(route)")
      #expect(code(key([.verify]), route) == .scopeMissing, "\(route)")
    }
  }

  @Test func `a key bound to an app makes no apps`() {
    let bound = key([.admin], app: AppID(rawValue: 1))
    #expect(code(bound, .createApp) == .scopeMissing)
    #expect(code(bound, .updateApp) == nil)
  }

  @Test func `an unknown, a revoked and an ended key get the same answer`() {
    var revoked = key([.admin])
    revoked.revokedAt = now
    var ended = key([.admin])
    ended.expiresAt = now
    #expect(code(nil, .listApps) == .keyInvalid)
    #expect(code(revoked, .listApps) == .keyInvalid)
    #expect(code(ended, .listApps) == .keyInvalid)
    ended.expiresAt = now + 1
    #expect(code(ended, .listApps) == nil)
  }

  @Test func `a bearer is a scheme in any case and a credential`() {
    #expect(BearerCredential("Bearer csk_x") == .bearer("csk_x"))
    #expect(BearerCredential("bEARER  csk_x") == .bearer("csk_x"))
    for header in ["Basic csk_x", "Bearer", ""] { #expect(BearerCredential(header) == .none) }
    #expect(BearerCredential(nil) == .none)
  }

  @Test func `an operator secret has one form`() {
    let secret = OperatorSecret.generate()
    #expect(OperatorSecret(text: secret.text)?.hash == secret.hash)
    #expect(secret.text.utf8.count == 47)
    #expect("\(secret)" == "<secret>")
    #expect(OperatorSecret(text: secret.text + "A") == nil)
    #expect(OperatorSecret(text: "csk_") == nil)
    #expect(OperatorSecret(text: "cak_" + secret.text.dropFirst(4)) == nil)
  }

  private func key(_ scopes: Set<OperatorScope>, app: AppID? = nil) -> OperatorKey {
    OperatorKey(
      id: OperatorKeyID(rawValue: 1), name: "n", scopes: scopes, appID: app, createdAt: now,
      expiresAt: nil)
  }

  private func code(_ key: OperatorKey?, _ route: AdminRoute) -> ProblemCode? {
    do throws(Problem) {
      _ = try OperatorAccess.check(key, for: route, now: now)
      return nil
    } catch {
      return error.code
    }
  }
}
