/// Ports that a caller named and that a cluster cannot have. Otherwise a process would fail to listen
/// again and again, while somebody else answers there.
enum TakenPorts {
  /// Throws at the first port that two options name, or that somebody listens on.
  static func refuse(
    _ options: ClusterOptions, isFree: (Int) -> Bool = FreePorts.isFree
  ) throws(CommandFault) {
    var owners: [Int: String] = [:]
    for (option, ports) in named(options) {
      for port in ports {
        if let other = owners.updateValue(option, forKey: port) {
          throw CommandFault("\(other) and \(option) both come to port \(port)")
        }
        guard isFree(port) else {
          throw CommandFault("port \(port) is taken; choose another by \(option)")
        }
      }
    }
  }

  private static func named(_ options: ClusterOptions) -> [(option: String, ports: Range<Int>)] {
    let gateways = options.count(of: .gateway)
    let candidates: [(String, Int?, Int)] = [
      ("--port", options.port, gateways), ("--ops-port", options.opsPort, gateways),
      ("--direct-port", options.directPort, options.directCount),
    ]
    return candidates.compactMap { option, first, count in
      first.map { (option, $0..<$0 + count) }
    }
  }
}
