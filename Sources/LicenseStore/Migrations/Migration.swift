/// One numbered step of the schema. A step that was released is never edited.
public struct Migration: Sendable {
  public let version: Int
  public let name: String
  let sql: String

  /// In order, without gaps.
  public static let all: [Migration] = [v001Tables, v002SealedRows, v003RekeyedBindings]

  /// What this code needs at least. A newer schema serves old code as well: columns are added
  /// first and removed a release later.
  public static var requiredVersion: Int { all.last?.version ?? 0 }
}
