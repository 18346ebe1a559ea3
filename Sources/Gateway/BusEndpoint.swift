/// Where the lanes of a gateway wait for workers: each has an endpoint of its own.
public enum BusEndpoint {
  /// `base` itself for lane 0. Of lane k: for `ipc://` the path with `.k` behind it, for `tcp://` the port plus k;
  /// port 0 stays 0. `nil` when `base` is neither, or when there is no such port.
  public static func lane(_ lane: Int, of base: String) -> String? {
    if base.hasPrefix("ipc://") {
      guard base.utf8.count > "ipc://".utf8.count else { return nil }
      return lane == 0 ? base : "\(base).\(lane)"
    }
    guard base.hasPrefix("tcp://"), let colon = base.lastIndex(of: ":") else { return nil }
    let head = base[...colon]
    guard head.utf8.count > "tcp://:".utf8.count else { return nil }
    guard let port = UInt16(base[base.index(after: colon)...]) else { return nil }
    guard port > 0 else { return base }
    return UInt16(exactly: Int(port) + lane).map { "\(head)\($0)" }
  }
}
