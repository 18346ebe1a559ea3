/// Why bytes are no answer that this reader takes (RFC 9112).
public enum AnswerFlaw: String, Error, Hashable, Sendable {
  case statusLine = "the first line is no HTTP/1.1 status line"
  case interim = "an interim answer, which nobody asked for"
  case lineEnd = "a line without carriage return and line feed"
  case fieldName = "a header line without a name"
  case contentLength = "a Content-Length that is missing, doubled or no number"
  case transferCoding = "a Transfer-Encoding"
  case headTooLong = "a longer head than allowed"
  case bodyTooLong = "a longer body than allowed"
  case bytesBehind = "bytes behind the answer"
}
