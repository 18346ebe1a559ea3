import Instants

extension DirectPeers {
  mutating func accept(
    _ authorization: [UInt8], for id: PeerID, at now: MonotonicTime
  ) {
    guard let peer = peers[id] else { return }
    let number = keyNumbers[authorization] ?? newKey(authorization, at: now)
    guard peer.key != number else { return }
    keys[number]?.uses += 1
    peers[id]?.key = number
    if let old = peer.key { release(old) }
  }

  private mutating func newKey(_ authorization: [UInt8], at now: MonotonicTime) -> Int {
    lastNumber += 1
    keys[lastNumber] = DirectKey(
      authorization: authorization, nextCheck: now + DirectRules.keyCheckMilliseconds)
    keyNumbers[authorization] = lastNumber
    return lastNumber
  }

  mutating func release(_ key: Int) {
    keys[key]?.uses -= 1
    if keys[key]?.uses == 0 { remove(key) }
  }

  /// All who were accepted with the key have to show one anew.
  mutating func lose(_ key: Int) {
    guard keys[key] != nil else { return }
    for id in peers.keys where peers[id]?.key == key { peers[id]?.key = nil }
    remove(key)
  }

  private mutating func remove(_ key: Int) {
    if let authorization = keys.removeValue(forKey: key)?.authorization {
      keyNumbers[authorization] = nil
    }
  }

  mutating func checkKeys(at now: MonotonicTime, into actions: inout [Action]) {
    for (number, key) in keys where now >= key.nextCheck {
      keys[number]?.nextCheck = now + DirectRules.keyCheckMilliseconds
      guard !key.isBeingChecked else { continue }
      keys[number]?.isBeingChecked = true
      let origin = DirectOrigin(
        peer: PeerID(number: 0), client: 0, requestID: [], purpose: .keyCheck(key: number))
      actions.append(.check(origin, authorization: key.authorization))
    }
  }
}
