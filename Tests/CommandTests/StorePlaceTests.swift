import TestFiles
import Testing

@testable import countersign

struct StorePlaceTests {
  @Test func `every socket's path has 107 bytes at most`() {
    let longest = String(repeating: "x", count: 83)
    #expect(StorePlace.fits("/" + longest))
    #expect(!StorePlace.fits("/" + longest + "x"))
    #expect(("/" + longest + "/postgres/.s.PGSQL.5432").utf8.count == 107)
  }

  @Test func `URLs name sockets, the service's role and its database`() {
    let place = StorePlace(path: "/home/a b/.run")
    #expect(
      place.databaseURL == "postgresql://countersign@/countersign?host=/home/a%20b/.run/postgres")
    #expect(place.redisURL == "unix:///home/a b/.run/redis/s")
  }

  @Test func `a home's place is the one that it names`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path)
    #expect(StorePlace.known(to: home) == StorePlace(path: directory.path))
    try Files.write("/var/tmp/elsewhere\n", to: home.storePlaceFile)
    #expect(StorePlace.known(to: home) == StorePlace(path: "/var/tmp/elsewhere"))
  }
}
