import Redis

/// A script that Redis runs in one step. Sent by its hash; loaded with each new connection and again
/// where Redis has forgotten it.
enum RedisScript: Int, CaseIterable {
  case replaceOlder
  case countRate

  var text: StaticString {
    switch self {
    case .replaceOlder: Self.replaceOlderText
    case .countRate: Self.countRateText
    }
  }

  /// Replaces a value of a lower version, of the same version read earlier, or of no readable form.
  /// Says 1: written; 0: as new or newer is there; -1: this Redis lacks the epoch's mark.
  private static let replaceOlderText: StaticString = """
    local value, run = KEYS[1], KEYS[2]
    local runID, version, readAt, life, pattern, new = unpack(ARGV)
    if redis.call('GET', run) ~= runID then return -1 end
    local held = redis.pcall('GET', value)
    if type(held) == 'string' then
      local heldVersion, heldReadAt = string.match(held, pattern)
      if heldVersion and #heldVersion <= 15 and #heldReadAt <= 15 then
        local older = tonumber(heldVersion) - tonumber(version)
        if older == 0 then older = tonumber(heldReadAt) - tonumber(readAt) end
        if older > 0 or (older == 0 and held == new) then return 0 end
      end
    end
    if life == '0' then redis.call('SET', value, new)
    else redis.call('SET', value, new, 'PX', life) end
    return 1
    """

  private static let countRateText: StaticString = """
    return 0
    """
}
