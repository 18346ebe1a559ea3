import TestFiles
import Glibc
import TestClient

/// A gateway's own program without any worker: enough to see whom its clients meet.
public final class LoneGateway: Sendable {
  public let http: HTTPCaller
  public let ops: HTTPCaller
  private let folder: TemporaryFolder
  private let process: ChildProcess

  public init(_ settings: [String: String] = [:]) throws {
    folder = TemporaryFolder()
    let listen = Endpoint(host: "127.0.0.1", port: try FreePort.find())
    let ops = Endpoint(host: "127.0.0.1", port: try FreePort.find())
    let own = [
      "PATH": "/usr/bin:/bin", "COUNTERSIGN_LISTEN": "\(listen)", "COUNTERSIGN_OPS": "\(ops)",
      "COUNTERSIGN_BUS": "ipc://\(folder.path)/bus",
    ]
    let log = folder.path + "/gateway.log"
    process = try ChildProcess(
      "\(Binaries.folder)/countersign-gateway", [], environment: own.merging(settings) { $1 },
      outputPath: log, errorPath: log)
    http = HTTPCaller(listen)
    self.ops = HTTPCaller(ops)
    // The operators' address has no TLS, and is listened to last.
    let isReady = Patience.wait(upTo: 20) { (try? self.ops.get("/healthz"))?.status == 200 }
    guard isReady else { throw ClusterFault.notReady(TextFile.read(log)) }
  }

  deinit {
    process.signal(SIGKILL)
    _ = process.waitForExit(upTo: 5)
  }

  public func metrics() throws -> Metrics { Metrics(text: try ops.get("/metrics").text) }

  /// Its exit status after SIGTERM; nil when it does not end.
  public func terminate(upTo seconds: Double = 30) -> Int32? {
    process.signal(SIGTERM)
    return process.waitForExit(upTo: seconds)
  }
}
