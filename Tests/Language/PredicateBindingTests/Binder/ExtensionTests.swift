import PredicateBinding
import PredicateModel
import PredicateValues
import Testing

/// The extensions of this project: binding adds a note, or throws if it is strict.
@Suite struct ExtensionTests {
  private static let extensions = [
    "lentOn + 60 > lentOn", "lentOn - 60 < now()", "lentOn - lentOn == 0", "lentOn.year == 2026", "year.days > 1",
    "title + genre == 'x'", "round(rating, 1) == 8", "trim(title) == 'x'",
    "version(title) < version('10.14')", "byteCount(CAST('AQI=', 'NSData')) > year",
    "modulus(year, 2) == 0",
    "year > Movie.@avg.year", "SUBQUERY(Tag, $t, $t.name == title).@count == 0", "substring(title, 1, 3) == 'The'",
    "replace(title, 'a', 'b') == 'x'", "year(lentOn) == 2026",
    "CAST('2026-01-01', 'NSDate').month == 1",
  ]

  private static func bound(_ format: String, _ options: BindingOptions = BindingOptions()) throws -> BoundPredicate {
    try Binder.bind(
      QueryPredicate(format: QueryFormat(raw: format)), to: .entity("Movie", DataModel.movies), options: options)
  }

  @Test(arguments: extensions)
  func areNotedAndRefusedWhereBindingIsStrict(format: String) throws {
    #expect(try Self.bound(format).notes.contains { $0.has(.extension) && $0.severity == .note })
    #expect(throws: PredicateIssue.self) { try Self.bound(format, BindingOptions(isStrict: true)) }
  }

  @Test(arguments: [
    "year + 60 > year", "title == genre", "title.length > 3", "lentOn > CAST('2026-01-01', 'NSDate')",
    "FUNCTION(lentOn, 'dateByAddingTimeInterval:', 60) > lentOn",
  ])
  func whatAppleHasIsNot(format: String) throws {
    #expect(try !Self.bound(format).notes.contains { $0.has(.extension) })
    #expect(throws: Never.self) { try Self.bound(format, BindingOptions(isStrict: true)) }
  }

  @Test(arguments: [
    ("lentOn + 60 > lentOn", "greater(+($0.lentOn?, 60)?, $0.lentOn?)"),
    ("lentOn.year == 2026", "equal(year:($0.lentOn?)?, 2026)"),
    ("(lentOn - lentOn).days > 1", "greater(/(-($0.lentOn?, $0.lentOn?)?, 86400.0)?, 1)"),
  ])
  func lowering(format: String, core: String) throws {
    #expect(try Self.bound(format).condition.description == core)
  }

  @Test(arguments: ["Movie.year > 1990", "lentToFriend.Movie.@count > 1", "Movy.@count > 1", "Movie.year.x == 1"])
  func anEntityIsNoProperty(format: String) {
    #expect(throws: PredicateIssue.self) { try Self.bound(format) }
  }

  @Test func aZoneOfTheTypesCounts() throws {
    var model = DataModel.movies
    model.timeZone = try #require(QueryTimeZone("Europe/Berlin") as QueryTimeZone?)
    let predicate = try QueryPredicate(format: "lentOn.hour == 3")
    let bound = try Binder.bind(predicate, to: .entity("Movie", model))
    #expect(bound.condition.description.contains("Europe/Berlin"))
    let inUTC = try Binder.bind(predicate, to: .entity("Movie", model), options: BindingOptions(timeZone: .utc))
    #expect(inUTC.condition.description == "equal(hour:($0.lentOn?)?, 3)")
  }

  @Test func aZoneGoesIntoTheCall() throws {
    let options = BindingOptions(timeZone: try #require(QueryTimeZone("Europe/Berlin") as QueryTimeZone?))
    let condition = try Self.bound("lentOn.hour == 3", options).condition
    #expect(condition.description == #"equal(hour:inTimeZone:($0.lentOn?, "Europe/Berlin")?, 3)"#)
    #expect(try Self.bound("CAST('2026-07-01', 'NSDate').hour == 2", options).condition.description == "true")
    // A condition on a property cannot fail, so engines may reorder it.
    #expect(condition.facts.failures.isEmpty)
  }

  @Test(arguments: [
    ("lentOn + title == 1", "NSDate"), ("title + 1 == 'x'", "NSString"), ("title.year == 1", "NSDate"),
  ])
  func aMistakeSaysWhatWouldBeRight(format: String, hint: String) {
    do {
      _ = try Self.bound(format)
      Issue.record("\(format) is bound")
    } catch {
      #expect((error as? PredicateIssue)?.hint?.contains(hint) == true)
    }
  }
}
