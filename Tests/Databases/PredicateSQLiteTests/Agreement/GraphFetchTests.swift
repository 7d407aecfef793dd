import GRDB
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Whole fetches in memory give the rows that SQL gives. ``RandomFetchTests`` holds random ones against the oracle.
@Suite struct GraphFetchTests {
  private static let subjects = OddShapesTests.subjects + [AgreementTests.loose, AgreementTests.demo]

  private static func check(
    _ fetch: EntityFetch, _ subject: AgreementSubject, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try GraphFetch(subject.graph).rows(fetch, variables: variables, options: options)
    let expected = try subject.database.fetch(fetch, variables: variables, options: options)
    let sql = try subject.database.statement(for: fetch, variables: variables, options: options).statement.text
    #expect(found.columns == expected.columns, "\(fetch)", sourceLocation: sourceLocation)
    #expect(
      found.rows.map { "\($0)" } == expected.rows.map { "\($0)" }, "\(fetch)\n\(sql)", sourceLocation: sourceLocation)
    let count = try GraphFetch(subject.graph).count(fetch, variables: variables, options: options)
    #expect(count == expected.rows.count, "\(fetch)", sourceLocation: sourceLocation)
  }

  private static func columns(_ texts: String...) throws -> [FetchedColumn] {
    try texts.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
  }

  @Test(arguments: subjects.indices)
  func wholeObjects(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    for entity in subject.database.model.entities {
      // Rows without a key have no defined order, so their rows are compared in any order.
      guard entity.key.referenceColumn != nil else { continue }
      try Self.check(EntityFetch(entity.name), subject)
      try Self.check(EntityFetch(entity.name, limit: 2, offset: 1), subject)
    }
  }

  @Test(arguments: ["UTC", "Europe/Berlin", "Asia/Kolkata"])
  func datesInAZone(zone: String) throws {
    let demo = try AgreementTests.demo.get()
    let options = BindingOptions(timeZone: try #require(QueryTimeZone(zone) as QueryTimeZone?))
    let month = try QueryExpression(format: "lentOn.startOfMonth")
    let key = FetchedColumn(month, as: "month")
    try Self.check(
      EntityFetch("Loan", columns: [key] + Self.columns("count()", "max(lentOn.hour)"), groupBy: [key]), demo,
      options: options)
    try Self.check(
      EntityFetch(
        "Loan", where: QueryPredicate(format: "(returnedOn - lentOn).days > 5 AND lentOn.hour BETWEEN {9, 12}"),
        columns: Self.columns(
          "lentOn.hour", "returnedOn - lentOn", "movie.title + ', ' + friend.friendName", "lentOn + 60"),
        sortedBy: [QuerySortKey(try QueryExpression(format: "lentOn.dayOfYear"), isAscending: false)]),
      demo, options: options)
  }

  /// The first rows of each group of equal keys, in memory and in SQL: for objects, for groups and for distinct rows, with a limit and an offset,
  /// with columns that shadow properties, and with keys that are nil, objects, or texts of another collation.
  @Test func firstOfEach() throws {
    let demo = try AgreementTests.demo.get()
    func expressions(_ texts: String...) throws -> [QueryExpression] {
      try texts.map { try QueryExpression(format: QueryFormat(raw: $0)) }
    }
    func key(_ text: String, isAscending: Bool = true) throws -> QuerySortKey {
      QuerySortKey(try QueryExpression(format: QueryFormat(raw: text)), isAscending: isAscending)
    }
    let genre = FetchedColumn(try QueryExpression(format: "genre"), as: "genre")
    for count in [0, 1, 3] {
      for keys in [["genre"], ["lentToFriend"], ["lentToFriend.email", "year / 20"], ["title.length"]] {
        let first = FirstOfEach(count, of: try keys.map { try QueryExpression(format: QueryFormat(raw: $0)) })
        var fetch = EntityFetch("Movie", where: try QueryPredicate(format: "year > 1960"))
        fetch.firstOfEach = first
        try Self.check(fetch, demo)
        fetch.sortKeys = [try key("rating", isAscending: false), try key("title")]
        try Self.check(fetch, demo)
        (fetch.limit, fetch.offset) = (5, 2)
        try Self.check(fetch, demo)
        #expect(try demo.database.count(fetch) == demo.database.fetch(fetch).rows.count)
        fetch.columns = try Self.columns("title", "genre", "lentToFriend.friendName")
        try Self.check(fetch, demo)
      }
    }
    // A column name takes precedence over a property of the same name.
    try Self.check(
      EntityFetch(
        "Movie", columns: [FetchedColumn(try QueryExpression(format: "year / 10"), as: "year")],
        firstOfEach: FirstOfEach(1, of: expressions("year"))), demo)
    try Self.check(
      EntityFetch(
        "Movie", columns: [genre] + Self.columns("lent", "count()", "avg(rating)"),
        groupBy: [genre, FetchedColumn(try QueryExpression(format: "lent"), as: "lent")],
        sortedBy: [key("avg(rating)", isAscending: false)], firstOfEach: FirstOfEach(1, of: expressions("lent")),
        limit: 3),
      demo)
    try Self.check(
      EntityFetch(
        "Movie", columns: Self.columns("genre", "year / 10"), isDistinct: true,
        sortedBy: [key("genre", isAscending: false)],
        firstOfEach: FirstOfEach(2, of: expressions("genre"))), demo)
    try Self.check(
      EntityFetch(
        "Movie", columns: Self.columns("genre", "year / 10"), isDistinct: true,
        firstOfEach: FirstOfEach(1, of: expressions("year / 10"))), demo)
    let issue = #expect(throws: PredicateIssue.self) {
      _ = try demo.database.fetch(
        EntityFetch(
          "Movie", columns: [genre], isDistinct: true, firstOfEach: FirstOfEach(1, of: try expressions("title"))))
    }
    #expect(issue?.code == "distinct-order")
    let other = #expect(throws: PredicateIssue.self) {
      _ = try demo.database.fetch(
        EntityFetch("Movie", columns: [], firstOfEach: FirstOfEach(1, of: try expressions("tags.name"))))
    }
    #expect(other?.code == "group-to-many")
  }

  /// Statistics (median, deviation, mode, joined texts) have the same values in memory and in SQL: over groups, over all objects, over nil only, and
  /// over no object.
  @Test(arguments: subjects.indices)
  func statistics(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    for entity in subject.database.model.entities {
      for attribute in entity.attributes {
        let name = QueryExpression.keyPath(QueryKeyPath(.key(attribute.name))).exactFormat
        var texts: [String] = []
        if attribute.type.family == .number {
          texts =
            ["median", "stddev", "variance"].map { "\($0)(\(name))" } + ["percentile(\(name), 0.9)", "mode(-\(name))"]
        }
        if attribute.type == .string { texts = ["groupConcat(\(name), '|')", "groupConcat(distinct(\(name)))"] }
        if attribute.type != .any { texts.append("mode(\(name))") }
        let columns = try texts.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
        if columns.isEmpty { continue }
        try Self.check(EntityFetch(entity.name, columns: columns), subject)
        try Self.check(EntityFetch(entity.name, where: .literal(false), columns: columns), subject)
      }
    }
    let demo = try AgreementTests.demo.get()
    let genre = FetchedColumn(try QueryExpression(format: "genre"), as: "genre")
    try Self.check(
      EntityFetch(
        "Movie",
        columns: [genre]
          + Self.columns(
            "median(rating)", "percentile(rating, 0.25)", "stddev(year)", "variance(rating * 3)", "mode(year / 10)",
            "mode(lentToFriend.friendName)", "mode(lentOn)", "groupConcat(lentToFriend.friendName, ' / ')",
            "groupConcat(distinct(lentToFriend.friendName), ', ')"),
        groupBy: [genre], having: QueryPredicate(format: "median(year) > 1970 OR mode(lent) == YES")), demo)
  }

  @Test func distinctValuesAndTotals() throws {
    let demo = try AgreementTests.demo.get()
    let genre = FetchedColumn(try QueryExpression(format: "genre"), as: "genre")
    try Self.check(
      EntityFetch(
        "Movie",
        columns: [genre]
          + Self.columns(
            "count(distinct year)", "count(distinct lentToFriend)", "count(distinct rating)", "count(distinct lent)",
            "round(100.0 * count() / Movie.@count, 1)", "avg(rating) - Movie.@avg.rating", "Loan.@max.lentOn"),
        groupBy: [genre], having: QueryPredicate(format: "count() * 20 > Movie.@count")), demo)
    for format in [
      "year > Movie.@avg.year", "rating == Movie.@max.rating", "loans.@count * 100 > Loan.@count",
      "SUBQUERY(Movie, $m, $m.genre == genre AND $m.year < year).@count == 0",
      "SUBQUERY(Friend, $f, $f.friendName == lentToFriend.friendName).@count == 1", "Movie.tags.@count > 100",
      "lentToFriend == Friend[3]", "Friend[LAST].friendName == lentToFriend.friendName", "Friend[999] == lentToFriend",
      "Movie[7].year < year", "ANY Movie[7].tags.name == tags[0].name", "Movie[tags.@count].year < year",
    ] {
      try Self.check(
        EntityFetch(
          "Movie", where: QueryPredicate(format: QueryFormat(raw: format)),
          columns: Self.columns("title", "Movie.@min.year", "Tag.@count")),
        demo)
    }
  }

  @Test func aZoneOfTheDatabase() throws {
    let demo = try AgreementTests.demo.get().database
    let berlin = demo.inTimeZone(try #require(QueryTimeZone("Europe/Berlin")))
    let fetch = EntityFetch("Loan", where: try QueryPredicate(format: "lentOn.hour == 12"))
    let inBerlin = try berlin.count(fetch)
    #expect(try demo.count(fetch) != inBerlin)
    #expect(try GraphFetch(ObjectGraph(berlin)).count(fetch) == inBerlin)
    #expect(try demo.count(fetch, options: BindingOptions(timeZone: berlin.model.timeZone)) == inBerlin)
    #expect(try berlin.count(fetch, options: BindingOptions(timeZone: .utc)) == demo.count(fetch))
  }

  @Test func conditionOrderAndBounds() throws {
    let demo = try AgreementTests.demo.get()
    let year = try QueryExpression(format: "year"), title = try QueryExpression(format: "title")
    let rating = try QueryExpression(format: "rating")
    let after = try QueryPredicate(format: "year > $y AND lentToFriend.friendName != nil")
    for y in [1950, 1990, 3000] as [Int64] {
      try Self.check(
        EntityFetch(
          "Movie", where: after, sortedBy: [QuerySortKey(rating, isAscending: false), QuerySortKey(year)], limit: 7),
        demo, variables: QueryVariables([("y", .integer(y))]))
    }
    try Self.check(
      EntityFetch("Movie", sortedBy: [QuerySortKey(title, isAscending: false, options: .caseInsensitive)], offset: 190),
      demo
    )
    try Self.check(EntityFetch("Movie", limit: 0), demo)
    try Self.check(EntityFetch("Movie", offset: 500), demo)
  }

  /// Memory and SQL show the same columns. Collections, and objects without an integer key, are left out here, because SQL cannot show them.
  @Test func columnsOfObjects() throws {
    let demo = try AgreementTests.demo.get()
    try Self.check(
      EntityFetch(
        "Movie",
        columns: try Self.columns(
          "title", "year / 3", "rating * 2", "lentToFriend", "lentToFriend.email", "tags.@count", "lentOn", "lent",
          "uppercase(genre)", "loans.@max.lentOn"),
        sortedBy: [
          QuerySortKey(try QueryExpression(format: "tags.@count")),
          QuerySortKey(try QueryExpression(format: "year / 3"), isAscending: false),
        ]), demo)
    let loose = try AgreementTests.loose.get()
    try Self.check(
      EntityFetch(
        "Item", columns: try Self.columns("amount", "price", "flag", "label", "cost", "anything", "iso", "group")),
      loose)
  }

  @Test func collectionsAreShown() throws {
    let demo = try AgreementTests.demo.get()
    let fetch = EntityFetch(
      "Movie", where: try QueryPredicate(format: "tags.@count > 1"), columns: try Self.columns("tags", "tags.name"),
      limit: 1)
    let row = try #require(try GraphFetch(demo.graph).rows(fetch).rows.first)
    guard case .array(let tags) = row[0], case .array(let names) = row[1] else {
      Issue.record("\(row)")
      return
    }
    #expect(tags.count > 1 && names.count == tags.count)
    #expect(tags.allSatisfy { if case .reference(let tag) = $0 { tag.entity == "Tag" } else { false } })
  }

  @Test func groups() throws {
    let demo = try AgreementTests.demo.get()
    let genre = try Self.columns("genre")
    try Self.check(EntityFetch("Movie", columns: [], groupBy: genre), demo)
    try Self.check(
      EntityFetch(
        "Movie", columns: try Self.columns("genre", "count() * 2", "max(rating) - min(rating)", "@avg.rating"),
        groupBy: genre, having: try QueryPredicate(format: "count() > 3 AND genre != 'Noir'"),
        sortedBy: [QuerySortKey(try QueryExpression(format: "avg(rating)"), isAscending: false)], limit: 4, offset: 1),
      demo)
    // A path can continue from a key that is an object.
    try Self.check(
      EntityFetch(
        "Movie", columns: try Self.columns("lentToFriend", "lentToFriend.friendName", "count()"),
        groupBy: try Self.columns("lentToFriend"),
        sortedBy: [QuerySortKey(try QueryExpression(format: "lentToFriend.friendName"), isAscending: false)]), demo)
    // Aggregates without group keys make one row, even if no object meets the condition.
    let aggregates = try Self.columns(
      "count()", "sum(year)", "sum(rating)", "avg(rating)", "@avg.rating", "min(title)", "max(lentOn)", "count(lentOn)")
    try Self.check(EntityFetch("Movie", columns: aggregates), demo)
    try Self.check(
      EntityFetch("Movie", where: try QueryPredicate(format: "year > 3000"), columns: aggregates), demo)
    // If not all keys of the groups are shown, rows of different groups can be equal.
    try Self.check(
      EntityFetch(
        "Movie", columns: try Self.columns("count()"), isDistinct: true, groupBy: try Self.columns("genre", "year")),
      demo)
  }

  @Test func distinctRows() throws {
    let demo = try AgreementTests.demo.get()
    try Self.check(EntityFetch("Movie", columns: try Self.columns("genre", "lent"), isDistinct: true), demo)
    try Self.check(
      EntityFetch(
        "Movie", columns: try Self.columns("lentToFriend", "lentToFriend.friendName"), isDistinct: true,
        sortedBy: [QuerySortKey(try QueryExpression(format: "lentToFriend.friendName"), isAscending: false)], limit: 5),
      demo
    )
  }

  /// Order and nil as the documentation of the language defines them, with expected rows written by hand.
  @Test func nilComesFirstAndKeysBreakTies() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE thing (id INTEGER PRIMARY KEY, size INTEGER, word TEXT);
          INSERT INTO thing VALUES (4, NULL, 'b'), (1, 2, NULL), (3, 2, 'B'), (2, NULL, 'a'), (5, 1, 'A');
          """)
    }
    let database = try PredicateDatabase(queue)
    let memory = GraphFetch(try ObjectGraph(database))
    func keys(_ keys: QuerySortKey...) throws -> [Int64] {
      try memory.rows(EntityFetch("Thing", sortedBy: keys)).rows.compactMap {
        if case .integer(let key)? = $0.first { key } else { nil }
      }
    }
    let size = try QueryExpression(format: "size"), word = try QueryExpression(format: "word")
    #expect(try keys() == [1, 2, 3, 4, 5])
    #expect(try keys(QuerySortKey(size)) == [2, 4, 5, 1, 3])
    #expect(try keys(QuerySortKey(size, isAscending: false)) == [1, 3, 5, 2, 4])
    #expect(try keys(QuerySortKey(word)) == [1, 5, 3, 2, 4])
    #expect(try keys(QuerySortKey(word, options: .caseInsensitive)) == [1, 2, 5, 3, 4])
    #expect(try keys(QuerySortKey(word, options: .caseInsensitive), QuerySortKey(size)) == [1, 2, 5, 4, 3])
    let groups = try memory.rows(EntityFetch("Thing", columns: [], groupBy: [FetchedColumn(size, as: "s")]))
    #expect(groups.columns == ["s", "count"])
    let expected: [[QueryValue]] = [[.null, .integer(2)], [.integer(1), .integer(1)], [.integer(2), .integer(2)]]
    #expect(groups.rows.map { "\($0)" } == expected.map { "\($0)" })
  }

  @Test func canBeCancelled() throws {
    var memory = GraphFetch(try AgreementTests.demo.get().graph)
    memory.isCancelled = { true }
    for fetch in [
      EntityFetch("Movie"), EntityFetch("Movie", where: try QueryPredicate(format: "year > 1990")),
      EntityFetch("Movie", columns: [], groupBy: try Self.columns("genre")),
    ] {
      #expect(throws: CancellationError.self) { try memory.rows(fetch) }
    }
  }

  /// Cancellation is checked repeatedly while memory reads the rows of one group, and the objects that a condition reads.
  @Test(arguments: ["median(year)", "count(title)"]) func aggregatesCanBeCancelled(column: String) throws {
    var memory = GraphFetch(try AgreementTests.demo.get().graph)
    let checks = Locked(0)
    memory.isCancelled = {
      checks.withLock { $0 += 1 }
      return false
    }
    var fetch = EntityFetch("Movie", columns: [FetchedColumn(try QueryExpression(format: QueryFormat(raw: column)))])
    fetch.groupBy = []
    let count = try memory.count(EntityFetch("Movie"))
    checks.withLock { $0 = 0 }
    _ = try memory.rows(fetch)
    let all = checks.withLock(\.self)
    #expect(all > count / 64, "\(all) checks for \(count) movies")
    // A cancellation at any one of the checks ends the fetch.
    for number in 1...all {
      checks.withLock { $0 = 0 }
      memory.isCancelled = {
        checks.withLock { count in
          count += 1
          return count == number
        }
      }
      #expect(throws: CancellationError.self) { try memory.rows(fetch) }
    }
  }

  /// A program that does not use tasks can cancel a fetch by a closure.
  @Test func aClosureCancels() throws {
    let memory = GraphFetch(try AgreementTests.demo.get().graph)
    let fetch = EntityFetch("Movie", where: try QueryPredicate(format: "year > 1990"))
    #expect(throws: CancellationError.self) {
      try WorkCancellation.whileWatching({ true }) { try memory.rows(fetch) }
    }
    #expect(try WorkCancellation.whileWatching({ false }) { try memory.rows(fetch) }.rows.isEmpty == false)
  }

  @Test func mistakesAreTheOnesOfBinding() throws {
    let demo = try AgreementTests.demo.get()
    let memory = GraphFetch(demo.graph)
    #expect(throws: PredicateIssue.self) { try memory.rows(EntityFetch("Nothing")) }
    #expect(throws: PredicateIssue.self) {
      try memory.rows(EntityFetch("Movie", columns: try Self.columns("title"), groupBy: try Self.columns("genre")))
    }
    #expect(throws: PredicateIssue.self) {
      try memory.rows(EntityFetch("Movie", where: try QueryPredicate(format: "year > $y")))
    }
  }
}
