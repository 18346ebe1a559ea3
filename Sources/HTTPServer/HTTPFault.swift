/// Why the server does not let a request through to its handler.
public enum HTTPFault: Sendable, Equatable {
  /// Against RFC 9112, or open to being read in two ways. The text names the rule, never the input.
  case malformed(String)
  /// Request line and header block together are over the limit, or have too many lines.
  case headTooLarge
  /// Over what the body plan allows.
  case bodyTooLarge
}
