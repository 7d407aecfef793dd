import Foundation
import PredicateModel
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

/// Properties whose objects are found by a fetch.
@Suite struct FetchedPropertyTests {
  private func office(_ name: String, _ context: ObjectContext) throws -> Office {
    try #require(try context.fetch(Office.self, "name == \(name)").first)
  }

  private func clerk(_ name: String, _ context: ObjectContext) throws -> Clerk {
    try #require(try context.fetch(Clerk.self, "name == \(name)").first)
  }

  @Test func findsObjects() throws {
    let context = try OfficeObjects.context()
    let (north, south) = (try office("North", context), try office("South", context))
    #expect(north.best.map(\.name) == ["Cleo", "Ada"])
    #expect(south.best.map(\.name) == ["Dora"])
    // The office North has no year, and the clerk Ben has none: `>=` is true for two nils.
    #expect(north.later.map(\.name) == ["Ben"])
    #expect(south.later.map(\.name) == ["Cleo", "Dora", "Emil"])
    #expect(try north.objects(of: "best").map(\.id) == north.best.map(\.id))
    #expect(context.failures.isEmpty)
  }

  /// The SUBQUERY reads the objects of the source, and compares them with each candidate.
  @Test func sourceInsideSubquery() throws {
    let context = try OfficeObjects.context()
    #expect(try office("North", context).above.map(\.name) == ["Dora"])
    #expect(try office("South", context).above.map(\.name) == ["Ada", "Ben", "Cleo"])
    let new = try context.insert(Office.self)
    try clerk("Ada", context).office = new
    #expect(new.above.map(\.name) == ["Cleo"])
    #expect(context.failures.isEmpty)
  }

  @Test func seesUnsavedChanges() throws {
    let context = try OfficeObjects.context()
    let (north, south) = (try office("North", context), try office("South", context))
    let (ada, ben, emil) = (try clerk("Ada", context), try clerk("Ben", context), try clerk("Emil", context))
    ben.grade = 3
    try context.delete(clerk("Cleo", context))
    #expect(north.best.map(\.name) == ["Ada", "Ben"])
    emil.office = north
    emil.grade = 4
    #expect(north.best.map(\.name) == ["Ada", "Emil", "Ben"])
    // Unsaved changes of the source count as well.
    south.since = 2015
    #expect(south.later.map(\.name) == ["Emil"])
    ada.friends = [ben, emil]
    #expect(ada.near.map(\.name) == ["Ben", "Emil"])
    let new = try context.insert(Office.self)
    new.name = "New"
    ada.office = new
    #expect(new.best.map(\.name) == ["Ada"])
    #expect(ada.near.isEmpty)
    try context.save()
    #expect(new.best.map(\.name) == ["Ada"])
    context.undo()
    #expect(new.best.isEmpty)
    #expect(context.failures.isEmpty)
  }

  /// 2024 begins five hours later in New York than in UTC.
  @Test func datesAreReadInTheZoneOfTheDatabase() throws {
    let zone = try #require(QueryTimeZone("America/New_York"))
    let database = try PredicateDatabase.make(model: DataModel(classes: [Event.self])).inTimeZone(zone)
    let context = try ObjectContext(database, classes: [Event.self])
    let events = try ["2024-01-01T03:00:00Z", "2023-06-01T00:00:00Z", "2024-06-01T00:00:00Z"].map { text in
      let event = try context.insert(Event.self)
      event.at = try Date(text, strategy: .iso8601)
      return event
    }
    #expect(events[0].sameYear.map(\.id) == events[0...1].map(\.id))
    try context.save()
    #expect(events[0].sameYear.map(\.id) == events[0...1].map(\.id))
    #expect(Set(events[1].late.map(\.id)) == [events[0].id, events[2].id])
    #expect(context.failures.isEmpty)
    // The condition of the attribute uses the same time zone, and so the same year.
    let early = try context.insert(Event.self)
    early.at = try Date("2000-01-01T03:00:00Z", strategy: .iso8601)
    #expect(try context.problems().map(\.kind) == [.invalid])
  }

  @Test func runsOnlyWhenRead() throws {
    let context = try OfficeObjects.context()
    let north = try office("North", context)
    let statements = try StatementCount(context.database)
    _ = north.name
    let before = try statements.stop()
    let more = try StatementCount(context.database)
    _ = (north.best, north.best)
    #expect(before == 0)
    // Each access runs one statement that reads whole rows.
    #expect(try more.stop() == 2)
  }

  @Test func classesAgreeWithTheModel() throws {
    let database = try ObjectContext(classes: OfficeObjects.classes).database
    #expect(throws: StoreIssue.self) { try ObjectContext(database, classes: [WrongFetch.self]) }
    // A class may leave the description to the model.
    _ = try ObjectContext(database, classes: [DescribedFetch.self])
    let context = try ObjectContext(database)
    let office = try context.insert(entity: "Office")
    #expect(try office.objects(of: "best").isEmpty)
    #expect(throws: StoreIssue.self) { try office.value(of: "best") }
    #expect(throws: StoreIssue.self) { try office.setObjects([], of: "best") }
  }

  @Test func wrongProperties() throws {
    func message(_ format: String, sortedBy key: String = "y", info: QueryDictionary = QueryDictionary()) throws
      -> String?
    {
      let model = DataModel(entities: [
        Entity(
          name: "A", attributes: [Attribute(name: "x", type: .integer)],
          fetchedProperties: [
            FetchedProperty(
              name: "found", destination: "B", predicate: try QueryPredicate(format: QueryFormat(raw: format)),
              sortedBy: [QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)))], userInfo: info)
          ]),
        Entity(name: "B", attributes: [Attribute(name: "y", type: .integer)]),
      ])
      do throws(ModelIssue) {
        try model.validate()
        return nil
      } catch {
        return error.description
      }
    }
    let prefix = "the fetched property “A.found” cannot be read: "
    #expect(try message("y > $FETCH_SOURCE.x") == nil)
    #expect(try message("y > $FETCH_SOURCE.z") == prefix + "A has no property “z”")
    #expect(try message("x > $FETCH_SOURCE.x") == prefix + "B has no property “x”")
    #expect(try message("y > $FETCH_SOURCE.x", sortedBy: "x") == prefix + "B has no property “x”")
    #expect(try message("y CONTAINS 'a'")?.hasPrefix(prefix) == true)
    #expect(
      try message("y > $FETCHED_PROPERTY.userInfo.least", info: QueryDictionary([("last", 1)]))
        == prefix + "$FETCHED_PROPERTY has no “userInfo.least”; there is name, userInfo.last")
    #expect(try message("y > $FETCHED_PROPERTY.userInfo.last", info: QueryDictionary([("last", 1)])) == nil)
    #expect(
      try message("y > 1", info: QueryDictionary([("list", .array([]))]))
        == prefix + "the value of “list” in its user info must be a text, a number or a boolean")
    #expect(try message("y > $other")?.hasPrefix(prefix) == true)
  }
}

private final class Event: StoredObject {
  @Stored(condition: "SELF.year >= 2000") var at: Date
  @Fetched("at.year == $FETCH_SOURCE.at.year") var sameYear: [Event]
  @Fetched("at >= CAST($FETCHED_PROPERTY.userInfo.from, 'NSDate')", userInfo: ["from": "2024-01-01"])
  var late: [Event]
}

private final class WrongFetch: StoredObject {
  override class var entityName: String { "Office" }
  @Fetched var clerks: [StoredObject]
}

private final class DescribedFetch: StoredObject {
  override class var entityName: String { "Office" }
  @Fetched var best: [StoredObject]
}
