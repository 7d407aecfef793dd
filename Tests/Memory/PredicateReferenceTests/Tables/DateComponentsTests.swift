import Foundation
import OpenPredicate
import Testing

private struct Reminder {
  var title: String
  var due: DateComponents?
}

/// `DateComponents` has a property table, so its properties can be read whether in-place reads are on or off.
@Suite struct DateComponentsTests {
  private let reminders = [
    Reminder(title: "a", due: DateComponents(year: 2025, month: 3, hour: 9)),
    Reminder(title: "b", due: DateComponents(year: 2026, month: 3)), Reminder(title: "c"),
  ]

  private func titles(_ format: String) throws -> [String] {
    try reminders.filter(QueryFormat(raw: format)).map(\.title)
  }

  @Test func components() throws {
    #expect(try titles("due.year == 2025") == ["a"])
    #expect(try titles("due.month == 3 AND due.hour == nil") == ["b"])
    #expect(try titles("due != nil AND due.isLeapMonth != YES AND due.date == nil") == ["a", "b"])
    #expect(try titles("due == nil") == ["c"])
    #expect(try reminders.sorted(by: "due.hour", "title").map(\.title) == ["b", "c", "a"])
  }

  @Test func componentsAlone() throws {
    let components = reminders.compactMap(\.due)
    #expect(try components.filterIndices("year > 2025") == [1])
    let issue = #expect(throws: PredicateIssue.self) { try components.filter("yaer > 2025") }
    #expect(issue?.replacement?.text == "year")
    #expect(throws: PredicateIssue.self) { try components.filter("year == 'x'") }
  }
}
