import LicenseStore
import Licensing
import Problems

extension AdminService {
  func listDevices(_ call: AdminCall) throws(Problem) -> Answer {
    let query = try PageQuery.read(call.target, scope: "devices \(call.parameters[0])")
    let id = try call.licenseID()
    _ = try licenseRecord(id, call)
    let page = try stored { () throws(StoreError) in
      try store.devicePage(id, after: query.position, limit: query.limit)
    }
    return Answer.list(page, cursor: query.cursor) { DeviceView(binding: $0).write(to: &$1) }
  }

  func unbindDevice(_ call: AdminCall) throws(Problem) -> Answer {
    try unbind(DeviceID(text: call.parameters[1]), call)
  }

  func unbindAllDevices(_ call: AdminCall) throws(Problem) -> Answer {
    try unbind(nil, call)
  }

  private func unbind(_ device: DeviceID?, _ call: AdminCall) throws(Problem) -> Answer {
    let context = try call.context()
    let id = try call.licenseID()
    let committed = try commit(ids: \.record.ids) { () throws(StoreError) in
      try store.unbind(device, of: id, context)
    }
    if committed.isChange { tell(.license(id)) }
    return try show(id, committed.value?.record, call)
  }
}
