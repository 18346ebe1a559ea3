import Instants
import JSON
import LicenseStore
import Licensing
import Problems
import ServiceAPI

extension AdminService {
  func createApp(_ call: AdminCall) throws(Problem) -> Answer {
    let body = try call.body()
    let context = try call.context()
    let app = try AppDraft.read(body).app(AppID.random(), at: call.now)
    let committed = try commitApp { () throws(StoreError) in try store.createApp(app, context) }
    return try showNewApp(committed)
  }

  func listApps(_ call: AdminCall) throws(Problem) -> Answer {
    let query = try PageQuery.read(call.target, scope: "apps \(call.key.appID?.description ?? "")")
    let page = try stored { () throws(StoreError) in
      try store.appPage(boundTo: call.key.appID, after: query.position, limit: query.limit)
    }
    return Answer.list(page, cursor: query.cursor) { AppView(app: $0).write(to: &$1) }
  }

  func readApp(_ call: AdminCall) throws(Problem) -> Answer {
    let id = try call.appID()
    let record = try appRecord(id)
    return Answer.json(200) { AppView(app: record.app).write(to: &$0) }
  }

  func updateApp(_ call: AdminCall) throws(Problem) -> Answer {
    let body = try call.body()
    let context = try call.context()
    let patch = try AppPatch.read(body)
    let id = try call.appID()
    _ = try commitApp { () throws(StoreError) in
      try store.changeApp(id, context, detail: body.fieldNames) { patch.applied(to: $0) }
    }
    let record = try appRecord(id)
    return Answer.json(200) { AppView(app: record.app).write(to: &$0) }
  }

  func rotateKey(_ call: AdminCall) throws(Problem) -> Answer {
    let body = try call.body()
    let context = try call.context()
    let rotation = try KeyRotation.read(body)
    let id = try call.appID()
    let oldEndsAt = call.now + Int64(rotation.overlapSeconds)
    let committed = try commitApp { () throws(StoreError) in
      try store.rotateKey(of: id, oldEndsAt: oldEndsAt, context)
    }
    return try showRotation(of: id, isSecretDue: committed.isSecretDue)
  }

  private func commitApp(
    _ write: () throws(StoreError) -> WriteOutcome<App>
  ) throws(Problem) -> Committed<App> {
    let committed = try commit(ids: { [Int64(bitPattern: $0.id.rawValue)] }, write)
    if committed.isChange { tell(.apps) }
    return committed
  }

  private func showNewApp(_ committed: Committed<App>) throws(Problem) -> Answer {
    guard let bits = committed.ids.first else { throw .notFound }
    let record = try appRecord(AppID(rawValue: UInt64(bitPattern: bits)))
    let key = committed.isSecretDue ? record.currentKeyText : nil
    return Answer.json(201) { writer in
      AppView(app: record.app, clientKey: key.map { .shown($0) } ?? .shownBefore)
        .write(to: &writer)
    }
  }

  private func showRotation(of id: AppID, isSecretDue: Bool) throws(Problem) -> Answer {
    let record = try appRecord(id)
    return Answer.json(200) { writer in
      writer.beginObject()
      writer.member("client_key", isSecretDue ? record.currentKeyText : nil)
      writer.member("old_key_until", record.clientKeys.compactMap(\.endsAt).first)
      writer.endObject()
    }
  }

  private func appRecord(_ id: AppID) throws(Problem) -> AppRecord {
    guard let record = try stored({ () throws(StoreError) in try store.appRecord(id) }) else {
      throw .notFound
    }
    return record
  }
}

extension AppDraft {
  func app(_ id: AppID, at now: Timestamp) -> App {
    App(
      id: id, name: name, bundleID: bundleID, settings: settings, features: features, version: 1,
      createdAt: now)
  }
}

extension AppRecord {
  /// The key that new clients get.
  fileprivate var currentKeyText: String? {
    let current = clientKeys.first { $0.endsAt == nil }
    return current.map { String(decoding: $0.secret.bytes, as: UTF8.self) }
  }
}

extension JSONObject {
  /// For the log: which fields were sent, not what was in them.
  var fieldNames: JSONObject { ["fields": .array(members.map { .string($0.name) })] }
}
