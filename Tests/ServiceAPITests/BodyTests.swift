import Instants
import Cryptography
import Encodings
import JSON
import Licensing
import MessageBus
import Problems
import TestWorkers
import Testing

@testable import ServiceAPI

/// The code of what a body is refused with and where its faults are; `nil`: it is read.
private func fault<Body>(_ text: String, _ read: (JSONObject) throws(Problem) -> Body) -> [String]?
{
  do throws(Problem) {
    let request = BusRequest.make("POST", "/", text)
    _ = try read(try RequestBody.object(of: request, isEmptyAllowed: true))
    return nil
  } catch {
    return ["\(error.status)"] + error.errors.map(\.pointer)
  }
}

@Suite struct `The octets of a body` {
  private func outcome(
    _ body: String, _ headers: [(String, String)] = [], isEmptyAllowed: Bool = false
  ) -> String {
    do throws(Problem) {
      let request = BusRequest.make("POST", "/", body, headers: headers)
      let object = try RequestBody.object(of: request, isEmptyAllowed: isEmptyAllowed)
      return "\(object.members.count)"
    } catch {
      return error.code.rawValue
    }
  }

  @Test(arguments: [
    "application/json", "Application/JSON", "application/json; charset=utf-8",
    " application/json ", "application/json\t;x",
  ])
  func `JSON is taken, its parameters are not looked at`(type: String) {
    #expect(outcome(#"{"a":1}"#, [("content-type", type)]) == "1")
  }

  @Test(arguments: [
    "text/plain", "", "application/json2", "application/ json", "appli cation/json",
    "application/problem+json",
  ])
  func `another type is 415, even of an empty body`(type: String) {
    #expect(outcome("{}", [("content-type", type)]) == "MEDIA_TYPE_UNSUPPORTED")
    let empty = outcome("", [("content-type", type)], isEmptyAllowed: true)
    #expect(empty == "MEDIA_TYPE_UNSUPPORTED")
  }

  @Test func `two types, or a coding, are 415`() {
    let json = ("content-type", "application/json")
    #expect(outcome("{}", [json, json]) == "MEDIA_TYPE_UNSUPPORTED")
    #expect(outcome("{}", [("content-encoding", "identity")]) == "MEDIA_TYPE_UNSUPPORTED")
  }

  @Test func `an empty body is an empty object only where no field is needed`() {
    #expect(outcome("", isEmptyAllowed: true) == "0")
    #expect(outcome("") == "REQUEST_MALFORMED")
    #expect(outcome(" ", isEmptyAllowed: true) == "REQUEST_MALFORMED")
  }

