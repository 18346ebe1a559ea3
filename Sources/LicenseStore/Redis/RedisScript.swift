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
  /// Says 1: written; 0: as new or newer is there; -1: this Redis lacks the epoch's mark,
  /// or has something else in its place, of whatever type.
  private static let replaceOlderText: StaticString = """
    local value, run = KEYS[1], KEYS[2]
    local runID, version, readAt, life, pattern, new = unpack(ARGV)
    if redis.pcall('GET', run) ~= runID then return -1 end
    local held = redis.pcall('GET', value)
    if type(held) == 'string' then
      local heldVersion, heldReadAt = string.match(held, pattern)
      if heldVersion and #heldVersion <= 15 and #heldReadAt <= 15 then
        local older = tonumber(heldVersion) - tonumber(version)
        if older == 0 then older = tonumber(heldReadAt) - tonumber(readAt) end
        if older >= 0 then return 0 end
      end
    end
    if life == '0' then redis.call('SET', value, new)
    else redis.call('SET', value, new, 'PX', life) end
    return 1
    """

  /// Counts one call as `Gcra.step` does, in microseconds of the server's own clock. The window's
  /// number and its life are set together at every call, so that neither can be missing for long.
  /// Says where the window stood before, and the time in milliseconds.
  private static let countRateText: StaticString = """
    local limit, seconds, counts = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
    local time = redis.call('TIME')
    local milliseconds = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
    local now = milliseconds * 1000
    local length = seconds * 1000000
    local interval = math.max(1, math.floor(length / limit))
    local held = redis.pcall('GET', KEYS[1])
    local stored = type(held) == 'string' and string.match(held, '^%d+$') and tonumber(held)
    local stood = math.min(math.max(stored or now, now), now + length)
    local new = stood + interval
    if new > now + length then new = stood end
    if counts then
      local life = math.max(1, math.ceil((new - now) / 1000))
      redis.call('SET', KEYS[1], string.format('%.0f', new), 'PX', life)
    end
    return {stood, milliseconds}
    """
}
