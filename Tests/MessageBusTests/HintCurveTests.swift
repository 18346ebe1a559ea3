import Glibc
import Instants
import ServiceKit
import Testing
import ZeroMQ

@testable import MessageBus

/// An administration that publishes by CURVE, and those who want to hear it.
@Suite(.serialized) struct `Hints between hosts` {
  let bench = BusBench()
  let folder = TestFolder()
  let admin = HandlerScript()
  let adminKeys: CurveKeyPair
  let hearer: CurveKeyPair
  let other: CurveKeyPair

  init() throws {
    adminKeys = try .generate()
    hearer = try .generate()
    other = try .generate()
  }

  private func line(_ keys: CurveKeyPair, _ right: String = "hear=hints") -> String {
    "\(keys.publicKey) somebody \(right)\n"
  }

  private func keyFile(_ keys: CurveKeyPair) -> String {
    folder.write(keys.secretKey.text, to: "\(UInt64.random(in: 0 ... .max)).key")
  }

  private func startAdmin(
    _ endpoint: String, _ list: String, log: Logger = BusBench.log
  ) throws {
    var names = WorkerCurve.Names()
    names.keyFile = keyFile(adminKeys)
    names.peersFile = folder.write(list, to: "peers")
    _ = try bench.start(admin, log: log) {
      $0.service = "admin"
      $0.gateways = []
      $0.hintEndpoint = endpoint
      $0.curve = try? WorkerCurve.read(names, for: $0)
      #expect($0.curve != nil)
    }
  }

  private func startHearer(_ endpoint: String, _ keys: CurveKeyPair) throws -> HandlerScript {
    let script = HandlerScript()
    var names = WorkerCurve.Names()
    names.keyFile = keyFile(keys)
    names.hintKeys = [adminKeys.publicKey.text]
    _ = try bench.start(script) {
      $0.gateways = []
      $0.hintSources = [endpoint]
      $0.curve = try? WorkerCurve.read(names, for: $0)
      #expect($0.curve != nil)
    }
    return script
  }

  /// Publishes until it is heard.
  private func isHeard(_ event: String, by script: HandlerScript) -> Bool {
    let end = SystemTimeSource().monotonic() + 20_000
    while SystemTimeSource().monotonic() < end {
      admin.change { $0.publication = (topic: "apps", event: Array(event.utf8)) }
      poll(nil, 0, 5)
      if script.read({ $0.hints.contains("apps \(event)") }) { return true }
    }
    return false
  }

  private func endpoint(_ transport: String) -> String {
    if transport == "ipc" { return bench.endpoint("hints") }
    return "tcp://127.0.0.1:\(FreePort.find())"
  }

  @Test(arguments: ["tcp", "ipc"])
  func `who is taken off the list hears no more, and the others go on`(transport: String) throws {
    let endpoint = endpoint(transport)
    try startAdmin(endpoint, line(hearer) + line(other))
    let staying = try startHearer(endpoint, hearer)
    let removed = try startHearer(endpoint, other)
    #expect(isHeard("1", by: staying) && isHeard("1", by: removed))
    folder.write(line(hearer) + line(other, "announce=verification"), to: "peers")
    // Each round is heard by who stays; of the last ten the one who was removed has heard none.
    var round = 1
    let end = SystemTimeSource().monotonic() + 20_000
    var isDeaf = false
    while !isDeaf, SystemTimeSource().monotonic() < end {
      round += 1
      #expect(isHeard("\(round)", by: staying))
      let last = Set((max(2, round - 9)...round).map { "apps \($0)" })
      isDeaf = round > 10 && last.isDisjoint(with: removed.read(\.hints))
    }
    #expect(isDeaf)
    for later in 1...3 { #expect(isHeard("later \(later)", by: staying)) }
    #expect(!removed.read { $0.hints.contains { $0.hasPrefix("apps later") } })
  }

  @Test func `an endpoint that cannot be bound anew is told of once, and so is that it can`() throws
  {
    let sink = LineSink()
    let place = "\(folder.path)/place"
    #expect(mkdir(place, 0o700) == 0)
    try startAdmin("ipc://\(place)/hints", line(hearer), log: Logger(process: "t", sink: sink))
    let script = try startHearer("ipc://\(place)/hints", hearer)
    #expect(isHeard("1", by: script))
    #expect(unlink("\(place)/hints") == 0 && rmdir(place) == 0)
    folder.write(line(hearer) + line(other), to: "peers")
    let end = SystemTimeSource().monotonic() + 20_000
    while sink.count("Hints cannot be published") == 0, SystemTimeSource().monotonic() < end {
      poll(nil, 0, 5)
    }
    #expect(sink.count("ENOENT") == 0 && sink.count("zmq_bind") == 1)
    #expect(mkdir(place, 0o700) == 0)
    #expect(isHeard("2", by: script))
    #expect(sink.count("Hints cannot be published") == 1)
    #expect(sink.count("Hints are published again") == 1)
  }

  @Test func `a key without the right to hear hears nothing`() throws {
    let endpoint = endpoint("tcp")
    try startAdmin(endpoint, line(hearer) + line(other, "announce=verification"))
    let deaf = try startHearer(endpoint, other)
    let listed = try startHearer(endpoint, hearer)
    for round in 1...5 { #expect(isHeard("\(round)", by: listed)) }
    #expect(deaf.read(\.hints).isEmpty)
  }
}

/// A loopback port that nobody listened on a moment ago.
private enum FreePort {
  static func find() -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = bind(descriptor, generic, length)
        _ = getsockname(descriptor, generic, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
