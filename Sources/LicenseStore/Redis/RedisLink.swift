import Instants
import Redis

/// A connection that is ready for our commands: signed on, its server asked who it is and found fit,
/// the scripts loaded.
final class RedisLink {
  let server: RedisServer
  /// The server's run id as the mark of an epoch bears it.
  let mark: [UInt8]
  private let connectedAt: MonotonicTime
  private let connection: RedisConnection
  private var hashes: [[UInt8]] = []

  enum Failure: Error {
    case redis(RedisError)
    case unfit(String)
  }

  init(_ configuration: RedisConfiguration, at now: MonotonicTime) throws(Failure) {
    connectedAt = now
    do throws(RedisError) {
      connection = try RedisConnection.open(configuration)
      server = try RedisServer.inspect(connection)
    } catch {
      throw .redis(error)
    }
    mark = Array(server.runID.utf8)
    if let reason = server.unfitness { throw .unfit(reason) }
    do throws(RedisError) { try loadScripts() } catch { throw .redis(error) }
  }

  /// One trip. Any error reply but a forgotten script closes the connection.
  func exchange(_ pipeline: RedisPipeline) throws(RedisError) -> [RedisReply] {
    let replies = try connection.exchange(pipeline)
    guard let code = replies.lazy.compactMap(\.errorCode).first else { return replies }
    guard code == "NOSCRIPT" else {
      connection.close()
      throw .refused(code: code)
    }
    try loadScripts()
    return try connection.exchangeFlawlessly(pipeline)
  }

  func uptimeSeconds(at now: MonotonicTime) -> Int64 {
    server.uptimeSeconds + now.milliseconds(since: connectedAt) / 1000
  }

  func hash(of script: RedisScript) -> [UInt8] { hashes[script.rawValue] }

  private func loadScripts() throws(RedisError) {
    var pipeline = RedisPipeline()
    for script in RedisScript.allCases {
      pipeline.command("SCRIPT", argumentCount: 2)
      pipeline.add("LOAD")
      pipeline.add(script.text)
    }
    hashes = try connection.exchangeFlawlessly(pipeline).map { $0.bytes ?? [] }
  }
}
