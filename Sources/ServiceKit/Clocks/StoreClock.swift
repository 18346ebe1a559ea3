/// Whose clock this process' clock is held against.
public enum StoreClock: String, CaseIterable, Sendable {
  case postgres
  case redis
}
