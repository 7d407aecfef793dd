import Foundation
import GRDB
import GRDBSQLite
import PredicateBinding
import PredicateDemo
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

@Suite struct RunningTests {
  static let demo = Result { try PredicateDatabase.demo() }

  static func fetch(
    _ format: String?, _ entity: String = "Movie", sortedBy keys: [QuerySortKey] = [], limit: Int? = nil,
    offset: Int = 0
  ) throws -> EntityFetch {
    EntityFetch(
      entity, where: try format.map { try QueryPredicate(format: QueryFormat(raw: $0)) }, sortedBy: keys, limit: limit,
      offset: offset)
  }

  static func key(_ names: String...) throws -> QueryKeyPath { try #require(QueryKeyPath(keys: names)) }

  @Test func rowsHaveTheModelsTypes() throws {
    let database = try Self.demo.get()
    let table = try database.fetch(Self.fetch("lentToFriend != nil", limit: 1))
    #expect(
      table.columns == [
        "id", "title", "year", "rating", "genre", "movieDescription", "lent", "lentOn", "lentToFriend",
      ])
    let row = try #require(table.rows.first)
    guard case .integer = row[0], case .string = row[1], case .integer = row[2], case .boolean(true) = row[6],
      case .date = row[7], case .reference(let friend) = row[8]
    else {
      Issue.record("\(row)")
      return
    }
    #expect(friend.entity == "Friend")
    let ids = try database.ids(
      entity: "Movie", predicate: QueryPredicate(format: "lentToFriend == $f"),
      variables: ["f": QueryValue.reference(friend)])
    #expect(!ids.isEmpty)
    let free = try database.fetch(Self.fetch("lentToFriend == nil", limit: 1))
    #expect(free.rows[0][8].isNull)
  }

  @Test func ordersPutNilFirstAndKeysLast() throws {
    let database = try Self.demo.get()
    let keys = [QuerySortKey(try Self.key("rating"))]
    let table = try database.fetch(Self.fetch(nil, sortedBy: keys))
    let nils = try database.count(Self.fetch("rating == nil"))
    #expect(nils > 0)
    #expect(table.rows.prefix(nils).allSatisfy { $0[3].isNull })
    for (a, b) in zip(table.rows, table.rows.dropFirst()) {
      let order = a[3].order(b[3])
      #expect(a[3].isNull || order == .less || (order == .equal && a[0].order(b[0]) == .less))
    }
    let reversed = try database.fetch(
      Self.fetch(nil, sortedBy: [QuerySortKey(try Self.key("rating"), isAscending: false)]))
    #expect(reversed.rows.suffix(nils).allSatisfy { $0[3].isNull })
  }

  @Test func ordersGoThroughToOneWays() throws {
    let database = try Self.demo.get()
    let name = QuerySortKey(try Self.key("lentToFriend", "friendName"), options: .caseInsensitive)
    let fetch = try Self.fetch(
      "lentToFriend.friendName != nil", sortedBy: [name, QuerySortKey(try Self.key("title"), isAscending: false)])
    let statement = try database.statement(for: fetch, form: .keys).statement
    #expect(statement.text.components(separatedBy: "JOIN").count == 2, "one join for the condition and the order")
    let keys = try database.keys(fetch)
    #expect(keys.count == (try database.count(fetch)))
    #expect(Set(keys).count == keys.count)
  }

  @Test func limitsAndOffsets() throws {
    let database = try Self.demo.get()
    let all = try database.keys(Self.fetch(nil))
    #expect(try database.keys(Self.fetch(nil, limit: 5)) == Array(all.prefix(5)))
    #expect(try database.keys(Self.fetch(nil, limit: 5, offset: 7)) == Array(all.dropFirst(7).prefix(5)))
    #expect(try database.keys(Self.fetch(nil, offset: 7)) == Array(all.dropFirst(7)))
    #expect(try database.keys(Self.fetch(nil, limit: 0)) == [])
    #expect(try database.keys(Self.fetch(nil, limit: -3)) == [])
    #expect(try database.count(Self.fetch(nil, limit: 5)) == 5)
    #expect(try database.count(Self.fetch(nil, offset: all.count - 2)) == 2)
    #expect(try database.count(Self.fetch(nil)) == all.count)
  }

