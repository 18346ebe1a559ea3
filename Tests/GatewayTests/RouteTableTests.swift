import Testing

@testable import Gateway

@Suite struct RouteTableTests {
  private let table = RouteTable(Route.publicAPI)

  private func pattern(_ target: String) -> String? {
    table.find(Array(target.utf8)).map { table.routes[$0].pattern }
  }

  @Test(arguments: [
    ("/healthz", "/healthz"),
    ("/healthz?deep=/a", "/healthz"),
    ("/.well-known/countersign-keys", "/.well-known/countersign-keys"),
    ("/v1/activate", "/v1/activate"),
    ("/v1/%61ctivate", "/v1/activate"),
    ("/v1/deactivate", "/v1/deactivate"),
    ("/v1/config?x=%00", "/v1/config"),
    ("/admin/v1/licenses", "/admin/v1/licenses"),
    ("/admin/v1/licenses/lic_1", "/admin/v1/licenses/{id}"),
    ("/admin/v1/licenses/%2e%2e%2e", "/admin/v1/licenses/{id}"),
    ("/admin/v1/licenses/lic_1/devices/a%2Fb", "/admin/v1/licenses/{id}/devices/{device}"),
    ("/admin/v1/licenses/lic_1/devices/%2525", "/admin/v1/licenses/{id}/devices/{device}"),
    ("/admin/v1/apps/app_1/rotate-key", "/admin/v1/apps/{id}/rotate-key"),
    ("/admin/v1/logs?cursor=a", "/admin/v1/logs"),
  ])
  func `paths are split first and decoded once`(target: String, expected: String) {
    #expect(pattern(target) == expected)
  }

  @Test(arguments: [
    "", "/", "//", "/healthz/", "//healthz", "/./healthz", "/v1/../healthz", "/v1", "/v1/",
    "/v1/verify/more", "/V1/verify", "/v1/verify%00", "/v1%2Fverify", "/v1/verify%2",
    "/v1/verify%zz", "/console/", "/metrics", "/version",
    "/admin/v1/licenses/", "/admin/v1/licenses//devices", "/admin/v1/licenses/%2e",
    "/admin/v1/licenses/%2E%2e", "/admin/v1/licenses/a%00b", "healthz", "*", "?/healthz",
  ])
  func `other paths are nobody's`(target: String) {
    #expect(pattern(target) == nil)
  }

  @Test func `each route is found by its own pattern`() {
    for route in Route.publicAPI {
      #expect(
        pattern(route.pattern.replacing("{id}", with: "x").replacing("{device}", with: "y"))
          == route.pattern)
    }
  }

  @Test func `HEAD is allowed wherever GET is, and nowhere else`() throws {
    let config = try #require(table.find(Array("/v1/config".utf8)).map { table.routes[$0] })
    #expect(config.allows(.head) && config.allows(.get) && !config.allows(.post))
    #expect(config.allowedMethodNames == ["GET", "HEAD"])
    let verify = try #require(table.find(Array("/v1/verify".utf8)).map { table.routes[$0] })
    #expect(!verify.allows(.head) && !verify.allows(.options) && !verify.allows(.other))
  }
}
