import Foundation
import PredicateObjects
import Testing

private enum Status: String, StorableValue {
  case open, done, late
  static let placeholder = Status.open
}

/// An enum that is both stored and an argument. Both use its raw value.
private enum Rank: Int, StorableValue, QueryArgumentConvertible {
  case low, high
  static let placeholder = Rank.low
}

private final class Todo: StoredObject {
  @Stored var title: String
  @Stored var status: Status
  @Stored var former: Status?
  @Stored var rank: Rank
  @Stored var due: Date?
}

/// The functions of classes accept formats, predicates, variables, orders and enums.
@Suite struct EntryFormTests {
  private func context() throws -> ObjectContext {
    let context = try ObjectContext(classes: [Todo.self])
    for (title, status, former, rank) in [
      ("a", Status.open, Status?.none, Rank.low), ("b", .done, .open, .high), ("c", .late, .open, .high),
    ] {
      let todo = try context.insert(Todo.self)
      (todo.title, todo.status, todo.former, todo.rank) = (title, status, former, rank)
    }
    try context.save()
    return context
  }

  @Test func storedEnumsAsArguments() throws {
    let context = try context()
    func titles(_ format: QueryFormat) throws -> String {
      try context.fetch(Todo.self, format, sortedBy: "title").map(\.title).joined()
    }
    #expect(try titles("status == \(Status.done)") == "b")
    #expect(try titles("former == \(Status?.some(.open))") == "bc")
    #expect(try titles("former == \(Status?.none)") == "a")
    #expect(try titles("status IN \([Status.open, .late])") == "ac")
    #expect(try titles("status IN \(Set([Status.late]))") == "c")
    #expect(try titles("rank == \(Rank.high) AND rank IN \([Rank.high]) AND status != \(Status.late)") == "b")
  }

  @Test func predicatesVariablesAndOrders() throws {
    let context = try context()
    let predicate = try QueryPredicate("rank == \(Rank.high)")
    let order: [QuerySortKey] = [.descending("title")]
    #expect(try context.count(Todo.self, predicate) == 2)
    #expect(try context.count(Todo.self, "title == $title", variables: ["title": "a"]) == 1)
    #expect(try context.fetch(Todo.self, "rank == 1", sortedBy: order).map(\.title) == ["c", "b"])
    #expect(try context.fetch(Todo.self, "title > $title", variables: ["title": "a"], sortedBy: \.title).count == 2)
    let free = try QueryPredicate("title == $title")
    #expect(try context.fetch(Todo.self, free, variables: ["title": "c"]).map(\.title) == ["c"])
    #expect(try context.first(Todo.self, sortedBy: .descending("title"))?.title == "c")
    #expect(try context.first(Todo.self, predicate, sortedBy: order)?.title == "c")
    #expect(try context.first(Todo.self, "title == 'x'") == nil)
    #expect(try context.observe(Todo.self, predicate, sortedBy: order).objects.map(\.title) == ["c", "b"])
    #expect(try context.first(Todo.self, "rank == 1", sortedBy: order)?.title == "c")
    #expect(try context.first(Todo.self, "rank == 1", sortedBy: \.title)?.title == "b")
    #expect(try context.first(Todo.self, sortedBy: \.title, isAscending: false)?.title == "c")
    #expect(try context.observe(Todo.self, "rank == 1", sortedBy: order).objects.map(\.title) == ["c", "b"])
    #expect(
      try context.observe(Todo.self, sortedBy: \.title, isAscending: false).objects.map(\.title) == ["c", "b", "a"])
    // Each function accepts a predicate instead of a format, with the same further arguments.
    let built = QueryExpression(property: "rank") .== Rank.high
    #expect(try context.fetch(Todo.self, built, sortedBy: .descending("title"), "due", limit: 1).map(\.title) == ["c"])
    #expect(try context.fetch(Todo.self, built, sortedBy: \.title, isAscending: false).map(\.title) == ["c", "b"])
    #expect(try context.fetch(Todo.self, free, variables: ["title": "c"], sortedBy: \.title, limit: 2).count == 1)
    #expect(try context.fetch(Todo.self, built).count == 2 && context.count(Todo.self, built) == 2)
    #expect(try context.first(Todo.self, built, sortedBy: "title")?.title == "b")
    #expect(try context.observe(Todo.self, built, sortedBy: "title", sectionedBy: "rank").sections.count == 1)
    let none: QueryPredicate? = nil
    #expect(try context.fetch(Todo.self, none).count == 3 && context.fetch(Todo.self, nil).count == 3)
  }

  @Test func objectsPrintWithTheirValues() throws {
    let context = try context()
    let todo = try #require(try context.first(Todo.self, "title == 'b'"))
    #expect("\(todo)" == #"Todo[2] (title: "b", status: "done", former: "open", rank: 1)"#)
    #expect("\([todo])" == "[\(todo)]")
    let other = try context.insert(Todo.self)
    #expect("\(other)" == "new Todo")
    other.title = "x"
    #expect("\(other)" == #"new Todo (title: "x")"#)
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func batches(rules: BatchRules) throws {
    let context = try context()
    let (high, day) = (try QueryPredicate("rank == 1"), Date(timeIntervalSinceReferenceDate: 1))
    #expect(try context.batchUpdate(Todo.self, high, set: ["title": "z"], rules: rules) == 2)
    let values: [String: (any StorableValue)?] = ["due": day, "status": Status.late, "former": nil]
    #expect(try context.batchUpdate(Todo.self, "rank == 0", set: values, rules: rules) == 1)
    let todo = try #require(try context.first(Todo.self, "due == \(day)"))
    #expect(todo.title == "a" && todo.status == .late && todo.due == day)
    let (status, next) = (Status.done, day.addingTimeInterval(1))
    #expect(try context.batchUpdate(Todo.self, high, set: [\.status: status, \.due: next], rules: rules) == 2)
    #expect(try context.count(Todo.self, "status == \(status) AND due == \(next)") == 2)
    #expect(try context.batchUpdate(Todo.self, high, set: ["due": day, "status": Status.open], rules: rules) == 2)
    #expect(try context.count(Todo.self, "status == \(Status.open) AND due == \(day)") == 2)
    #expect(try context.batchDelete(Todo.self, high, rules: rules) == 2)
    #expect(try context.count(Todo.self) == 1)
  }
}
