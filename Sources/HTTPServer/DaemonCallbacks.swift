import CMicrohttpd

/// What libmicrohttpd calls, turned into methods of the server that owns it.
enum DaemonCallbacks {
  static func make(owner: UnsafeMutableRawPointer) -> countersign_mhd_callbacks {
    countersign_mhd_callbacks(
      owner: owner, target: target, request: request, completed: completed, connection: connection)
  }

  /// The request line has arrived. What this returns becomes the request's context.
  private static let target: countersign_mhd_target_callback = { owner, target, handle in
    guard let server = server(owner), let target, let context = countersign_mhd_context(handle)
    else { return nil }
    server.begin(DaemonCallbacks.connection(context), target)
    return context
  }

  /// First when the head is there, then for each piece of the body, last with no piece.
  private static let request: MHD_AccessHandlerCallback = {
    owner, _, _, method, version, piece, pieceCount, context in
    guard let server = server(owner), let context = context?.pointee, let pieceCount
    else { return MHD_NO }
    let connection = DaemonCallbacks.connection(context)
    if connection.phase == .head {
      return server.takeHead(connection, method: method, version: version)
    }
    if pieceCount.pointee > 0 {
      let bytes = UnsafeBufferPointer<UInt8>.cString(piece, pieceCount.pointee)
      pieceCount.pointee = 0
      return server.takePiece(connection, bytes)
    }
    return server.takeEnd(connection)
  }

  /// The request is over, well or not.
  private static let completed: MHD_RequestCompletedCallback = { owner, _, context, _ in
    guard let server = server(owner), let context = context?.pointee else { return }
    server.endRequest(DaemonCallbacks.connection(context))
  }

  private static let connection: MHD_NotifyConnectionCallback = { owner, handle, context, event in
    guard let server = server(owner), let handle, let context else { return }
    if event == MHD_CONNECTION_NOTIFY_STARTED {
      context.pointee = Unmanaged.passUnretained(server.open(handle)).toOpaque()
    } else if let closed = context.pointee {
      server.close(DaemonCallbacks.connection(closed))
    }
  }

  private static func server(_ owner: UnsafeMutableRawPointer?) -> HTTPServer? {
    owner.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The table of the server holds it until it is closed.
  private static func connection(_ context: UnsafeMutableRawPointer) -> Connection {
    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  }
}
