import Foundation
import TestClient
import TestCluster
import Testing

/// What stands behind or inside an odd request is never served: a hidden request, signed as it must be
/// to bind a device, binds none (EDG-02, RFC 9112 11.2).
@Suite struct HiddenRequestTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.hasty()
    scene = try Scene(in: cluster, license: ["allow_devices": nil])
  }

  func activation(of device: Device) -> [UInt8] {
    let body: Json = ["code": .text(scene.code), "device": device.json]
    return scene.app.signer.signed(HTTPRequest("POST", "/v1/activate", body: body.bytes)).bytes(
      host: "x")
  }

  func boundDevices() throws -> Set<String> {
    let page = try cluster.operator.ok(
      try cluster.operator.get("\(scene.licensePath)/devices?limit=500"))
    return Set(page["items"].items.compactMap { $0["id"].string })
  }

  /// All that is answered until the gateway ends the connection, which it does soon.
  func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    let socket = try StreamSocket.connect(to: cluster.http.endpoint)
    try? socket.send(bytes)
    let patience = Patience(seconds: 30)
    var received: [UInt8] = []
    // A reset is an end like any other.
    while let more = try? socket.receive(within: patience), !more.isEmpty { received += more }
    if patience.isOver { throw TransportFault.timedOut }
    return received
  }

  func statuses(_ answer: [UInt8]) -> [Int] {
    String(decoding: answer, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").dropFirst()
      .compactMap { Int($0.prefix(3)) }
  }

  /// Sends all at once, each with a request of its own hidden in it; says which of them bound.
  func served(_ carriers: [Carrier]) throws -> (names: [String], statuses: [[Int]]) {
    let devices = carriers.map { _ in Device.fresh("hidden") }
    let answers = try Parallel.map(carriers.count) { index in
      statuses(try exchange(carriers[index].bytes(activation(of: devices[index]))))
    }
    let bound = try boundDevices()
    let names = zip(carriers, devices).filter { bound.contains($0.1.id) }.map(\.0.name)
    return (names, answers)
  }

  @Test func `a request hidden in another is never served`() throws {
    #expect(Carrier.odd.count > 100)
    let (names, statuses) = try served(Carrier.odd + Carrier.inOrder)
    #expect(names == [])
    for (carrier, statuses) in zip(Carrier.odd, statuses) {
      #expect(statuses.allSatisfy { $0 >= 400 }, "\(carrier.name): \(statuses)")
    }
    #expect(try scene.verify().code == "VALID")
  }

  @Test func `the same request is served where it is not hidden`() throws {
    let device = Device.fresh("open")
    let plain = Carrier(name: "plain") { $0 }
    let behind = Carrier.lines("Content-Length: 5", then: "hello")
    _ = try exchange(plain.bytes(activation(of: device)))
    #expect(try boundDevices().contains(device.id))
    #expect(try served([plain, behind]).names.count == 2)
  }

  /// llhttp's own cases, of which the HTTP server's tests have the file.
  struct Case: Decodable, Sendable {
    let name: String
    let request: Data
    let verdict: String
    let messages: Int

    enum CodingKeys: String, CodingKey {
      case name, messages
      case request = "request_b64"
      case verdict = "llhttp"
    }
  }

  static func corpus(_ path: String) -> [Data] {
    (FileManager.default.contents(atPath: path) ?? Data()).split(separator: 0x0A).map { Data($0) }
  }

  /// One holds its own log. In the other a lone semicolon stands behind a chunk size, which changes no
  /// length; libmicrohttpd lets it be.
  static let except = ["CRLF between requests, implicit", "No extension after semicolon"]

  static let cases: [Case] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    return corpus("\(tests)/HTTPServerTests/Vectors/llhttp-requests.jsonl").compactMap {
      try? JSONDecoder().decode(Case.self, from: $0)
    }.filter { item in !except.contains { item.name.contains($0) } }
  }()

  @Test func `behind what llhttp refuses nothing is served, and never more than it reads`() throws {
    #expect(Self.cases.count == 73)
    let refused = Self.cases.filter { $0.verdict == "error" && $0.messages == 0 }
    #expect(refused.count > 25)
    #expect(try served(refused.map { .behind($0.name, Array($0.request)) }).names == [])
    let answers = try Parallel.map(Self.cases.count) { index in
      statuses(try exchange(Array(Self.cases[index].request)))
    }
    for (item, statuses) in zip(Self.cases, answers) {
      let isServed = statuses.count { $0 < 400 || $0 == 404 }
      #expect(isServed <= item.messages, "\(item.name): \(statuses)")
    }
  }

  /// Lines with `request_b64`, such as a set of inputs that misled other servers; none is to be served.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["COUNTERSIGN_HTTP_CORPUS"] != nil))
  func `no input of a set from elsewhere is answered with success`() throws {
    struct Input: Decodable {
      let request: Data
      enum CodingKeys: String, CodingKey { case request = "request_b64" }
    }
    let path = ProcessInfo.processInfo.environment["COUNTERSIGN_HTTP_CORPUS"] ?? ""
    let inputs = try Self.corpus(path).map {
      Array(try JSONDecoder().decode(Input.self, from: $0).request)
    }
    #expect(!inputs.isEmpty)
    let answers = try Parallel.map(inputs.count) { statuses(try exchange(inputs[$0])) }
    for (index, statuses) in answers.enumerated() {
      #expect(statuses.allSatisfy { $0 >= 400 }, "\(index): \(statuses)")
    }
    #expect(try scene.verify().code == "VALID")
  }
}
