import HTTPServer
import Instants
import JSON
import Licensing
import MessageBus
import Problems
import ServiceKit

/// What the gateway answers by itself.
final class LocalPages {
  private let bus: any RequestBus
  private let time: any TimeSource
  private let keySet: KeySetFile?
  private let metricsPage: () -> String
  private let version: [UInt8]

  /// - Parameter metricsPage: the page for Prometheus; only the operators' address has a route to it.
  init(
    bus: any RequestBus, time: any TimeSource, keySet: KeySetFile?, version: String, commit: String,
    metricsPage: @escaping () -> String
  ) {
    self.bus = bus
    self.time = time
    self.keySet = keySet
    self.metricsPage = metricsPage
    self.version = Self.versionPage(version, commit)
  }

  func answer(
    _ destination: Route.Destination, _ request: HTTPRequest, _ id: RequestID
  ) -> HTTPResponse {
    switch destination {
    case .alive: Self.aliveAnswer
    case .ready: readiness
    case .keySet: keySetAnswer(request, id)
    case .openAPI: Self.openAPIAnswer
    case .metrics: metricsAnswer
    case .version: Self.json(200, version)
    case .service: HTTPResponse(Problem(.notFound), id)
    }
  }

  private static let aliveAnswer = json(200, Array("{\"alive\":true}".utf8))
  private static let readyAnswer = json(200, Array("{\"ready\":true}".utf8))

  private static let openAPIAnswer = HTTPResponse(
    status: 200, headers: [.init("Content-Type", "application/yaml")],
    body: PackageResources.openapi_yaml)

  private var readiness: HTTPResponse {
    let missing = ServiceName.allCases.filter { bus.ableWorkers($0.rawValue) == 0 }
    return missing.isEmpty ? Self.readyAnswer : Self.json(503, Self.missingPage(missing))
  }

  private var metricsAnswer: HTTPResponse {
    HTTPResponse(
      status: 200, headers: [.init("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
      body: Array(metricsPage().utf8))
  }

  private func keySetAnswer(_ request: HTTPRequest, _ id: RequestID) -> HTTPResponse {
    guard let keySet else { return HTTPResponse(Problem(.notFound), id) }
    keySet.refresh(at: time.monotonic())
    guard let contents = keySet.contents else {
      var problem = Problem(.serviceUnavailable)
      problem.retryAfterSeconds = 1
      return HTTPResponse(problem, id)
    }
    let validators = [
      HTTPResponse.Header("ETag", keySet.entityTag),
      HTTPResponse.Header("Cache-Control", "public, max-age=300"),
    ]
    if EntityTag.matches(request.values(of: "if-none-match"), keySet.entityTag) {
      return HTTPResponse(status: 304, headers: validators)
    }
    return HTTPResponse(status: 200, headers: [Self.jsonType] + validators, body: contents)
  }

  private static let jsonType = HTTPResponse.Header("Content-Type", "application/json")

  private static func json(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [jsonType, .init("Cache-Control", "no-store")], body: body)
  }

  private static func missingPage(_ missing: [ServiceName]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("ready")
    writer.bool(false)
    writer.name("missing")
    writer.beginArray()
    for service in missing { writer.string(service.rawValue) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  private static func versionPage(_ version: String, _ commit: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("version")
    writer.string(version)
    writer.name("commit")
    writer.string(commit)
    writer.endObject()
    return writer.bytes
  }
}
