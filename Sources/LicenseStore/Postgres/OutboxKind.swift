/// What an outbox row says changed. The value is read when it is delivered.
enum OutboxKind: String {
  case license, binding
  /// Any app; the subject is the app's id, what is published is the revision of all.
  case apps
}
