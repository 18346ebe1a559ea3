/// What a write of an app made, as its row in `requests` says it. The ids are bindings'.
enum MadeKind: String {
  case binding, token
  /// A binding that its device gave back.
  case unbinding
}
