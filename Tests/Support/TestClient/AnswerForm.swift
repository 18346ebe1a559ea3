/// What api.md says of the form of every answer, as lists of what is wrong: empty is right.
extension HTTPAnswer {
  /// Faults of an answer that should be this problem. `extra` are members beyond the six.
  public func faults(
    asProblem code: String, _ status: Int, extra: Set<String> = []
  ) -> [String] {
    var faults: [String] = []
    func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
      if !holds { faults.append(fault()) }
    }
    let lowerKebab = code.lowercased().replacing("_", with: "-")
    check(self.status == status, "status \(self.status): \(text)")
    check(json["code"] == .text(code), "code \(json["code"].compact)")
    check(json["status"] == Json(Int64(status)), "status member \(json["status"].compact)")
    check(
      json["type"] == .text("https://countersign.dev/errors/\(lowerKebab)"),
      "type \(json["type"].compact)")
    check(json["title"].string?.isEmpty == false, "title \(json["title"].compact)")
    check(json["detail"].string != nil, "detail \(json["detail"].compact)")
    check(json["request_id"].string == requestID, "request_id \(json["request_id"].compact)")
    check(mediaType == "application/problem+json", "media type \(mediaType)")
    let known: Set = ["type", "title", "status", "code", "detail", "request_id"]
    let expected = known.union(extra)
    let found = Set(json.names)
    check(found.count == json.names.count, "doubled members \(json.names)")
    check(expected.isSubset(of: found), "missing \(expected.subtracting(found))")
    let allowed = expected.union(["errors", "retry_after"])
    check(found.isSubset(of: allowed), "unexpected \(found.subtracting(allowed))")
    return faults + formFaults + waitFaults
  }

  /// Faults that any answer may have.
  public var formFaults: [String] {
    var faults: [String] = []
    if requestID?.hasPrefix("req_") != true {
      faults.append("Countersign-Request-Id \(requestID ?? "absent")")
    }
    if headers.values("Countersign-Request-Id").count != 1 { faults.append("request ids") }
    if headers["Date"] == nil { faults.append("no Date") }
    return faults
  }

  /// `Retry-After` is whole seconds from 1 and says what `retry_after` says.
  private var waitFaults: [String] {
    let member = json["retry_after"]
    guard let header = headers["Retry-After"] else {
      return member == .absent ? [] : ["retry_after without Retry-After"]
    }
    guard let seconds = Int64(header), seconds >= 1 else { return ["Retry-After \(header)"] }
    return member == .absent || member == Json(seconds) ? [] : ["retry_after \(member.compact)"]
  }

  public var mediaType: String {
    let value = headers["Content-Type"]?.split(separator: ";").first ?? ""
    return value.lowercased()
  }
}
