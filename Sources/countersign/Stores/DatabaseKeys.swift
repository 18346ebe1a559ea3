import Glibc
import LicenseStore
import Postgres
import ServiceKit

/// Whether a home's key files belong to its database. With others the cluster would be ready, and
/// every app refused.
struct DatabaseKeys {
  let keys: KeyDirectory
  /// Files that this start made, for they were not there.
  let made: [String]

  /// Takes back what was made where the database rests on what was there before.
  func check(_ connection: PostgresConnection) throws {
    let text = try SecretFile(path: keys.masterFile).readText().value
    let fit = try MasterKeyFit.read(connection, keys: try MasterKeys(fileText: text))
    let lost = lostFiles(fit: fit, hasLiveTokens: try KeyUse(connection).hasLiveTokens())
    guard !lost.isEmpty else { return }
    for file in made where [keys.masterFile, keys.tokenFile].contains(file) { unlink(file) }
    let names = lost.joined(separator: " and ")
    throw CommandFault(
      "the keys here are not those of this database: restore \(names) from your backup, or name the "
        + "database that belongs to this home. Where they are lost for good, give "
        + ClusterOptions.lostKeysSwitch)
  }

  /// Whether a token key is the right one shows nowhere in the database; that there was none does.
  func lostFiles(fit: MasterKeyFit, hasLiveTokens: Bool) -> [String] {
    let isTokenLost = made.contains(keys.tokenFile) && hasLiveTokens
    return (fit.isForeign ? [keys.masterFile] : []) + (isTokenLost ? [keys.tokenFile] : [])
  }
}
