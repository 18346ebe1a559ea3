import TestFiles
import Testing

@testable import countersign

struct HomeCheckTests {
  @Test func `of a home that is down that is said first`() throws {
    var facts = HealthyFacts.all
    facts.home = HomeFacts(path: "/h", isRunning: false, disks: [])
    let first = try #require(Diagnosis(facts).findings.first)
    #expect(first.line.contains("no cluster runs in /h: countersign up") && first.grade == .fault)
    facts.home = nil
    #expect(Diagnosis(facts).findings.first?.check == "configuration")
  }

  @Test(
    arguments: [
      (64, 1024, .warning), (63, 1024, .fault), (512, 1024, .ok), (511, 1024, .warning),
      (5000, 100_000, .ok), (4999, 100_000, .warning),
    ] as [(Int64, Int64, Finding.Grade)])
  func `little room on a disk is a warning, next to none a fault`(
    freeMiB: Int64, totalMiB: Int64, grade: Finding.Grade
  ) {
    let disk = HomeFacts.Disk(
      path: "/h", freeBytes: freeMiB << 20, totalBytes: totalMiB << 20)
    let findings = HomeCheck.disks(HomeFacts(path: "/h", isRunning: true, disks: [disk]))
    #expect(findings.map(\.check) == ["host.disk"] && findings.map(\.grade) == [grade])
  }

  @Test func `a home's disk is looked at, and whether its lock is held`() throws {
    let directory = TemporaryFolder()
    let facts = HomeLook(home: ClusterHome(path: directory.path)).facts()
    #expect(!facts.isRunning && facts.path == directory.path)
    let disk = try #require(facts.disks.first)
    #expect(facts.disks.count == 1 && disk.freeBytes <= disk.totalBytes && disk.totalBytes > 0)
  }
}
