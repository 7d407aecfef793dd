import GRDB
import PredicateBinding
import PredicateEngine
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Order, limits, distinct values and groups over tables of unusual shapes are the same in SQL and in memory.
@Suite struct OddFetchTests {
  private static let subjects = OddShapesTests.subjects + [AgreementTests.loose]

  /// The paths from an object of an entity that end at an attribute: of the object itself, or of an object that to-one relationships lead to.
  private static func paths(_ entity: Entity, in model: DataModel) -> [String] {
    func names(_ entity: Entity) -> [String] {
      entity.attributes.filter { ![.any, .data].contains($0.type) }.map { "#\($0.name)" }
    }
    return names(entity)
      + entity.relationships.filter { $0.cardinality == .toOne }.flatMap { relationship in
        (model.destination(of: relationship).map(names) ?? []).map { "#\(relationship.name).\($0)" }
      }
  }

  @Test(arguments: subjects.indices)
  func ordersAsMemoryDoes(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    let model = subject.database.model
    for entity in model.entities where entity.key.referenceColumn != nil {
      for path in Self.paths(entity, in: model) {
        let expression = try QueryExpression(format: QueryFormat(raw: path))
        let bound = try Binder.bind(expression, to: .entity(entity.name, model))
        let evaluator = ReferenceEvaluator()
        let rows = try subject.graph.objects(of: entity.name).map { object in
          (key: object.reference?.key ?? 0, value: try evaluator.value(bound, object: .object(object)))
        }
        for isAscending in [true, false] {
          let sorted = rows.sorted { left, right in
            if Self.isBefore(left.value, right.value) { return isAscending }
            if Self.isBefore(right.value, left.value) { return !isAscending }
            return left.key < right.key
          }
          var fetch = EntityFetch(entity.name, sortedBy: [QuerySortKey(expression, isAscending: isAscending)])
          let found = try subject.database.keys(fetch)
          #expect(found == sorted.map(\.key), "\(entity.name) sort by \(path) \(isAscending)")
          fetch.limit = 2
          fetch.offset = 1
          let some = try subject.database.keys(fetch)
          #expect(some == sorted.dropFirst().prefix(2).map(\.key), "\(entity.name) sort by \(path) limit")
        }
      }
    }
  }

  @Test(arguments: subjects.indices)
  func groupsAsMemoryDoes(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    let model = subject.database.model
    for entity in model.entities {
      let paths = Self.paths(entity, in: model)
      let objects = entity.relationships.filter {
        $0.cardinality == .toOne && model.destination(of: $0)?.key.referenceColumn != nil
      }.map { "#\($0.name)" }
      for (position, path) in (paths + objects).enumerated() {
        let other = paths[(position + 1) % paths.count]
        let request = GroupOracle.Request(
          entity: entity.name, keys: [path],
          aggregates: [("count()", "n"), ("count(\(other))", "c"), ("min(\(other))", "a"), ("max(\(other))", "z")])
        let expected = try GroupOracle(subject.objects).rows(request).map { "\($0)" }
        let fetch = try request.fetch()
        let found = try subject.database.fetch(fetch).rows.map { "\($0)" }
        let sql = try subject.database.statement(for: fetch).statement.text
        #expect(found == expected, "\(request)\n\(sql)")
        let values = EntityFetch(
          entity.name, columns: [FetchedColumn(try QueryExpression(format: QueryFormat(raw: path)), as: "x")],
          isDistinct: true)
        let count = try subject.database.fetch(values).rows.count
        #expect(count == expected.count, "distinct \(path) of \(entity.name)")
      }
    }
  }

