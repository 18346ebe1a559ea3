/// Ways to hide a request that have worked against some server: RFC 9112 6, 7 and 11.2 say what each
/// is. Written anew, whatever sets of such inputs there are elsewhere.
extension Carrier {
  static let odd: [Carrier] = [
    codings.map { lines("Transfer-Encoding: \($0)") }, codingLines.map { lines($0) },
    lengths.map { lines("Content-Length: \($0)") }, lengthLines.map { lines($0) },
    sizes.map { chunks("\($0)\r\nhello\r\n0\r\n\r\n") }, framings.map { chunks($0) },
    heads.map { lines($0, then: "") },
    requestLines.map { start("\($0)\r\nHost: x\r\n\r\n") }, starts.map { start($0) },
  ].flatMap { $0 }

  private static let codings: [String] = [
    ",chunked", "chunked,", "chunked, chunked", "identity, chunked", "chunked, identity",
    "\"chunked\"", "chunked;q=1", "chunked identity", "\u{A0}chunked\u{A0}", "\u{FF}chunked",
    "chunked\u{0}", "chunked\u{0B}", "xchunked", "chunkedx", "blegh", "",
  ]

  private static let codingLines: [String] = [
    "Transfer-Encoding\u{85}: chunked", "Transfer-Encoding : chunked",
    "Transfer-Encoding:\n chunked", "Transfer-Encoding\n: chunked",
    "Transfer_Encoding: chunked", "X: y\rTransfer-Encoding: chunked",
    "X: y\nTransfer-Encoding: chunked", "X: y\u{0}\r\n Transfer-Encoding: chunked",
    "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 4",
    "Content-Length: 5\r\ntransfer-encoding: Chunked",
  ]

  private static let lengths: [String] = [
    "", " ", "4;", "4.0", "4e0", "0x4", "+4", "-4", "4_0", "4 4", "4,4", "4, 5", "\u{B2}",
    "0\u{0B}",
    "\u{A0}4", "4\u{0}", "9223372036854775808", "18446744073709551616", "18446744073709551620",
  ]

  private static let lengthLines: [String] = [
    "Content-Length: 0\r\nContent-Length: 5", "Content-Length: \r\nContent-Length: 5",
    "Content-Length: 5\r\nContent-Length: 5", "Content-Length\u{85}: 5",
    "Content-Length 5", "Content-Length : 5", "Content\rLength: 5",
  ]

  private static let sizes: [String] = [
    "0x5", "1_0", "+5", "-5", " 5", "\t5", "5 ", "5g", "5,5", "", "g", "10000000000000000",
    "5these-bytes", "-0", "\u{B5}",
  ]

  private static let framings: [String] = [
    "5\rhello\r\n0\r\n\r\n", "5\r\r;ABC\r\nhello\r\n0\r\n\r\n",
    "5\r\nhelloX\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhello\r0\r\n\r\n",
    "5\r\nhelloXX0\r\n\r\n", "5;a\nb\r\nhello\r\n0\r\n\r\n", "0\r\nX:",
    "0\r\nX: ", "3\r\nfoo\r\n\r\n", "FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n",
  ]

  private static let heads: [String] = [
    "\tContent-Length: 1", " Content-Length: 1", "nocolon", ":", ": nameless", "X\u{0}: a",
    "X: a\u{0}b", "X: a\u{0}", "X: a\u{1}b", "X\u{E9}: a", "X[: a", "Te\nst: a", "X: a\r\n b",
    "Host: y", "X: a\r\n\rX: b",
  ]

  private static let requestLines: [String] = [
    "POST http://x/v1/verify HTTP/1.1", "POST x/v1/verify HTTP/1.1", "POST * HTTP/1.1",
    "PO\u{0}ST /v1/verify HTTP/1.1", "PO(ST /v1/verify HTTP/1.1", "POST  /v1/verify HTTP/1.1",
    "POST /v1/verify  HTTP/1.1", "POST /v1/verify HTTP/1.1 ", "POST /v1/verify\tHTTP/1.1",
    "POST /v1/verify\nHTTP/1.1", "POST /v1/verify HTTP/1.1x", "POST /v1/verify HTTP/01.1",
    "POST /v1/verify HTTP/1.10", "POST /v1/verify HTTP/4294967297.1", "POST /v1/verify ICE/1.1",
    "POST /v1/ver\u{0}ify HTTP/1.1", "POST /v1/verify\u{E9} HTTP/1.1", "CONNECT x:80 HTTP/1.1",
    "POST /v1/verify HTTP/2.0", "POST /v1/verify", "POST", "\u{0} / HTTP/1.1",
  ]

  private static let starts: [String] = [
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "POST /v1/verify HTTP/1.1\nHost: x\n\n",
    "POST /v1/verify HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ]

  /// These are in order; what they carry is their body all the same.
  static let inOrder: [Carrier] = [
    inside("POST /v1/verify HTTP/1.1"), inside("GET /healthz HTTP/1.1"),
    inside("HEAD /healthz HTTP/1.1"), inside("POST /healthz HTTP/1.1"),
    inside("POST /nothing HTTP/1.1"), inside("OPTIONS /v1/verify HTTP/1.1"),
    inside("POST /v1/verify HTTP/1.0"), inside("POST /v1/verify HTTP/1.1", padding: 70_000),
    inside("POST /v1/verify HTTP/1.1", padding: 2 << 20), insideAChunk,
    inside("POST /v1/verify HTTP/1.1", "Expect: 100-continue\r\n"),
    inside("POST /nothing HTTP/1.1", "Expect: 100-continue\r\n"),
    inside("GET /healthz HTTP/1.1", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"),
    inside("POST /v1/verify HTTP/1.1", "Content_Length: 0\r\nTransfer-Coding: chunked\r\n"),
  ]
}
