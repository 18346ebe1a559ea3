import CHiredis
import Glibc
import Instants

/// One connection, owned and used by one thread.
///
/// Any failure closes it for good: an answer that comes too late could otherwise be taken for the
/// answer to the next question (redis/hiredis#306). Whoever owns it opens another; `open` is the one
/// routine that connects, signs on and selects the database.
public final class RedisConnection {
  /// All answers of one exchange together may have this many bytes.
  public static let answerByteLimit = 64 * 1024 * 1024

  private var context: UnsafeMutablePointer<redisContext>?
  private let timeoutMilliseconds: Int64
  private var received = [UInt8](repeating: 0, count: 64 * 1024)
  private let clock = SystemTimeSource()

  private init(
    takingOwnershipOf context: UnsafeMutablePointer<redisContext>, timeoutMilliseconds: Int64
  ) {
    self.context = context
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  deinit { close() }

  /// Connects, says who we are and selects the database, or leaves nothing open.
  public static func open(
    _ configuration: RedisConfiguration
  ) throws(RedisError) -> RedisConnection {
    let connection = RedisConnection(
      takingOwnershipOf: try connect(configuration),
      timeoutMilliseconds: configuration.timeoutMilliseconds)
    do throws(RedisError) {
      try connection.introduce(configuration)
    } catch {
      connection.close()
      throw error
    }
    return connection
  }

  public var isOpen: Bool { context != nil }

  public func close() {
    guard let context else { return }
    self.context = nil
    redisFree(context)
  }

  /// Sends all commands and waits for all answers, at most the configured time in all. Error replies
  /// are among the answers; every other failure throws and closes.
  public func exchange(_ pipeline: RedisPipeline) throws(RedisError) -> [RedisReply] {
    precondition(pipeline.isComplete, "the last command lacks arguments")
    guard let context else { throw .closed }
    do throws(RedisError) {
      return try exchange(pipeline, over: context)
    } catch {
      close()
      throw error
    }
  }

  /// As `exchange`, but an error reply throws and closes, too.
  public func exchangeFlawlessly(_ pipeline: RedisPipeline) throws(RedisError) -> [RedisReply] {
    let replies = try exchange(pipeline)
    if let code = replies.lazy.compactMap(\.errorCode).first {
      close()
      throw .refused(code: code)
    }
    return replies
  }
}

extension RedisConnection {
  private static func connect(
    _ configuration: RedisConfiguration
  ) throws(RedisError) -> UnsafeMutablePointer<redisContext> {
    let timeout = timeval(milliseconds: configuration.timeoutMilliseconds)
    let made =
      switch configuration.address {
      case .unix(let path): redisConnectUnixWithTimeout(path, timeout)
      case .tcp(let host, let port): redisConnectWithTimeout(host, Int32(port), timeout)
      }
    guard let context = made else { throw .cannotConnect(errno: ENOMEM) }
    guard context.pointee.err == 0 else {
      let reason = errno
      redisFree(context)
      throw .cannotConnect(errno: reason)
    }
    if context.pointee.connection_type == REDIS_CONN_TCP { redisEnableKeepAlive(context) }
    return context
  }

  private func introduce(_ configuration: RedisConfiguration) throws(RedisError) {
    var pipeline = RedisPipeline()
    if let password = configuration.password {
      if let username = configuration.username {
        pipeline.command("AUTH", username, password)
      } else {
        pipeline.command("AUTH", password)
      }
    }
    // Said even for database 0, so that a password which is missing shows here.
    pipeline.command("SELECT", String(configuration.database))
    _ = try exchangeFlawlessly(pipeline)
  }

  private func exchange(
    _ pipeline: RedisPipeline, over context: UnsafeMutablePointer<redisContext>
  ) throws(RedisError) -> [RedisReply] {
    let deadline = clock.monotonic() + timeoutMilliseconds
    let socket = context.pointee.fd
    var replies: [RedisReply] = []
    replies.reserveCapacity(pipeline.commandCount)
    var sent = try send(pipeline.wire, from: 0, to: socket)
    var answerBytes = 0
    while replies.count < pipeline.commandCount {
      let isSending = sent < pipeline.wire.count
      let ready = try wait(for: socket, toSend: isSending, until: deadline)
      if isSending, ready.toSend { sent = try send(pipeline.wire, from: sent, to: socket) }
      guard ready.toReceive else { continue }
      answerBytes += try receive(from: socket, into: context.pointee.reader)
      guard answerBytes <= Self.answerByteLimit else { throw .protocolViolation }
      try takeReplies(from: context.pointee.reader, upTo: pipeline.commandCount, into: &replies)
    }
    let reader = context.pointee.reader.pointee
    guard reader.pos == reader.len else { throw .protocolViolation }
    return replies
  }

  /// Sends what the socket takes now; returns how much is sent by then. hiredis would write without
  /// `MSG_NOSIGNAL` and a peer that left would end the process.
  private func send(
    _ wire: [UInt8], from start: Int, to socket: Int32
  ) throws(RedisError) -> Int {
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    let count = wire.withUnsafeBytes { bytes in
      Glibc.send(socket, bytes.baseAddress! + start, bytes.count - start, flags)
    }
    guard count < 0 else { return start + count }
    guard Self.isPassing(errno) else { throw .connectionLost(errno: errno) }
    return start
  }

  private func receive(
    from socket: Int32, into reader: UnsafeMutablePointer<redisReader>
  ) throws(RedisError) -> Int {
    let count = received.withUnsafeMutableBytes { bytes in
      recv(socket, bytes.baseAddress!, bytes.count, Int32(MSG_DONTWAIT))
    }
    guard count != 0 else { throw .connectionLost(errno: 0) }
    guard count > 0 else {
      guard Self.isPassing(errno) else { throw .connectionLost(errno: errno) }
      return 0
    }
    let status = received.withUnsafeBytes { bytes in
      redisReaderFeed(reader, bytes.bindMemory(to: CChar.self).baseAddress!, count)
    }
    guard status == REDIS_OK else { throw .protocolViolation }
    return count
  }

  private func takeReplies(
    from reader: UnsafeMutablePointer<redisReader>, upTo count: Int,
    into replies: inout [RedisReply]
  ) throws(RedisError) {
    while true {
      var object: UnsafeMutableRawPointer?
      guard redisReaderGetReply(reader, &object) == REDIS_OK else { throw .protocolViolation }
      guard let object else { return }
      defer { freeReplyObject(object) }
      guard replies.count < count else { throw .protocolViolation }
      replies.append(RedisReply(copying: object.assumingMemoryBound(to: redisReply.self).pointee))
    }
  }

  private func wait(
    for socket: Int32, toSend: Bool, until deadline: MonotonicTime
  ) throws(RedisError) -> (toSend: Bool, toReceive: Bool) {
    let left = deadline.milliseconds(since: clock.monotonic())
    guard left > 0 else { throw .timedOut }
    let events = toSend ? POLLIN | POLLOUT : POLLIN
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    let count = poll(&entry, 1, Int32(clamping: left))
    guard count >= 0 || errno == EINTR else { throw .connectionLost(errno: errno) }
    let happened = Int32(entry.revents)
    return (happened & POLLOUT != 0, happened & (POLLIN | POLLHUP | POLLERR) != 0)
  }

  /// Nothing is wrong, the socket is only not ready.
  private static func isPassing(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
  }
}

extension timeval {
  fileprivate init(milliseconds: Int64) {
    self.init(tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000) * 1000)
  }
}