  /// SQLite renames a column called TRUE or FALSE in a subquery. The rows are nevertheless those of memory.
  @Test(arguments: [(0, 0), (2, 0), (2, 1), (nil, 2)] as [(Int?, Int)])
  func columnsCalledTrueAndFalse(limit: Int?, offset: Int) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, "false" INTEGER, "TRUE" TEXT, note_id INTEGER REFERENCES note (id));
      INSERT INTO note VALUES (1, 3, 'a', NULL), (2, 2, 'b', 1), (3, 1, 'c', 2);
      """)
    let fetch = EntityFetch("Note", limit: limit, offset: offset)
    #expect("\(try subject.database.fetch(fetch).rows)" == "\(try GraphFetch(subject.graph).rows(fetch).rows)")
  }

  @Test(arguments: [
    "notes.@count == 1", "notes.@sum.n == 2", "ANY notes.n > 1", "SUBQUERY(notes, $n, $n.n > 1).@count > 0",
  ])
  func pairsInColumnsCalledTrueAndFalse(format: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, n INT);
      CREATE TABLE tag (id INTEGER PRIMARY KEY);
      CREATE TABLE pair ("false" INTEGER REFERENCES tag (id), "TRUE" INTEGER REFERENCES note (id));
      INSERT INTO note VALUES (1, 1), (2, 2); INSERT INTO tag VALUES (1), (2), (3);
      INSERT INTO pair VALUES (1, 2), (1, 2), (2, 1), (2, 2), (NULL, 1);
      """)
    _ = try subject.ids(format, "Tag")
  }

  @Test func decimalNumbersAreNumbers() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE bill (id INTEGER PRIMARY KEY, total TEXT);
          INSERT INTO bill VALUES (1, '7.10'), (2, '-2'), (3, '1e3'), (4, '7.1'), (5, NULL), (6, '0'), (7, '-12'), (8, '0.00'),
            (9, '12345678901234567890.5'), (10, 'abc'), (11, '-0.5'), (12, '10'), (13, '1000');
          """)
    }
    let bill = Entity(
      name: "Bill", table: "bill",
      attributes: [
        Attribute(name: "total", type: .decimal, isOptional: true), Attribute(name: "id", type: .integer),
      ])
    let database = try PredicateDatabase(queue, model: DataModel(entities: [bill]))
    let total = try QueryExpression(format: "total")
    #expect(
      try database.keys(EntityFetch("Bill", sortedBy: [QuerySortKey(total)]))
        == [5, 10, 7, 2, 11, 6, 8, 1, 4, 12, 3, 13, 9])
    #expect(
      try database.keys(EntityFetch("Bill", sortedBy: [QuerySortKey(total, isAscending: false)], limit: 4)) == [
        9, 3, 13, 12,
      ])
    let groups = GroupOracle.Request(entity: "Bill", keys: ["total"], aggregates: [("count()", "n")])
    let found = try database.fetch(try groups.fetch()).rows.map { "\($0)" }
    let expected = try GroupOracle(MemoryObjects(graph: ObjectGraph(database))).rows(groups).map { "\($0)" }
    #expect(found == expected && found.count == 9)
    let all = GroupOracle.Request(
      entity: "Bill", keys: ["id / 5"],
      aggregates: [("min(total)", "least"), ("max(total)", "greatest"), ("@max.total", "also"), ("min(-total)", "m")],
      having: "greatest > 7.5 AND least < 0", order: [(1, true)])
    let best = try database.fetch(try all.fetch()).rows.map { "\($0)" }
    let expectedBest = try GroupOracle(MemoryObjects(graph: ObjectGraph(database))).rows(all).map { "\($0)" }
    #expect(best == expectedBest && best.count == 3, "\(best) for \(expectedBest)")
    let distinct = EntityFetch("Bill", columns: [FetchedColumn(total, as: "x")], isDistinct: true)
    let values = try database.fetch(distinct).rows.map { "\($0[0])" }
    #expect(values == (try database.fetch(try groups.fetch()).rows.map { "\($0[0])" }))
  }

  private static func isBefore(_ left: QueryValue, _ right: QueryValue) -> Bool {
    if left.isNull || right.isNull { return left.isNull && !right.isNull }
    return left.order(right) == .less
  }
}
