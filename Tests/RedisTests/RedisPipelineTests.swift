import Testing

@testable import Redis

@Suite struct RedisPipelineTests {
  @Test func `Each argument stands behind its length`() {
    var pipeline = RedisPipeline()
    pipeline.command("SET", argumentCount: 3)
    pipeline.add("a\r\nb")
    pipeline.add([0x25, 0x73], [0x00])
    pipeline.add(-120)
    #expect(
      String(decoding: pipeline.wire, as: UTF8.self)
        == "*4\r\n$3\r\nSET\r\n$4\r\na\r\nb\r\n$3\r\n%s\0\r\n$4\r\n-120\r\n")
    #expect(pipeline.commandCount == 1)
  }

  @Test func `An emptied pipeline begins anew`() {
    var pipeline = RedisPipeline()
    pipeline.command("PING", argumentCount: 0)
    pipeline.removeAll()
    #expect(pipeline.isEmpty)
    #expect(pipeline.wire.isEmpty)
    pipeline.command("GET", "é")
    #expect(String(decoding: pipeline.wire, as: UTF8.self) == "*2\r\n$3\r\nGET\r\n$2\r\né\r\n")
  }
}
