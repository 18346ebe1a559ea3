import Testing

@testable import Instants

@Suite struct CivilDateTests {
  @Test func `days follow one another without gap from 1970 to 9999`() {
    var previous = CivilDate(daysSinceEpoch: -1)
    for days in stride(from: Int64(0), to: 2_932_897, by: 1) where days % 37 == 0 {
      let date = CivilDate(daysSinceEpoch: days)
      #expect(date.daysSinceEpoch == days)
      #expect((date.year, date.month, date.day) > (previous.year, previous.month, previous.day))
      previous = date
    }
  }

  @Test func `every day of four centuries is a day of the calendar`() {
    var days: Int64 = 10_957  // 2000-01-01
    for year in 2000..<2400 {
      for month in 1...12 {
        for day in 1...CivilDate.dayCount(ofMonth: month, year: year) {
          #expect(CivilDate(year: year, month: month, day: day)?.daysSinceEpoch == days)
          days += 1
        }
      }
    }
    #expect(days == 10_957 + 146_097)
  }

  @Test func `leap years are every fourth but three of four centuries`() {
    #expect(CivilDate(year: 2024, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 2100, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2027, month: 2, day: 29) == nil)
  }
}
