import Testing

/// What a search with libFuzzer starts from, and every input that one has found: `scripts/fuzz`.
@Suite struct SeedTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `each seed has the properties of its target`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    #expect(!target.seeds.isEmpty)
    for seed in target.seeds {
      #expect(throws: Never.self) { try target.check(seed) }
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `cut and bent seeds have them, too`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for seed in target.seeds where seed.count <= 1024 {
      for index in seed.indices {
        #expect(throws: Never.self) { try target.check(Array(seed[..<index])) }
        for mask: UInt8 in [0x01, 0x20, 0x80] {
          var bent = seed
          bent[index] ^= mask
          #expect(throws: Never.self) { try target.check(bent) }
        }
      }
    }
  }

  @Test func `a property that does not hold is told`() {
    #expect(throws: BrokenProperty.self) { try hold(false, "never") }
    #expect(throws: Never.self) { try hold(true, "always") }
  }
}
