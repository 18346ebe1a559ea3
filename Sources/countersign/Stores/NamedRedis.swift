import LicenseStore
import Redis
import ServiceKit

/// A Redis that the caller names, looked at before anything starts.
enum NamedRedis {
  /// Throws for one that must not be used (data.md: another policy is refused at start). One that
  /// does not answer is a warning: the service goes on without Redis, and takes it up when it comes.
  static func check(_ url: SecretText, warn: (String) -> Void = Console.complain) throws {
    let configuration = try RedisConfiguration(url: url.value)
    let server: RedisServer
    do throws(RedisError) {
      server = try RedisServer.inspect(configuration)
    } catch {
      return warn(
        "warning: the Redis at \(configuration) does not answer (\(error)); the cluster starts "
          + "without it, and is slower until it is there")
    }
    guard let reason = server.unfitness else { return }
    throw CommandFault("the Redis at \(configuration) cannot be used: \(reason)")
  }
}
