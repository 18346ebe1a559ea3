import Instants
import Licensing
import Redis

extension RedisStore {
  /// Writes values unless Redis has newer ones. `epoch` is the one that the caller knew before it
  /// read or committed them: what comes too late must not land under a newer one.
  public func publish(
    _ publications: [Publication], epoch: Int64
  ) throws(RedisStoreError) -> [PublishOutcome] {
    let (link, keys) = try requireReady()
    guard confirmed?.epoch == epoch else { return publications.map { _ in .epochPassed } }
    guard !publications.isEmpty else { return [] }
    pipeline.removeAll()
    for publication in publications { add(publication, link, keys) }
    let replies = try exchange(pipeline)
    guard !replies.contains(.integer(-1)) else { throw loseEpoch() }
    return replies.map { $0 == .integer(1) ? .written : .newerExists }
  }

  public func publish(
    _ publication: Publication, epoch: Int64
  ) throws(RedisStoreError) -> PublishOutcome {
    try publish([publication], epoch: epoch)[0]
  }

  private func add(_ publication: Publication, _ link: RedisLink, _ keys: RedisKeys) {
    switch publication {
    case .license(let license):
      addReplacement(
        Replacement(
          key: keys.license(license.id), value: license.bytes, pattern: StoredLicense.pattern,
          version: license.version, readAt: license.readAt.value,
          lifeMilliseconds: ValueLife.licenseMilliseconds), link, keys)
    case .binding(let binding, let tokenTTLSeconds):
      addReplacement(
        Replacement(
          key: keys.binding(binding.id), value: binding.bytes, pattern: StoredBinding.pattern,
          version: binding.version, readAt: binding.readAt.value,
          lifeMilliseconds: ValueLife.milliseconds(tokenTTLSeconds: tokenTTLSeconds)), link, keys)
    case .appsRevision(let revision):
      addReplacement(
        Replacement(
          key: keys.apps, value: AppsRevision(revision).bytes, pattern: AppsRevision.pattern,
          version: revision, readAt: 0, lifeMilliseconds: 0), link, keys)
    }
  }

  private struct Replacement {
    let key: [UInt8]
    let value: [UInt8]
    let pattern: StaticString
    let version: Int64
    let readAt: Int64
    /// 0 is for ever.
    let lifeMilliseconds: Int64
  }

  private func addReplacement(_ new: Replacement, _ link: RedisLink, _ keys: RedisKeys) {
    pipeline.command("EVALSHA", argumentCount: 10)
    pipeline.add(link.hash(of: .replaceOlder))
    pipeline.add(2)
    pipeline.add(new.key)
    pipeline.add(keys.run)
    pipeline.add(link.mark)
    pipeline.add(new.version)
    pipeline.add(new.readAt)
    pipeline.add(new.lifeMilliseconds)
    pipeline.add(new.pattern)
    pipeline.add(new.value)
  }
}
