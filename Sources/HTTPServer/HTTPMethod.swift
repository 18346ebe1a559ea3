/// The methods that the API knows; any other token is `other`, which no route takes.
public enum HTTPMethod: Sendable, Hashable {
  case get, head, post, put, patch, delete, options, other

  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other: "OTHER"
    }
  }

  /// Methods are case-sensitive (RFC 9110 9.1). `nil` for what is no token at all.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !bytes.isEmpty, bytes.allSatisfy(HeaderSyntax.isTokenByte) else { return nil }
    switch bytes.count {
    case 3 where bytes.elementsEqual("GET".utf8): self = .get
    case 3 where bytes.elementsEqual("PUT".utf8): self = .put
    case 4 where bytes.elementsEqual("POST".utf8): self = .post
    case 4 where bytes.elementsEqual("HEAD".utf8): self = .head
    case 5 where bytes.elementsEqual("PATCH".utf8): self = .patch
    case 6 where bytes.elementsEqual("DELETE".utf8): self = .delete
    case 7 where bytes.elementsEqual("OPTIONS".utf8): self = .options
    default: self = .other
    }
  }
}
