import Testing

@testable import countersign

struct HTTPAnswerTests {
  @Test func `status, fields and body are read`() throws {
    let text = "HTTP/1.1 409 Conflict\r\nContent-Length: 2\r\nX-A:  b:c\r\n\r\n{}"
    let answer = try #require(HTTPAnswer(Array(text.utf8)))
    #expect(answer.status == 409 && answer.body == Array("{}".utf8))
    #expect(answer.fields.map(\.name) == ["content-length", "x-a"])
    #expect(answer.fields.last?.value == "b:c")
  }

  @Test(arguments: [
    "", "HTTP/1.1 200", "SMTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
  ])
  func `what is no whole answer is none`(text: String) {
    #expect(HTTPAnswer(Array(text.utf8)) == nil)
  }

  @Test func `a request is written with its length and closes its connection`() {
    let request = HTTPRequest(
      method: "POST", target: "/x?y", fields: [("A", "b")], body: Array("{}".utf8))
    #expect(
      String(decoding: request.bytes(host: "127.0.0.1:1"), as: UTF8.self)
        == "POST /x?y HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\nA: b\r\n"
        + "Content-Length: 2\r\n\r\n{}")
  }
}
