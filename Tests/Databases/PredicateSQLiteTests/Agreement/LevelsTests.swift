import PredicateDatabaseSuite
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// All levels of a relationship: memory and SQLite give the same objects, which are also counted by hand.
@Suite struct LevelsTests {
  private static let subject = Result { try AgreementSubject(ScriptDatabase.open(LevelsTrial.script)) }
  private static let indexed = Result {
    try AgreementSubject(ScriptDatabase.open(LevelsTrial.script + "\nCREATE INDEX by_manager ON person (manager_id);"))
  }

  @Test(arguments: LevelsTrial.conditions.indices)
  func conditions(index: Int) throws {
    let trial = LevelsTrial.conditions[index]
    for subject in [try Self.subject.get(), try Self.indexed.get()] {
      try AgreementTests.check(trial.format, trial.entity, in: subject)
      try AgreementTests.check("NOT (\(trial.format))", trial.entity, in: subject)
      let fetch = EntityFetch(trial.entity, where: try QueryPredicate(format: QueryFormat(raw: trial.format)))
      #expect(try subject.database.count(fetch) == trial.count, "\(trial.format)")
      #expect(try GraphFetch(subject.graph).count(fetch) == trial.count, "\(trial.format)")
    }
  }

  @Test(arguments: LevelsTrial.columns.indices)
  func columns(index: Int) throws {
    let trial = LevelsTrial.columns[index]
    for subject in [try Self.subject.get(), try Self.indexed.get()] {
      var fetch = EntityFetch(trial.entity)
      fetch.columns = try trial.columns.map {
        FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0)
      }
      let found = try subject.database.fetch(fetch).rows
      #expect(try GraphFetch(subject.graph).rows(fetch).rows.map { "\($0)" } == found.map { "\($0)" })
      #expect(!found.isEmpty)
    }
  }

  /// An object that is reached through several parents occurs once, and a cycle ends where it began.
  @Test func severalParents() throws {
    let subject = try Self.subject.get()
    let entity = try #require(subject.database.model.entity(named: "Part"))
    let names = entity.relationships.map(\.name)
    #expect(names.count == 2, "\(names)")
    for name in names {
      for count in [4, 5, 6] { try AgreementTests.check("\(name)*.@count == \(count)", "Part", in: subject) }
      try AgreementTests.check("ANY \(name)*.weight > 1", "Part", in: subject)
      #expect(try AgreementTests.check("SELF IN \(name)*", "Part", in: subject) == 6)
    }
  }

  @Test func groups() throws {
    let subject = try Self.subject.get()
    var fetch = EntityFetch("Person")
    fetch.groupBy = [
      FetchedColumn(.call("each", [try QueryExpression(format: "reports*")]), as: "r")
    ]
    fetch.columns = try ["r.lastName", "count()"].map {
      FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0)
    }
    let found = try subject.database.fetch(fetch).rows
    #expect(try GraphFetch(subject.graph).rows(fetch).rows.map { "\($0)" } == found.map { "\($0)" })
    #expect(found.count > 5)
  }

  @Test func oneStatementPerQuestion() throws {
    let database = try Self.indexed.get().database
    func sql(_ format: String) throws -> String {
      try database.statement(
        for: EntityFetch("Person", where: QueryPredicate(format: QueryFormat(raw: format)))
      ).statement.text
    }
    #expect(try sql("id == 1 AND reports*.@count > 2").contains("WITH RECURSIVE"))
    #expect(try sql("ANY reports*.lastName == 'King'").contains("UNION"))
  }

  /// For values of unknown types, SQLite's statement is refused as unsupported, and memory finds the expected number of objects.
  @Test func valuesOfUnknownTypes() throws {
    let database = try Self.subject.get().database
    for trial in LevelsTrial.inJSON {
      let fetch = EntityFetch(trial.entity, where: try QueryPredicate(format: QueryFormat(raw: trial.format)))
      let issue = #expect(throws: PredicateIssue.self) { try database.count(fetch) }
      #expect(issue?.kind == .unsupported, "\(trial.format)")
      #expect(try GraphFetch(Self.subject.get().graph).count(fetch) == trial.count, "\(trial.format)")
    }
  }

  @Test func whatIsNotALevel() throws {
    let database = try Self.subject.get().database
    func issue(_ format: String) -> PredicateIssue? {
      #expect(throws: PredicateIssue.self) {
        _ = try database.count(EntityFetch("Person", where: QueryPredicate(format: QueryFormat(raw: format))))
      }
    }
    let attribute = issue("lastName*.@count == 1")
    #expect(attribute?.code == "unknown-key" && attribute?.message.contains("lastName*") == true)
    #expect(attribute?.hint == "to multiply, write spaces around *: lastName * 2")
    #expect(issue("maneger*.@count == 1")?.suggestion == "manager")
    #expect(issue("reports* == 1")?.kind == .type)
  }
}
