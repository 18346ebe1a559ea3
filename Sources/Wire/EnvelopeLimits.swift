/// What an envelope may hold at most. A sender keeps to it, a receiver drops what does not.
public enum EnvelopeLimits {
  /// The whole envelope, body not included.
  public static let bytes = 64 << 10
  public static let headers = 64
  public static let headerNameBytes = 64
  public static let headerValueBytes = 16 << 10
  public static let counters = 128
  public static let clockOffsets = 8
  public static let methodBytes = 32
  public static let targetBytes = 16 << 10
  /// Service, instance, client address, trace id, names of counters and stores, and reject codes.
  public static let textBytes = 128
  public static let requestIDBytes = 16
}
