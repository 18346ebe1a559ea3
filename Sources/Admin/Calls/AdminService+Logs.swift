import LicenseStore
import Problems

extension AdminService {
  func listLogs(_ call: AdminCall) throws(Problem) -> Answer {
    let query = try LogListQuery.read(call.target, boundTo: call.key.appID)
    let page = try stored { () throws(StoreError) in
      try store.logPage(query.filter, after: query.position, limit: query.limit)
    }
    return Answer.list(page, cursor: query.cursor) { LogView(entry: $0).write(to: &$1) }
  }
}
