import Glibc
import ServiceKit
import Testing
import ZeroMQ

@testable import MessageBus

@Suite struct `A worker's links between hosts` {
  private let folder = TestFolder()
  private let pair: CurveKeyPair
  private let server: CurvePublicKey

  init() throws {
    pair = try .generate()
    server = try CurveKeyPair.generate().publicKey
  }

  private func names(
    key: Bool = true, gateways: [String] = [], hints: [String] = [], peers: String? = nil
  ) -> WorkerCurve.Names {
    var names = WorkerCurve.Names()
    if key { names.keyFile = folder.write(pair.secretKey.text, to: "key") }
    names.gatewayKeys = gateways
    names.hintKeys = hints
    names.peersFile = peers.map { folder.write($0, to: "peers") }
    return names
  }

  private func fault(
    _ names: WorkerCurve.Names, gateways: [String] = [], hints: [String] = [],
    publishing endpoint: String? = nil
  ) -> CurveConfigurationFault? {
    let configuration = WorkerConfiguration(
      service: "admin", gateways: gateways, hintSources: hints, hintEndpoint: endpoint)
    do throws(CurveConfigurationFault) {
      _ = try WorkerCurve.read(names, for: configuration)
      return nil
    } catch {
      return error
    }
  }

  @Test func `tcp without CURVE is refused on each of them`() {
    let none = WorkerCurve.Names()
    let endpoint = "tcp://10.0.0.1:7000"
    #expect(fault(none, gateways: [endpoint]) == .tcpWithoutServerKey(endpoint))
    #expect(fault(none, hints: [endpoint]) == .tcpWithoutServerKey(endpoint))
    #expect(fault(none, publishing: endpoint) == .tcpWithoutCurve(endpoint))
    #expect(fault(names(), gateways: [endpoint]) == .tcpWithoutServerKey(endpoint))
    #expect(fault(none, gateways: ["ipc:///run/bus"], hints: ["ipc:///run/hints"]) == nil)
  }

  @Test func `a socket file for hints in a folder of one's own needs no CURVE`() {
    let none = WorkerCurve.Names()
    #expect(fault(none, publishing: "ipc://\(folder.path)/hints") == nil)
    chmod(folder.path, 0o755)
    #expect(fault(none, publishing: "ipc://\(folder.path)/hints") == .openDirectory(folder.path))
  }

  @Test func `one server key serves for all endpoints, else there is one for each`() throws {
    let endpoints = ["tcp://10.0.0.1:7000", "tcp://10.0.0.1:7001", "tcp://10.0.0.2:7000"]
    #expect(fault(names(gateways: [server.text]), gateways: endpoints) == nil)
    let two = names(gateways: [server.text, server.text])
    #expect(fault(two, gateways: endpoints) == .serverKeyCount(keys: 2, endpoints: 3))
    let wrong = names(gateways: [server.text, "x", server.text])
    #expect(fault(wrong, gateways: endpoints) == .badServerKey(2))
  }

  @Test func `a server's key without one's own is refused, and a list without a key`() {
    let endpoint = "tcp://10.0.0.1:7000"
    let keyless = names(key: false, gateways: [server.text])
    #expect(fault(keyless, gateways: [endpoint]) == .serverKeyWithoutOwn)
    let list = names(key: false, peers: "\(server) a hear=hints\n")
    #expect(fault(list, publishing: endpoint) == .keyWithoutList)
  }

  @Test func `a secret key that others can read is refused`() {
    var names = names(gateways: [server.text])
    names.keyFile = folder.write(pair.secretKey.text, to: "key", mode: 0o640)
    guard case .file = fault(names, gateways: ["tcp://10.0.0.1:7000"]) else {
      Issue.record("a key of mode 0640 was taken")
      return
    }
  }

  @Test func `a list says what a key may announce and hear`() throws {
    let list = try AllowList(
      text: """
        \(pair.publicKey) worker announce=verification,renewal hear=hints in-flight=9
        \(server) hearer hear=hints
        """)
    let worker = AllowList.Peer(
      name: "worker", announces: ["verification", "renewal"], hearsHints: true, inFlightCap: 9)
    #expect(list.peers[pair.publicKey] == worker)
    #expect(list.peers[server] == AllowList.Peer(name: "hearer", hearsHints: true))
    #expect(worker.has(.announce) && worker.has(.hearHints) && !worker.has(.callVerification))
  }

  @Test(arguments: [
    "announce=", "announce=a,,b", "announce=A", "announce=a announce=b", "hear=all",
    "hear=hints hear=hints", "in-flight=5", "announce=verification in-flight=0",
  ])
  func `other rights are none`(words: String) {
    #expect(throws: CurveConfigurationFault.self) {
      try AllowList(text: "\(pair.publicKey) name \(words)")
    }
  }
}
