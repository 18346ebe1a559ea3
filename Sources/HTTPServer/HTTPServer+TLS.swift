/// A certificate that is replaced while clients are connected.
extension HTTPServer {
  /// New connections meet the new identity; those that are open end with their next answer. Throws
  /// where that cannot be: then all stays as it was.
  ///
  /// libmicrohttpd reads an identity when it starts, so a second daemon takes the first one's place on
  /// the same listening socket; the first goes with its last connection.
  public func renew(_ tls: TLSIdentity) throws(HTTPServerError) {
    guard let former = daemon, !isDraining else { return }
    guard former.usesTLS else { throw HTTPServerError(.startFailed) }
    let next = try startDaemon(former.number + 1, tls)
    // What waits to be accepted stays in the kernel's queue for the next one.
    former.stopListening()
    daemon = next
    leaving.append(former)
    dropFormerDaemons()
  }

  /// Ends daemons that no connection needs any more.
  func dropFormerDaemons() {
    guard !leaving.isEmpty else { return }
    let needed = Set(connections.map(\.daemonNumber))
    leaving.removeAll { !needed.contains($0.number) }
  }
}
