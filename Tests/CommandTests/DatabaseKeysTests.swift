import LicenseStore
import TestFiles
import Testing

@testable import countersign

/// A home whose keys are not its database's makes no cluster.
struct DatabaseKeysTests {
  private let keys = KeyDirectory(path: "/k")

  private func lost(
    made: [String], fit: MasterKeyFit = MasterKeyFit(apps: 1), hasLiveTokens: Bool = true
  ) -> [String] {
    DatabaseKeys(keys: keys, made: made).lostFiles(fit: fit, hasLiveTokens: hasLiveTokens)
  }

  @Test func `keys that open nothing are not the database's`() {
    let foreign = MasterKeyFit(apps: 2, unopenableApps: 2)
    #expect(lost(made: [], fit: foreign) == ["/k/master.keys"])
    #expect(
      lost(made: [keys.tokenFile, keys.masterFile], fit: foreign)
        == ["/k/master.keys", "/k/token.keys"])
  }

  @Test func `a new token key is none where tokens live`() {
    #expect(lost(made: [keys.tokenFile]) == ["/k/token.keys"])
    #expect(lost(made: [keys.tokenFile], hasLiveTokens: false) == [])
    #expect(lost(made: []) == [])
  }

  @Test func `an empty database takes any keys, and single rows say nothing`() {
    let made = [keys.masterFile, keys.tokenFile]
    #expect(lost(made: made, fit: MasterKeyFit(), hasLiveTokens: false) == [])
    #expect(lost(made: [], fit: MasterKeyFit(apps: 2, unopenableApps: 1)) == [])
    let edited = MasterKeyFit(apps: 1, unopenableApps: 1, hasGenuineLicense: true)
    #expect(lost(made: [], fit: edited) == [])
  }
}
