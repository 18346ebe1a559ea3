import CMicrohttpd

/// Hands an answer over to libmicrohttpd, which counts its references.
enum QueuedResponse {
  /// `MHD_NO`, which ends the connection, when there is no memory or a header breaks its line.
  static func queue(_ response: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
    guard let queued = make(response) else { return MHD_NO }
    defer { MHD_destroy_response(queued) }
    for header in response.headers {
      guard MHD_add_response_header(queued, header.name, header.value) == MHD_YES else {
        return MHD_NO
      }
    }
    if response.closesConnection {
      guard MHD_add_response_header(queued, "Connection", "close") == MHD_YES else { return MHD_NO }
    }
    return MHD_queue_response(connection, UInt32(response.status), queued)
  }

  private static func make(_ response: HTTPResponse) -> OpaquePointer? {
    response.body.withUnsafeBytes { body in
      MHD_create_response_from_buffer(
        body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), MHD_RESPMEM_MUST_COPY)
    }
  }
}

extension HTTPResponse {
  var closing: HTTPResponse {
    var response = self
    response.closesConnection = true
    return response
  }
}