  @Test func listsOfEveryLength() throws {
    let database = try Self.demo.get()
    let all = try database.ids(entity: "Movie", predicate: nil)
    for count in [0, 1, 63, 64, 65, 5_000] {
      let values = (0..<count).map { QueryValue.integer(Int64($0) + 1) }
      let references = all.prefix(count).map { QueryValue.reference(ObjectReference(entity: "Movie", key: $0)) }
      let lengths = try database.ids(
        entity: "Movie", predicate: QueryPredicate(format: "SELF IN $r"), variables: ["r": QueryValue.array(references)]
      )
      #expect(lengths == Array(all.prefix(count)))
      let years = try QueryPredicate(format: "year - 1900 IN $v")
      let found = try database.ids(entity: "Movie", predicate: years, variables: ["v": QueryValue.array(values)])
      let rest = try database.ids(entity: "Movie", predicate: .not(years), variables: ["v": QueryValue.array(values)])
      #expect(found.count + rest.count == all.count)
    }
    let strings = (0..<200).map { QueryValue.string("x'\"\u{1}\\\($0)é") } + [.string("Drama")]
    let drama = try database.ids(
      entity: "Movie", predicate: QueryPredicate(format: "genre IN $v"), variables: ["v": QueryValue.array(strings)])
    #expect(drama == (try database.ids(entity: "Movie", predicate: QueryPredicate(format: "genre == 'Drama'"))))
    let withNUL = strings + [.string("a\0b")]
    #expect(
      drama
        == (try database.ids(
          entity: "Movie", predicate: QueryPredicate(format: "genre IN $v"), variables: ["v": QueryValue.array(withNUL)]
        )))
  }

  @Test(arguments: [
    ("yaer > 1", PredicateIssue.Kind.unknownKey), ("title MATCHES '('", .domain), ("title == 5", .type),
    ("ANYKEY == 'x'", .unsupported), ("year == $x", .unboundVariable),
  ])
  func issues(format: String, kind: PredicateIssue.Kind) throws {
    let database = try Self.demo.get()
    let issue = try #require(throws: PredicateIssue.self) { try database.keys(Self.fetch(format)) }
    #expect(issue.kind == kind)
  }

  /// People who type predicates cause new statements all the time. A connection keeps only repeated statements prepared, and only a limited number of them.
  @Test func fewStatementsStayPrepared() throws {
    let database = try PredicateDatabase.demo()
    func prepared() throws -> Int {
      try database.reader.read { database in
        sequence(first: sqlite3_next_stmt(database.sqliteConnection, nil)) {
          sqlite3_next_stmt(database.sqliteConnection, $0)
        }.prefix { $0 != nil }.count
      }
    }
    let before = try prepared()
    for number in 1...600 {
      let sum = Array(repeating: "year", count: number % 50 + 1).joined(separator: " + ")
      let fetch = try Self.fetch(
        "\(sum) > 1 OR \(Array(repeating: "rating > 1", count: number / 50 + 1).joined(separator: " OR "))")
      #expect(try database.count(fetch) == database.count(fetch))
    }
    let count = try prepared() - before
    #expect((100...300).contains(count))
  }

  @Test func unknownEntity() throws {
    let database = try Self.demo.get()
    #expect(throws: PredicateIssue.self) { try database.keys(Self.fetch("TRUEPREDICATE", "Nothing")) }
  }

  /// SQLite refuses deeply nested expressions. Long conjunctions are rewritten so that they are not nested; nested predicates give an issue, and
  /// never a crash.
  @Test func widthAndDepth() throws {
    let database = try Self.demo.get()
    let wide = (0..<3_000).map { "year == \($0)" }.joined(separator: " OR ")
    #expect(try database.count(Self.fetch(wide)) == database.count(Self.fetch(nil)))
    let everything = (0..<3_000).map { "year != \($0 + 5_000)" }.joined(separator: " AND ")
    #expect(try database.count(Self.fetch(everything)) == database.count(Self.fetch(nil)))
    let deep = [
      String(repeating: "-(", count: 200) + "year" + String(repeating: ")", count: 200) + " > 0",
      String(repeating: "1 - (", count: 200) + "year" + String(repeating: ")", count: 200) + " > 0",
      (0..<120).map { "NOT (year == \($0) AND (rating > 1 OR " }.joined() + "year == 1"
        + String(repeating: "))", count: 120),
      (0..<60).map { "SUBQUERY(\($0 == 0 ? "tags" : "$m\($0 - 1).tags"), $t\($0), SUBQUERY($t\($0).movies, $m\($0), " }
        .joined()
        + "TRUEPREDICATE" + String(repeating: ").@count > 0).@count > 0", count: 60),
      (0..<150).map { "TERNARY(year == \($0), 1, " }.joined() + "year" + String(repeating: ")", count: 150) + " > 0",
    ]
    for format in deep {
      do {
        _ = try database.count(Self.fetch(format))
      } catch let issue as PredicateIssue {
        #expect(issue.kind == .limit, "\(issue)")
      }
    }
    let joins = (0..<70).reduce("lentMovies") { path, _ in path + ".lentToFriend" }
    #expect(throws: PredicateIssue.self) { try database.count(Self.fetch("ANY \(joins).email == nil", "Friend")) }
  }

  @Test func interruption() throws {
    // The test uses its own database, because it interrupts every statement on it.
    let database = try PredicateDatabase.demo()
    let slow = try Self.fetch(
      "SUBQUERY(tags, $a, SUBQUERY($a.movies, $b, SUBQUERY($b.tags, $c, ANY $c.movies.year == year + $b.year).@count > 900).@count > 9).@count > 9"
    )
    // The test uses its own thread, because a task would wait until other tests free a thread.
    let interrupter = Thread {
      while !Thread.current.isCancelled {
        database.interrupt()
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    interrupter.start()
    defer { interrupter.cancel() }
    // A count that completes without an interruption is run again.
    #expect(throws: CancellationError.self) { while true { _ = try database.count(slow) } }
  }

  /// Cancelling a task ends its read. A save is completed.
  @Test func aCancelledTaskEndsItsStatement() async throws {
    let database = try PredicateDatabase.demo()
    let slow = EntityFetch(
      "Movie",
      where: try QueryPredicate(
        "SUBQUERY(tags, $t, SUBQUERY($t.movies, $m, SUBQUERY($m.tags, $u, SUBQUERY($u.movies, $n, $n.year * $m.year == $t.id + SELF.year).@count > 0).@count > 0).@count > 0).@count > 0"
      ))
    let task = Task.detached { while true { _ = try database.count(slow) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: [
    ("year > 1990", "Movie_year"), ("year >= 1990", "Movie_year"), ("year < 1990", "Movie_year"),
    ("year <= 1990", "Movie_year"), ("1990 < year", "Movie_year"), ("year == 1994", "Movie_year"),
    ("year == 1994.0", "Movie_year"), ("year == $decimal", "Movie_year"), ("year BETWEEN {1990, 1992}", "Movie_year"),
    ("year IN {1990, 1992}", "Movie_year"), ("year IN $years", "Movie_year"),
    ("title BEGINSWITH 'The '", "Movie_title"), ("title LIKE 'The *'", "Movie_title"),
    ("title == 'x'", "Movie_title"), ("title > 'x'", "Movie_title"), ("title IN {'x', 'y'}", "Movie_title"),
    ("title BETWEEN {'x', 'y'}", "Movie_title"), ("title LIKE 'x'", "Movie_title"),
    ("genre == 'Noir' AND rating > 7", "Movie_genre"), ("genre == 'Noir' AND title MATCHES genre", "Movie_genre"),
    ("lentToFriend == nil", "Movie_lentToFriend"), ("lentToFriend == $f", "Movie_lentToFriend"),
    ("lentToFriend IN $fs", "Movie_lentToFriend"), ("lentToFriend IN {$f, nil}", "Movie_lentToFriend"),
    ("SELF == $m", "INTEGER PRIMARY KEY"), ("SELF IN {$m}", "INTEGER PRIMARY KEY"),
    ("ANY tags.name == 'classic'", "Movie_tags_tag"), ("ANY tags == $t", "Movie_tags_tag"),
    ("$t IN tags", "Movie_tags_tag"), ("tags CONTAINS $t", "Movie_tags_tag"),
    ("ANY loans.note == 'x' AND SELF == $m", "Loan_movie"), ("ANY loans.note == 'x' AND year == 1994", "Movie_year"),
    ("ANY loans.note == 'x' AND year == 1994", "Loan_movie"), ("NOT (year < 2000)", "Movie_year"),
    ("year == 1990 OR title == 'x'", "MULTI-INDEX OR"), ("(loans)[FIRST].note == 'x'", "Loan_movie"),
  ])
  func indexesServe(format: String, index: String) throws {
    let database = try Self.demo.get()
    func row(_ entity: String) -> QueryValue { .reference(ObjectReference(entity: entity, key: 1)) }
    let decimal = try #require(QueryDecimal("1994"))
    let variables: QueryVariables = [
      "m": row("Movie"), "f": row("Friend"), "t": row("Tag"), "fs": [row("Friend")],
      "decimal": decimal,
      "years": Array(1_900..<2_000),
    ]
    let statement = try database.statement(for: Self.fetch(format), variables: variables, form: .count).statement
    let keys = try database.plan(
      of: database.translator.keys(of: "Movie", where: Self.fetch(format).predicate, variables: variables))
    #expect(keys.all.contains { $0.words.contains(index) }, "\(keys)")
    let plan = try database.reader.read { connection in
      try Row.fetchAll(
        connection, sql: "EXPLAIN QUERY PLAN " + statement.text,
        arguments: StatementArguments(statement.bindings.map { _ in 1 })
      ).map { $0["detail"] as String }
    }
    #expect(plan.contains { $0.contains(index) }, "\(statement.text)\n\(plan.joined(separator: "\n"))")
  }
}
