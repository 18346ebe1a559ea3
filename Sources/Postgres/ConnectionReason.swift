import CPostgres

/// Why a connection was not made, for a person: what libpq says, on one line, and where it was tried.
///
/// libpq does not print a password. But a URL whose password is not percent-encoded is cut at the
/// wrong places, and then a piece of the password stands where libpq looks for a host, a port or a
/// database: of such a URL nothing is repeated.
enum ConnectionReason {
  /// More than any of libpq's own sentences has; what a server says may be longer.
  static let limitScalars = 500

  static let unreadableURL =
    "the URL is none that libpq reads: postgresql://user@host:port/database, or name=value pairs; "
    + "/ ? # @ : and % in a password are percent-encoded"
  private static let ambiguousURL =
    "the parts of the URL cannot be told apart: percent-encode / ? # @ : and % in its password"

  /// - Parameters:
  ///   - message: of libpq or of this overlay.
  ///   - connection: one that was begun by `url`.
  static func text(_ message: String, of connection: OpaquePointer, url: String) -> String {
    guard isUnambiguous(url) else { return ambiguousURL }
    let place =
      "host \(text(PQhost(connection))), port \(text(PQport(connection))), "
      + "database \(text(PQdb(connection)))"
    return line("\(message) (\(place))", without: text(PQpass(connection)))
  }

  /// On one line, cut to the limit.
  static func line(_ message: String, without password: String) -> String {
    let open = password.isEmpty ? message : message.replacing(password, with: "…")
    let words = open.split { $0.isWhitespace || $0.isNewline }
    let scalars = words.joined(separator: " ").unicodeScalars
      .filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars.prefix(limitScalars)))
  }

  /// Whether no part of the URL can be a piece of a password: a host and a database without `@`,
  /// ports that are numbers. A host that begins with `@` is an abstract socket.
  static func isUnambiguous(_ url: String) -> Bool {
    guard let options = PQconninfoParse(url, nil) else { return false }
    defer { PQconninfoFree(options) }
    var option = options
    while option.pointee.keyword != nil {
      let value = text(option.pointee.val)
      switch text(option.pointee.keyword) {
      case "host", "dbname": if value.dropFirst().contains("@") { return false }
      case "port": if !value.allSatisfy({ $0.isNumber || $0 == "," }) { return false }
      default: break
      }
      option += 1
    }
    return true
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
