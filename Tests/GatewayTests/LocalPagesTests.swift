import Foundation
import HTTPServer
import ServiceKit
import Testing

@testable import Gateway

@Suite struct LocalPagesTests {
  @Test func `the gateway is alive`() {
    #expect(Desk().send(.get, "/healthz")?.status == 200)
  }

  @Test func `it is ready when each service has an able worker`() throws {
    let desk = Desk()
    let ready = try #require(desk.send(.get, "/readyz"))
    #expect(ready.status == 200)
    #expect(ready.text == "{\"ready\":true}")
    desk.bus.able.remove("renewal")
    let missing = try #require(desk.send(.get, "/readyz"))
    #expect(missing.status == 503)
    #expect(missing.text == "{\"ready\":false,\"missing\":[\"renewal\"]}")
  }

  @Test func `operators see version and metrics, and nothing of the API`() {
    let desk = Desk(routes: Route.operations)
    #expect(desk.send(.get, "/version")?.text == "{\"version\":\"1.2.3\",\"commit\":\"abc\"}")
    #expect(desk.send(.get, "/metrics")?.header("Content-Type")?.hasPrefix("text/plain") == true)
    #expect(desk.send(.get, "/healthz")?.status == 200)
    #expect(desk.send(.post, "/v1/verify")?.status == 404)
  }

  @Test func `the API describes itself`() throws {
    let page = try #require(Desk().send(.get, "/openapi.yaml"))
    #expect(page.status == 200)
    #expect(page.header("Content-Type") == "application/yaml")
    #expect(page.text.hasPrefix("openapi: 3.1"))
    let described = Set(
      page.text.split(separator: "\n").filter { $0.hasPrefix("  /") }.map {
        Self.withoutNames(String($0.dropFirst(2).dropLast()))
      })
    let served = Set(Route.publicAPI.map { Self.withoutNames($0.pattern) })
    #expect(described == served.subtracting(["openapi.yaml"]))
  }

  /// `/a/{id}/b` and `/a/{name}/b` are one path.
  private static func withoutNames(_ path: String) -> String {
    path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
  }

  @Test func `without a key set there is none`() {
    #expect(Desk().send(.get, "/.well-known/countersign-keys")?.status == 404)
  }

  @Test func `a key set that cannot be read is 503`() {
    let file = KeySetFile(path: "/nonexistent", log: Logger(process: "t", sink: MemorySink()))
    #expect(Desk(keySet: file).send(.get, "/.well-known/countersign-keys")?.status == 503)
  }

  @Test
  func `the key set is served as it lies on disk, read anew when it changed, with validators`()
    throws
  {
    let path = NSTemporaryDirectory() + "countersign-keys-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{\"keys\":[]}".utf8).write(to: URL(filePath: path))
    let desk = Desk(
      keySet: KeySetFile(path: path, log: Logger(process: "t", sink: MemorySink())))
    let get = { (fields: [(String, String)]) in
      desk.send(.get, "/.well-known/countersign-keys", fields: fields)
    }
    let first = try #require(get([]))
    #expect(first.text == "{\"keys\":[]}")
    #expect(first.header("Cache-Control") == "public, max-age=300")
    let tag = try #require(first.header("ETag"))
    #expect(get([("if-none-match", "\"other\", W/\(tag)")])?.status == 304)
    #expect(get([("if-none-match", "\"other\"")])?.status == 200)
    try Data("{\"keys\":[1]}".utf8).write(to: URL(filePath: path))
    desk.time.advance(milliseconds: 999)
    #expect(get([])?.text == "{\"keys\":[]}")
    desk.time.advance(milliseconds: 1)
    #expect(get([])?.text == "{\"keys\":[1]}")
    try FileManager.default.removeItem(atPath: path)
    desk.time.advance(milliseconds: 1_000)
    #expect(get([])?.text == "{\"keys\":[1]}")
  }
}
