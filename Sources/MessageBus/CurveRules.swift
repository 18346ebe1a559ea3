/// The numbers of CURVE: who may come in, and how often that is looked at.
enum CurveRules {
  /// The list of allowed keys, some thousands of lines.
  static let listBytes = 1 << 20
  static let nameBytes = 64
  static let serviceNameBytes = 32
  static let inFlightLimit = 65_536
  /// How often the list is read anew.
  static let listMilliseconds: Int64 = 1000
  /// Keys that are named in the log when they are refused, each once for each state of the list;
  /// further ones are only counted.
  static let namedStrangers = 64
  /// Connections of one key to one lane of a gateway: as many as a worker may have lanes.
  static let workersOfOneKey = 64
  /// A subscriber that heard nothing for so long connects anew: whoever was refused once does not
  /// try again by itself, and may be on the list by now.
  static let subscriberSilenceMilliseconds: Int64 = 30_000
  /// How often a publisher tries to bind where its former socket may listen yet.
  static let bindMilliseconds: Int64 = 50
  /// A socket file that is still there after so long is nobody's.
  static let staleFileMilliseconds: Int64 = 2000
}
