import Foundation
import PredicateObjects
import PredicateSyntax
import Testing

private enum Mood: String, StorableValue {
  case calm, wild
  static let placeholder = Mood.calm
}

private protocol Named: AnyObject { var name: String { get set } }

private class Work: StoredObject, Named {
  @Stored(default: "") var name: String
  @Stored(default: 0) var year: Int
  @Stored(default: 0) var size: Int8
  @Stored var rating: Double?
  @Stored(default: .calm) var mood: Mood
  @Stored var site: URL?
  @Stored var labels: [String]
  @ToOne var workshop: Workshop?
  var nickname = ""

  var negative: Int {
    get { -year }
    set { year = -newValue }
  }
  var magnitude: Int {
    get { abs(year) }
    set { year = newValue }
  }
  var stars: Double {
    get { rating ?? 0 }
    set { rating = newValue }
  }
  var label: String {
    get { name + "\(year)" }
    set { name = newValue }
  }
  var opposite: Mood {
    get { mood == .calm ? .wild : .calm }
    set { mood = newValue }
  }
  var makerName: String { [workshop].compactMap { $0 }[0].name }
}

private final class Film: Work {
  @Stored(default: 0) var minutes: Int
  var hours: Int { minutes / 60 }
}

private final class Workshop: StoredObject {
  @Stored(default: "") var name: String
  @ToMany(inverse: \.workshop) var works: [Work]
}

/// A key path is a declared property. Computed properties and longer key paths are refused. The code of properties that can only be read does not run.
@Suite struct KeyPathTests {
  private func context() throws -> ObjectContext {
    let context = try ObjectContext(classes: [Work.self, Film.self, Workshop.self])
    for (name, year) in [("zz", 1), ("aaa", 2), ("m", 3)] {
      let film = try context.insert(Film.self)
      (film.name, film.year, film.labels) = (name, year, [])
    }
    try context.save()
    return context
  }

  @Test func declaredProperties() throws {
    let context = try context()
    #expect(try context.fetch(Film.self, sortedBy: \.name).map(\.name) == ["aaa", "m", "zz"])
    #expect(try context.fetch(Work.self, sortedBy: \.name).map(\.name) == ["aaa", "m", "zz"])
    #expect(try context.fetch(Film.self, sortedBy: .descending(\Film.year)).map(\.year) == [3, 2, 1])
    for path in [\Film.size, \Film.rating, \Film.mood, \Film.site, \Film.minutes] as [PartialKeyPath<Film>] {
      #expect(try context.fetch(Film.self, sortedBy: path).count == 3, "\(path)")
    }
    let read: KeyPath<Work, Int> = \.year
    #expect(try context.first(Work.self, sortedBy: read)?.year == 1)
    #expect(try names(Film.self, context) == ["aaa", "m", "zz"])
    #expect(
      try context.batchUpdate(Film.self, "year == 1", set: [\.name: "new", \.mood: Mood.wild, \.rating: nil]) == 1)
    #expect(try context.fetch(Film.self, "mood == 'wild'").map(\.name) == ["new"])
  }

  private func names<Object: StoredObject & Named>(_ type: Object.Type, _ context: ObjectContext) throws -> [String] {
    try context.fetch(type, sortedBy: \.name).map(\.name)
  }

  @Test func computedProperties() throws {
    let context = try context()
    let paths: [PartialKeyPath<Film>] = [
      \.negative, \.magnitude, \.stars, \.label, \.opposite, \.hours, \.makerName, \.nickname, \.isDeleted, \.self,
    ]
    for path in paths {
      var issue = #expect(throws: StoreIssue.self, "\(path)") { try context.fetch(Film.self, sortedBy: path) }
      #expect(issue?.kind == .unknownMember)
      issue = #expect(throws: StoreIssue.self, "\(path)") { try context.first(Film.self, sortedBy: path) }
      #expect(issue?.kind == .unknownMember)
      #expect(throws: StoreIssue.self, "\(path)") { try context.observe(Film.self, sortedBy: path) }
      #expect(throws: StoreIssue.self, "\(path)") { try QuerySortKey.descending(path) }
      #expect(throws: StoreIssue.self, "\(path)") { try context.batchUpdate(Film.self, set: [path: 50]) }
      #expect(throws: StoreIssue.self, "\(path)") { try context.upsert(Film.self, by: [path: 50]) }
    }
    #expect(try context.fetch(Film.self, sortedBy: "year").map(\.year) == [1, 2, 3])
    var issue = #expect(throws: StoreIssue.self) { try context.fetch(Film.self, sortedBy: \.nickname) }
    #expect(issue?.message.contains("declared property") == true)
    issue = #expect(throws: StoreIssue.self) { try context.fetch(Film.self, sortedBy: \.negative) }
    #expect(
      issue?.message.contains("computed property of year") ?? false || issue?.message.contains("negative") ?? false)
  }

  @Test func longerKeyPaths() throws {
    let context = try context()
    let paths: [PartialKeyPath<Film>] = [
      \.name.count, \.workshop?.name, \.workshop!.name, \.labels[0], \.rating!, \.workshop!.works.count,
    ]
    for path in paths {
      let issue = #expect(throws: StoreIssue.self, "\(path)") { try context.fetch(Film.self, sortedBy: path) }
      #expect(issue?.kind == .unknownMember)
      #expect(issue?.message.contains("several steps") == true)
      #expect(throws: StoreIssue.self, "\(path)") { try context.upsert(Film.self, by: [path: 2]) }
    }
    #expect(try context.fetch(Film.self, sortedBy: "workshop.name", "name").map(\.name) == ["aaa", "m", "zz"])
  }
}
