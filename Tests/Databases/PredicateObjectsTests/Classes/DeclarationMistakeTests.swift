import PredicateObjects
import PredicateSyntax
import Testing

private enum Stage: String, CaseIterable, StorableValue { case open, closed }

private final class Ticket: StoredObject {
  @Stored(default: "") var name: String
  @Stored(default: 1900, condition: "SELF > 1880", message: "A ticket is younger than 1880.") var year: Int
  @Stored(default: 1, condition: "SELF > 0") var count: Int
  @Stored var stage: Stage
}

private final class Bare: StoredObject { var label = "" }

private final class BadCondition: StoredObject { @Stored(condition: "SELF >") var label: String }

private final class BadFetch: StoredObject {
  @Stored var label: String
  @Fetched("label ==") var others: [BadFetch]
}

/// Mistakes of declarations and orders, whose errors name the class and the property.
@Suite struct DeclarationMistakeTests {
  @Test func messagesOfConditions() throws {
    let context = try ObjectContext(classes: [Ticket.self])
    let ticket = try context.insert(Ticket.self)
    (ticket.year, ticket.count, ticket.stage) = (3, 0, .closed)
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    let problems = failure?.problems.sorted { $0.message < $1.message }
    #expect(
      problems?.map(\.localizedDescription) == ["A ticket is younger than 1880.", "Count does not fulfil “SELF > 0”"])
    #expect(problems?.map(\.property) == ["year", "count"])
  }

  @Test func placeholdersOfEnums() throws {
    #expect(Stage.placeholder == .open && Int8.placeholder == 0)
    let context = try ObjectContext(classes: [Ticket.self])
    let ticket = try context.insert(Ticket.self)
    #expect(ticket.stage == .open)
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(failure?.problems.map(\.kind) == [.missingValue])
  }

  @Test func classesWithoutDeclarations() throws {
    let issue = #expect(throws: StoreIssue.self) { try ObjectContext(classes: [Bare.self]) }
    #expect(issue?.kind == .classMismatch)
    #expect(
      issue?.message == "Bare declares no property that is stored: write @Stored, @ToOne or @ToMany before var label")
  }

  @Test func conditionsThatCannotBeRead() throws {
    var issue = #expect(throws: PredicateIssue.self) { try ObjectContext(classes: [BadCondition.self]) }
    #expect(issue?.message.hasPrefix("the condition of BadCondition.label: ") == true)
    issue = #expect(throws: PredicateIssue.self) { try ObjectContext(classes: [BadFetch.self]) }
    #expect(issue?.message.hasPrefix("the condition of BadFetch.others: ") == true)
    issue = #expect(throws: PredicateIssue.self) { try FetchTemplate("recent", Ticket.self, "year ==") }
    #expect(issue?.message.hasPrefix("the condition of the fetch template “recent”: ") == true)
  }

  @Test func ordersOfStatements() throws {
    let context = try ObjectContext(classes: [Ticket.self])
    for _ in 0..<2 {
      var issue = #expect(throws: PredicateIssue.self) { try context.fetch(Ticket.self, sortedBy: "year DESC, name") }
      #expect(issue?.hint == "write .descending(\"year\"), \"name\"")
      issue = #expect(throws: PredicateIssue.self) { try context.first(Ticket.self, sortedBy: "year DESC") }
      #expect(issue?.hint == "write .descending(\"year\")")
      #expect(throws: PredicateIssue.self) { try context.observe(Ticket.self, sortedBy: "year DESC") }
      try context.insert(Ticket.self).stage = .open
    }
  }

  @Test func computedColumns() throws {
    let context = try ObjectContext(classes: [Ticket.self])
    try context.insert(Ticket.self).stage = .open
    try context.save()
    let issue = #expect(throws: PredicateIssue.self) {
      try context.rows(EntityFetch("Ticket", columns: ["name", "count()"]))
    }
    #expect(issue?.hint == "a name is not a call; a computed column is try FetchedColumn(\"count()\", as: \"value\")")
    let table = try context.rows(EntityFetch("Ticket", columns: [FetchedColumn("count()", as: "n")]))
    #expect(table.singleValue?.intValue == 1)
    #expect(try table.map { try $0["n"].intValue } == [1])
    #expect(throws: PredicateIssue.self) { try table[0]["m"] }
  }
}
