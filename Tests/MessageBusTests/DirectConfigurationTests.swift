import Glibc
import ServiceKit
import Testing
import ZeroMQ

@testable import MessageBus

@Suite struct `Where direct clients are listened to` {
  private let folder = TestFolder()
  private let pair: CurveKeyPair
  private let key: String

  init() throws {
    pair = try CurveKeyPair.generate()
    key = pair.publicKey.text
  }

  private func fault(
    _ endpoints: [String], key: String? = nil, clients: String? = nil, lanes: Int = 1
  ) -> CurveConfigurationFault? {
    do throws(CurveConfigurationFault) {
      _ = try DirectConfiguration(
        endpoints: endpoints, keyFile: key, clientsFile: clients, lanes: lanes)
      return nil
    } catch {
      return error
    }
  }

  private func listFault(_ text: String) -> CurveConfigurationFault? {
    do throws(CurveConfigurationFault) {
      _ = try AllowList(text: text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `tcp without CURVE is refused`() {
    let fault = fault(["tcp://127.0.0.1:9190"])
    #expect(fault == .tcpWithoutCurve("tcp://127.0.0.1:9190"))
    #expect(fault?.description.contains("key file and a list of allowed keys") == true)
  }

  @Test func `a key without a list is refused, and a list without a key`() {
    let file = folder.write(pair.secretKey.text, to: "key")
    let list = folder.write("\(key) a call=verification\n", to: "clients")
    #expect(fault(["tcp://127.0.0.1:9190"], key: file) == .keyWithoutList)
    #expect(fault(["tcp://127.0.0.1:9190"], clients: list) == .keyWithoutList)
    #expect(fault(["tcp://127.0.0.1:9190"], key: file, clients: list) == nil)
  }

  @Test func `a secret key that others can read is refused`() {
    let file = folder.write(pair.secretKey.text, to: "key", mode: 0o644)
    let list = folder.write("", to: "clients")
    guard case .file = fault(["tcp://127.0.0.1:9190"], key: file, clients: list) else {
      Issue.record("a key of mode 0644 was taken")
      return
    }
  }

  @Test func `a client is told what is wrong with its own key's file`() {
    func clientFault(_ keyFile: String) -> CurveConfigurationFault? {
      do throws(CurveConfigurationFault) {
        _ = try DirectClientConfiguration(
          endpoint: "tcp://127.0.0.1:9190", operatorKey: SecretText("csk_x"), serverKey: key,
          keyFile: keyFile)
        return nil
      } catch {
        return error
      }
    }
    let secret = pair.secretKey.text
    for file in ["\(folder.path)/absent", folder.write(secret, to: "open", mode: 0o644)] {
      guard case .file = clientFault(file) else {
        Issue.record("\(file): \(clientFault(file)?.description ?? "taken")")
        continue
      }
    }
    let none = folder.write("hunter2", to: "none")
    #expect(clientFault(none) == .badKey(path: none))
    #expect(clientFault(folder.write(secret, to: "good")) == nil)
  }

  @Test func `a file that holds no key is refused, without showing what it holds`() {
    let file = folder.write("hunter2", to: "key")
    let list = folder.write("", to: "clients")
    let fault = fault(["tcp://127.0.0.1:9190"], key: file, clients: list)
    #expect(fault == .badKey(path: file))
    #expect(fault?.description.contains("hunter2") == false)
  }

  @Test func `a socket file in a folder of one's own needs no CURVE`() {
    #expect(fault(["ipc://\(folder.path)/direct"]) == nil)
    chmod(folder.path, 0o755)
    #expect(fault(["ipc://\(folder.path)/direct"]) == .openDirectory(folder.path))
  }

  @Test(.enabled(if: geteuid() == 0)) func `a folder of somebody else is none of one's own`() {
    #expect(chown(folder.path, 65_534, 65_534) == 0)
    #expect(fault(["ipc://\(folder.path)/direct"]) == .openDirectory(folder.path))
  }

  @Test(arguments: ["", "inproc://a", "127.0.0.1:9190", "ipc://relative"])
  func `other endpoints are refused`(endpoint: String) {
    #expect(fault([endpoint]) == .badEndpoint(endpoint))
  }

  @Test func `each lane serves one endpoint at most`() {
    let endpoints = ["a", "b"].map { "ipc://\(folder.path)/\($0)" }
    #expect(fault(endpoints, lanes: 1) == .moreEndpointsThanLanes)
    #expect(fault(endpoints, lanes: 2) == nil)
  }

  @Test func `a list names keys, names and caps`() throws {
    let other = try CurveKeyPair.generate().publicKey
    let list = try AllowList(
      text: """
        # who may come

        \(key) billing call=verification
        \(other)\tshop  call=verification in-flight=7
        """)
    #expect(list.peers.count == 2)
    let billing = AllowList.Peer(name: "billing", callsVerification: true)
    let shop = AllowList.Peer(name: "shop", callsVerification: true, inFlightCap: 7)
    #expect(list.peers[pair.publicKey] == billing)
    #expect(list.peers[other] == shop)
  }

  @Test(arguments: [
    "short a call=verification", "KEY", "KEY a", "KEY call=verification x",
    "KEY a call=admin", "KEY a call=verification in-flight=0",
    "KEY a call=verification in-flight=65537", "KEY a call=verification in-flight=x",
    "KEY a call=verification in-flight=1 more", "KEY a call=verification cap=1",
    "KEY a call=verification\nKEY b call=verification",
  ])
  func `a line that is not clear is refused by its number`(line: String) {
    let fault = listFault("\n" + line.replacing("KEY", with: key))
    guard case .badLine(let number, _) = fault else { Issue.record("it was taken"); return }
    #expect(number == 2 || (number == 3 && line.contains("\n")))
    #expect(fault?.description.contains(key) == false)
  }
}
