import Foundation
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSyntax
import PredicateValues
import Testing

/// What only the database itself knows: plans, indexes, titles, values, changes by other connections, inserted rows, refusals.
@Suite struct FactTests {
  @Test(arguments: DatabaseContract.all.filter(\.hasSQL))
  func plansAreTrees(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    func plan(_ text: String) throws -> [PlanNode] {
      let statement = try contract.database.prepare(contract.bound(text), as: .rows).statement
      return try contract.database.plan(of: #require(statement))
    }
    #expect(try plan("Book show title").all.map(\.work) == [.scan])
    let joined = try plan("Book where author.born != nil show pages")
    #expect(joined.all.contains { $0.work == .search && $0.access == .key })
    let nested = try plan("Book where tags.@count > author.reports.@count")
    #expect(nested.all.count > nested.count)
    #expect(try plan("Book sort by pages").all.contains { if case .collect = $0.work { true } else { false } })
    let read = try #require(contract.database.prepare(contract.bound("Book show title"), as: .rows).statement)
    #expect(try ScanEstimate(contract.database.plan(of: read), tables: read.tables).tables == ["book"])
  }

  /// A statement with its constants written out gives as many rows as the statement that runs with parameters.
  @Test(arguments: DatabaseContract.all.filter(\.hasSQL))
  func statementsWithConstants(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    func check(_ format: String, _ entity: String, _ value: QueryValue) throws {
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      let fetch = try BoundFetch(
        EntityFetch(entity, where: predicate), model: contract.database.model, variables: ["v": value])
      let prepared = try contract.database.prepare(fetch, as: .rows)
      let text = try #require(prepared.statement).textWithConstants
      var (rows, copied) = (0, 0)
      try contract.database.run(prepared) { _ in
        rows += 1
        return true
      }
      #expect(throws: Never.self, "\(text)") {
        try contract.database.forEachBatch(of: 100, ofSQL: text) { copied += $0.rows.count }
      }
      #expect(rows == copied, "\(text)")
    }
    for (entity, table) in [("Person", 1), ("Book", 3)] {
      let table = contract.fixture.tables[table]
      for attribute in try #require(contract.database.model.entity(named: entity)).attributes {
        let place = table.schema.columns.firstIndex { $0.name == attribute.column }
        let values = place.map { place in table.rows.map { $0[place] }.filter { !$0.isNull } } ?? []
        for value in values.prefix(10) { try check("\(attribute.name) == $v", entity, value) }
        // This list has more constants than a statement writes out.
        try check("\(attribute.name) IN $v", entity, .array(values + values + values))
      }
    }
    try check("pages - 3 < $v", "Book", .integer(-1))
    try check("name == $v", "Person", .string("a'b\\'c"))
  }

  @Test(arguments: DatabaseContract.all)
  func titlesAndValues(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    let references = [3, 5, 4_000].map { ObjectReference(entity: "Tag", key: $0) }
    let titles = try contract.database.titles(of: references)
    #expect(titles[references[0]] == "crime" && titles[references[1]] == "café" && titles[references[2]] == nil)
    let values = try contract.database.values(of: "name", in: "Tag", prefix: "CL", limit: 10)
    let expected = ["classic", "Classic"].map { QueryValue.string($0).debugDescription }
    #expect(Set(values.map(\.debugDescription)) == Set(expected))
    #expect(try contract.database.values(of: "name", in: "Tag", prefix: "c", limit: 2).count == 2)
    if let count = try contract.database.approximateRowCount(ofTable: "book") { #expect(count == 40) }
    #expect(!contract.database.hasIndex(beginningWith: "pages", of: "book"))
  }

  @Test(arguments: DatabaseContract.all)
  func changesOfOthersAreSeen(contract: DatabaseContract) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("contract-\(UUID().uuidString).sqlite")
      .path
    defer { for end in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let databases = try contract.makeTwo(ContractFixture(), at: path)
    let before = try databases[0].version()
    #expect(try databases[0].version() == before)
    var tags: [[StoredValue]] = [[.integer(9), .text("new")], [.integer(10), .text("newer")]]
    try databases[1].write(RowImport(table: "tag", columns: ["id", "name"])) {
      tags.isEmpty ? nil : tags.removeFirst()
    } refused: {
      Issue.record("\($0)")
    }
    #expect(try databases[0].version() != before)
    #expect(try databases[0].reloadedIfChanged() == nil)
    let fetch = EntityFetch("Tag", where: try QueryPredicate(format: "name BEGINSWITH 'new'"))
    #expect(try databases[0].number(of: fetch) == 2)
  }

  @Test(arguments: DatabaseContract.all)
  func rowsAreWrittenAllOrNone(contract: DatabaseContract) throws {
    struct Ended: Error {}
    let contract = try Contract(contract, for: .writing)
    func write(_ rows: [[StoredValue]], _ refused: (String) throws -> Void) throws {
      var rows = rows
      try contract.database.write(RowImport(table: "tag", columns: ["id", "name"])) {
        rows.isEmpty ? nil : rows.removeFirst()
      } refused: {
        try refused($0)
      }
    }
    let tags = try contract.database.prepare(contract.bound("Tag"), as: .count)
    // The key 1 exists already, so the second row is refused.
    let rows: [[StoredValue]] = [[.integer(9), .text("new")], [.integer(1), .text("old")]]
    #expect(throws: Ended.self) { try write(rows) { _ in throw Ended() } }
    #expect(try contract.database.number(tags) == 8)
    var reasons = 0
    try write(rows + [[.integer(10), .null]]) { _ in reasons += 1 }
    #expect(try reasons == 2 && contract.database.number(tags) == 9)
  }

  /// A refused condition has an issue with a code, and the same one each time.
  @Test(arguments: DatabaseContract.all)
  func refusals(contract: DatabaseContract) throws {
    let exact = contract.isExact && contract.hasSQL
    let contract = try Contract(contract)
    func issue(_ text: String, _ form: SQLFetchForm = .rows) -> String? {
      do {
        _ = try contract.database.rows(contract.database.prepare(contract.bound(text), as: form))
        return nil
      } catch {
        return (error as? PredicateIssue).map { "\($0.kind) \($0.code)" } ?? "\(error)"
      }
    }
    #expect(issue("Book where nothing == 1") == "unknownKey unknown-key")
    #expect(issue("Chapter", .keys) == "unsupported sql-no-key")
    // SQL has no form for the order by the root collation, but memory has one.
    #expect(issue("Book sort by title[l]") == (exact ? "unsupported sql-unsupported" : nil))
  }

  /// The part of a fetch that a database leaves to memory: once with an exact form for every condition, and once without forms.
  @Test(arguments: DatabaseContract.all)
  func remainders(contract: DatabaseContract) throws {
    let part = contract.partOfMemory
    let contract = try Contract(contract)
    var (left, all) = (0, 0)
    for hazard in ConditionTests.hazards {
      for condition in hazard.conditions {
        let fetch = EntityFetch(hazard.entity, where: try QueryPredicate(format: QueryFormat(raw: condition)))
        let prepared = try contract.database.prepare(BoundFetch(fetch, model: contract.fixture.model), as: .rows)
        all += 1
        guard let remainder = prepared.remainder else { continue }
        left += 1
        #expect(remainder.isStream && remainder.rest.condition != nil, "\(condition)")
        #expect(remainder.reason.kind == .unsupported, "\(condition)")
      }
    }
    #expect(part.contains(Double(left) / Double(all)), "\(left) of \(all)")
  }
}
