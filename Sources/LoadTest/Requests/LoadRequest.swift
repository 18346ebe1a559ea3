/// A request without its transport: what is asked, who signs, the body.
struct LoadRequest {
  let kind: RequestKind
  /// The value of `Authorization`; empty: none.
  let authorization: [UInt8]
  let body: [UInt8]
}
