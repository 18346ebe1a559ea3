import Instants
import LicenseStore
import Licensing

/// Reads anew what an outbox row names: a row never carries a value.
struct ChangeReader {
  let store: PostgresStore
  let time: any TimeSource

  /// What there is to tell of `records`.
  func read(_ records: [OutboxRecord]) throws(StoreError) -> [ReadChange] {
    // Before the reading: a value must not look newer than it is.
    let readAt = time.wall()
    let licenses = try read(licenses: records, readAt)
    let bindings = try read(bindings: records, readAt)
    return licenses + bindings + (try read(apps: records))
  }

  private func read(licenses records: [OutboxRecord], _ readAt: UnixMilliseconds)
    throws(StoreError) -> [ReadChange]
  {
    let ids = records.compactMap(\.licenseID)
    if ids.isEmpty { return [] }
    let found = try store.genuineLicenses(ids)
    let gone = try store.deletedLicenses(among: ids.filter { found[$0] == nil })
    return records.compactMap { record in
      guard let id = record.licenseID else { return nil }
      if let license = found[id] {
        return ReadChange(record: record, content: .tell(.license(license, readAt: readAt)))
      }
      return ReadChange(record: record, content: gone.contains(id) ? .nothing : .tampered)
    }
  }

  private func read(bindings records: [OutboxRecord], _ readAt: UnixMilliseconds)
    throws(StoreError) -> [ReadChange]
  {
    let ids = records.compactMap(\.bindingID)
    let found = try store.snapshots(of: ids)
    let lives = try store.tokenTTLSeconds(ofApps: Set(found.values.map(\.license.appID)))
    return records.compactMap { record in
      guard let id = record.bindingID else { return nil }
      guard let snapshot = found[id] else { return ReadChange(record: record, content: .nothing) }
      let change = CommittedChange.binding(
        snapshot.binding, snapshot.token,
        tokenTTLSeconds: lives[snapshot.license.appID] ?? AppSettings().tokenTTLSeconds,
        readAt: readAt)
      return ReadChange(record: record, content: .tell(change))
    }
  }

  private func read(apps records: [OutboxRecord]) throws(StoreError) -> [ReadChange] {
    let about = records.filter(\.isAboutApps)
    if about.isEmpty { return [] }
    let revision = try store.appsRevision()
    return about.map { ReadChange(record: $0, content: .tell(.apps(revision: revision))) }
  }
}

/// An outbox row, and what PostgreSQL says of its subject now.
struct ReadChange {
  enum Content {
    case tell(CommittedChange)
    /// The subject is gone, and nobody knew it.
    case nothing
    /// What a tampered row says is not stored; the row waits for a reseal.
    case tampered
  }

  var record: OutboxRecord
  var content: Content
}

extension OutboxRecord {
  fileprivate var licenseID: LicenseID? {
    if case .license(let id) = subject { id } else { nil }
  }

  fileprivate var bindingID: BindingID? {
    if case .binding(let id) = subject { id } else { nil }
  }

  fileprivate var isAboutApps: Bool {
    if case .apps = subject { true } else { false }
  }
}
