import ServiceKit

/// Where a worker's lanes listen for clients of their own, and whom they let in.
public struct DirectConfiguration: Sendable {
  /// Lane `i` serves endpoint `i`; lanes beyond their number serve none.
  let endpoints: [String]
  /// `nil`: whoever can reach the socket file is let in.
  let curve: CurveListener?

  /// - Parameters:
  ///   - endpoints: `tcp://` (with CURVE only) or `ipc://`.
  ///   - keyFile: this process' secret key in Z85, of mode 0600.
  ///   - clientsFile: the list of allowed clients, read anew each second.
  public init(
    endpoints: [String], keyFile: String?, clientsFile: String?, lanes: Int
  ) throws(CurveConfigurationFault) {
    guard endpoints.count <= lanes else { throw .moreEndpointsThanLanes }
    let curve = try CurveListener.read(keyFile: keyFile, listFile: clientsFile)
    for endpoint in endpoints { try CurveListener.check(endpoint, hasCurve: curve != nil) }
    self.endpoints = endpoints
    self.curve = curve
  }

  func endpoint(ofLane number: Int) -> String? {
    number < endpoints.count ? endpoints[number] : nil
  }
}
