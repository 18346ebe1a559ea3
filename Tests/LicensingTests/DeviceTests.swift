import Licensing
import Testing

@Suite struct DeviceTests {
  @Test(arguments: [(7, false), (8, true), (128, true), (129, false), (0, false)])
  func `a device id has 8 to 128 scalars`(_ length: Int, _ isTaken: Bool) {
    #expect((DeviceID(checking: String(repeating: "ü", count: length)) != nil) == isTaken)
  }

  @Test func `device ids that only look alike are two`() {
    let composed = DeviceID(text: "caf\u{E9}-mac")
    let decomposed = DeviceID(text: "cafe\u{301}-mac")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }

  // ACT-03
  @Test func `an id from components is tried with the three majors before it`() throws {
    let components = try DeviceComponents(
      idfv: " E621E1F8-C36C\t", model: "iPhone16,2", systemVersion: "17.3.1")
    #expect(
      components.canonicalTexts == [
        "e621e1f8-c36c|iphone16,2|17", "e621e1f8-c36c|iphone16,2|16",
        "e621e1f8-c36c|iphone16,2|15", "e621e1f8-c36c|iphone16,2|14",
      ])
  }

  @Test(arguments: [
    ("17", ["17", "16", "15", "14"]), ("2.0", ["2", "1", "0"]), ("0.9", ["0"]),
    ("Sonoma 14.1", ["sonoma 14"]), ("17beta.1", ["17beta"]),
    ("99999999999999999999.1", ["99999999999999999999"]), ("-3.1", ["-3"]),
  ])
  func `only a number has majors before it`(_ version: String, _ majors: [String]) throws {
    let components = try DeviceComponents(idfv: "i", model: "m", systemVersion: version)
    #expect(components.canonicalTexts == majors.map { "i|m|\($0)" })
  }

  @Test func `white space is trimmed and folded, letters are lower-cased`() throws {
    let components = try DeviceComponents(
      idfv: "\u{A0} A \n\t B\u{3000}", model: "ÄÖ  X", systemVersion: " 9 ")
    #expect(components.canonicalTexts.first == "a b|äö x|9")
  }

  // G3 of the threat list: no two triples collide
  @Test(
    arguments: [
      ("a|b", "m", "1", .separator(.idfv)), ("i", "m|", "1", .separator(.model)),
      ("i", "m", "1|2", .separator(.systemVersion)), ("", "m", "1", .length(.idfv)),
      ("i", String(repeating: "x", count: 129), "1", .length(.model)),
      ("i", "m", "", .length(.systemVersion)),
      ("  ", "m", "1", .blank(.idfv)), ("i", "\u{3000}", "1", .blank(.model)),
      ("i", "m", ".1", .blank(.systemVersion)),
    ] as [(String, String, String, DeviceComponents.Fault)])
  func `components that could collide are refused`(
    _ idfv: String, _ model: String, _ version: String, _ fault: DeviceComponents.Fault
  ) {
    #expect(throws: fault) {
      try DeviceComponents(idfv: idfv, model: model, systemVersion: version)
    }
  }

  @Test func `a component of 128 scalars is taken`() throws {
    let long = String(repeating: "x", count: 128)
    _ = try DeviceComponents(idfv: long, model: long, systemVersion: long)
  }
}
