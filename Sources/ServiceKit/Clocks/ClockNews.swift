/// What changed in the standing of this process' clock.
enum ClockNews: Hashable, Sendable {
  case distance(StoreClock, ClockDecision.Distance, offsetMilliseconds: Int64)
  case unfit
  case fit
}
