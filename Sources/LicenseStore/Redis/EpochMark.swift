import Redis

/// The mark of an epoch in Redis: the run id of the server that it was made for.
public enum EpochMark {
  /// `nil`: this Redis does not bear it.
  public static func read(
    epoch: Int64, _ connection: RedisConnection
  ) throws(RedisError) -> String? {
    var question = RedisPipeline()
    question.command("GET", RedisKeys(epoch: epoch).run)
    let reply = try connection.exchangeFlawlessly(question)[0]
    return reply.bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
