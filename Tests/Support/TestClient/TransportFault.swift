/// Why a connection gave no answer.
public enum TransportFault: Error, Equatable {
  case cannotConnect(errno: Int32)
  case timedOut
  case closedBeforeAnswer
  case broken(errno: Int32)
  case answerIsNoHTTP(String)
}