  @Test(arguments: ["[]", "null", "1", "\"x\"", "{", "{}x", #"{"a":"\ud800"}"#, #"{"a":1e999}"#])
  func `what is no object is 400`(body: String) {
    #expect(outcome(body) == "REQUEST_MALFORMED")
  }
}

@Suite struct `A device as a request names it` {
  private func device(_ json: String) -> DeviceInput? {
    try? VerifyBody.read(
      RequestBody.object(
        of: .make("POST", "/", #"{"device":\#(json)}"#), isEmptyAllowed: true)
    ).device
  }

  private func faults(_ json: String) -> [String]? {
    fault(#"{"device":\#(json)}"#) { (body) throws(Problem) in try VerifyBody.read(body) }
  }

  @Test func `an id is taken as it is, by its scalars`() {
    #expect(device(#"{"id":"12345678"}"#)?.candidates.map(\.text) == ["12345678"])
    #expect(device(#"{"id":" É345678"}"#)?.id.text == " É345678")
    let longest = String(repeating: "é", count: 128)
    #expect(device(#"{"id":"\#(longest)"}"#)?.id.text == longest)
    #expect(device(#"{"id":"12345678"}"#)?.fingerprintVersion == nil)
  }

  @Test(arguments: [
    #"{"id":"1234567"}"#, #"{"id":7}"#, #"{"id":null}"#,
    "{\"id\":\"\(String(repeating: "x", count: 129))\"}",
  ])
  func `an id of another length or type is 400`(json: String) {
    #expect(faults(json) == ["400", "/device/id"])
  }

  @Test(arguments: [
    "{}", #"{"id":"12345678","components":{}}"#, #"{"id":"12345678","components":null}"#,
  ])
  func `there is exactly one of id and components`(json: String) {
    #expect(faults(json) == ["400", "/device"])
  }

  @Test func `a device of another type is 400`() {
    #expect(faults(#""12345678""#) == ["400", "/device"])
    #expect(faults("[]") == ["400", "/device"])
  }

  /// The expected text is spelled out here, by the words of the documentation.
  @Test func `components make ids of this major version and of three before it`() throws {
    let input = try #require(
      device(#"{"components":{"idfv":" A \t B ","model":"iPhone16,2","system_version":"17.3.1"}}"#))
    let texts = ["17", "16", "15", "14"].map { "a b|iphone16,2|\($0)" }
    let ids = texts.map { Hex.encode(SHA256.hash(Array($0.utf8))) }
    #expect(input.candidates.map(\.text) == ids)
    #expect(input.fingerprintVersion == DeviceInput.formulaVersion)
  }

  @Test func `each component that is missing or faulty is named`() {
    #expect(
      faults(#"{"components":{"idfv":1,"model":null}}"#) == [
        "400", "/device/components/idfv", "/device/components/model",
        "/device/components/system_version",
      ])
    #expect(
      faults(#"{"components":{"idfv":"a|b","model":"m","system_version":"1"}}"#) == [
        "400", "/device/components/idfv",
      ])
    #expect(
      faults(#"{"components":{"idfv":"a","model":" ","system_version":"1"}}"#) == [
        "400", "/device/components/model",
      ])
    #expect(faults(#"{"components":[]}"#) == ["400", "/device/components"])
  }
}

@Suite struct `The bodies of apps' calls` {
  private func read(_ text: String) throws -> AppCallBody {
    try AppCallBody.read(
      RequestBody.object(of: .make("POST", "/", text), isEmptyAllowed: false))
  }

  private func faults(_ text: String) -> [String]? {
    fault(text) { (body) throws(Problem) in try AppCallBody.read(body) }
  }

  @Test func `a code is read in any spelling, and what can be none is no fault`() throws {
    let device = #""device":{"id":"12345678"}"#
    let body = try read(#"{"code":" a8f3-k2q7 xp5n\u20139wce",\#(device),"more":1}"#)
    #expect(body.code?.canonical == "A8F3K2Q7XP5N9WCE")
    #expect(body.description == DeviceDescription())
    #expect(try read(#"{"code":"no code","device":{"id":"12345678"}}"#).code == nil)
  }

  @Test func `what a device says of itself may be left out, each part too`() throws {
    let body = try read(
      #"{"code":"x","device":{"id":"12345678"},"device_info":{"name":"n","is_simulator":true,"#
        + #""model":null}}"#)
    #expect(body.description == DeviceDescription(name: "n", isSimulator: true))
  }

  @Test func `all faults are named at once`() {
    #expect(faults("{}") == ["400", "/code", "/device"])
    #expect(faults(#"{"code":null,"device":null}"#) == ["400", "/code", "/device"])
    #expect(
      faults(#"{"code":1,"device":{},"device_info":{"name":1,"is_jailbroken":"no"}}"#) == [
        "400", "/code", "/device", "/device_info/name", "/device_info/is_jailbroken",
      ])
  }

  @Test func `verify needs no field, and takes null for a device that is left out`() throws {
    #expect(try VerifyBody.read([:]).device == nil)
    #expect(try VerifyBody.read(["device": .null]).device == nil)
  }

  @Test func `introspect takes any text for a token`() throws {
    #expect(try IntrospectBody.read(["access_token": .string("any")]).accessToken == "any")
    for body in ["{}", #"{"access_token":1}"#, #"{"access_token":null}"#] {
      let found = fault(body) { (body) throws(Problem) in try IntrospectBody.read(body) }
      #expect(found == ["400", "/access_token"])
    }
  }
}
