import CMicrohttpd

/// The life of a connection and its requests, as libmicrohttpd tells it.
extension HTTPServer {
  /// Only the last daemon takes connections.
  func open(_ handle: OpaquePointer) -> Connection {
    guard let daemon else { preconditionFailure("A daemon that is turned is there.") }
    return connections.insert { slot, generation in
      Connection(
        handle: handle, of: daemon, descriptor: countersign_mhd_descriptor(handle),
        peer: countersign_mhd_peer(handle).flatMap(SocketAddress.host(of:)),
        slot: slot, generation: generation, now: now)
    }
  }

  func close(_ connection: Connection) {
    // With as many as may be libmicrohttpd does not listen, and begins again in the turn after this.
    if connections.count >= limits.connections { hasUncountedWork = true }
    connections.remove(connection)
  }

  /// Only here the target is to be had as it was sent: later it is decoded and cut at its first NUL.
  func begin(_ connection: Connection, _ target: UnsafePointer<CChar>) {
    connection.beginHead(at: now)
    connection.target = Array(UnsafeBufferPointer.cString(target))
    connection.targetAddress = UInt(bitPattern: target)
    if HeadBlock.isReadable { hideQuery(target, connection.target) }
  }

  /// libmicrohttpd 0.9.75 would make a list of the query's parts; when that outgrows the connection's memory it
  /// gives no answer at all. The buffer is its own, writable, and we have our copy: there it ends behind the `?`.
  private func hideQuery(_ target: UnsafePointer<CChar>, _ copy: [UInt8]) {
    guard let mark = copy.firstIndex(of: UInt8(ascii: "?")) else { return }
    UnsafeMutablePointer(mutating: target)[mark + 1] = 0
  }

  func takeHead(
    _ connection: Connection, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?
  ) -> MHD_Result {
    var reader = HeadReader(keptFields: keptFields)
    reader.read(connection.handle)
    let head = RequestHead(connection, method: method, version: version, reader, limits)
    let request = head.request(connection, receivedAt: now)
    connection.enter(.body, at: now)
    if let fault = head.fault {
      return send(connection, handler.refuse(request, for: fault).closing)
    }
    guard let request else { return MHD_NO }
    connection.request = request
    return plan(connection, request, head)
  }

  func takePiece(_ connection: Connection, _ bytes: UnsafeBufferPointer<UInt8>) -> MHD_Result {
    connection.bodyBytes += bytes.count
    switch connection.bodyUse {
    case .kept(let limitBytes) where connection.bodyBytes <= limitBytes:
      connection.request?.body.append(contentsOf: bytes)
    case .kept:
      refuseBody(connection)
    case .dropped:
      break
    }
    return connection.bodyBytes <= limits.droppedBodyBytes ? MHD_YES : MHD_NO
  }

  /// The request is complete, or was resumed after it was.
  func takeEnd(_ connection: Connection) -> MHD_Result {
    if connection.isCut { return MHD_NO }
    if let answer = connection.answer { return send(connection, answer) }
    if case .dropped(let answer) = connection.bodyUse { return send(connection, answer) }
    return hand(connection)
  }

  func endRequest(_ connection: Connection) {
    if connection.phase == .waiting && connection.answer == nil {
      handler.abandon(connection.exchange)
    }
    connection.endRequest(at: now)
  }

  private func plan(
    _ connection: Connection, _ request: HTTPRequest, _ head: RequestHead
  ) -> MHD_Result {
    switch handler.plan(for: request) {
    case .read(let limitBytes, _) where head.contentLength > limitBytes:
      return drop(connection, head, handler.refuse(request, for: .bodyTooLarge).closing)
    case .read(let limitBytes, let tag):
      connection.bodyUse = .kept(limitBytes: limitBytes)
      connection.request?.tag = tag
      connection.request?.body.reserveCapacity(head.contentLength)
      return MHD_YES
    case .drop(let answer):
      return drop(connection, head, answer)
    }
  }

  /// An answer given before the body is read ends the connection, and unread bytes may destroy it on its way.
  private func drop(
    _ connection: Connection, _ head: RequestHead, _ answer: HTTPResponse
  ) -> MHD_Result {
    if head.contentLength > limits.droppedBodyBytes || (head.hasBody && head.expectsContinue) {
      return send(connection, answer.closing)
    }
    connection.bodyUse = .dropped(answer)
    return MHD_YES
  }

  private func refuseBody(_ connection: Connection) {
    connection.request?.body = []
    let refusal = handler.refuse(connection.request, for: .bodyTooLarge)
    connection.bodyUse = .dropped(refusal.closing)
  }

  private func hand(_ connection: Connection) -> MHD_Result {
    guard let request = connection.request.take() else { return MHD_NO }
    connection.generation &+= 1
    connection.enter(.waiting, at: now)
    if let answer = handler.handle(request, connection.exchange) ?? connection.answer {
      return send(connection, answer)
    }
    suspend(connection)
    return MHD_YES
  }

  private func send(_ connection: Connection, _ response: HTTPResponse) -> MHD_Result {
    connection.enter(.answering, at: now)
    let isLast = isDraining || isFormer(connection)
    return QueuedResponse.queue(isLast ? response.closing : response, connection.handle)
  }

  /// Each daemon counts its own connections: those that met a former identity must end, or together
  /// there would be as many more with each identity that comes.
  private func isFormer(_ connection: Connection) -> Bool {
    connection.daemonNumber != daemon?.number
  }
}
