import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import Testing

/// The known numbers of rows decide whether a statement uses EXISTS, a join or a subquery.
@Suite struct AmountsTests {
  /// Films of every year from 1926 to 2025, one each; fewer friends and tags than films.
  private static let indexes = {
    var indexes = SQLIndexes()
    indexes.add(table: "Movie", firstColumn: "year")
    indexes.addSample((1926...2025).map(Double.init), ofRows: 100, table: "Movie", column: "year")
    indexes.add(table: "Movie", firstColumn: "genre")
    let genres = (0..<100).map { $0 % 10 == 0 ? "Noir" : $0 % 50 == 1 ? "Western" : "Drama" }
    indexes.addSample(genres, ofRows: 100, table: "Movie", column: "genre")
    for (table, count) in [("Movie", 1000), ("Friend", 60), ("Tag", 75), ("Loan", 1500)] {
      indexes.setRowCount(count, ofTable: table)
    }
    return indexes
  }()

  private static func text(
    _ format: String, indexes: SQLIndexes = indexes, form: SQLFetchForm = .keys, limit: Int? = nil
  ) throws -> String {
    var fetch = EntityFetch("Movie", where: try QueryPredicate(format: QueryFormat(raw: format)))
    fetch.limit = limit
    let translator = SQLTranslator.sqlite(.movies, indexes: indexes)
    return try translator.translate(fetch, form: form).statement.text.replacing("\"", with: "")
  }

  @Test(arguments: [
    ("year > 1990 AND rating >= 7.5", 1), ("year > 2022 AND rating >= 7.5", 0), ("year <= 1931", 0),
    ("year <= 1932", 1), ("year BETWEEN {1980, 1989}", 1), ("year BETWEEN {1980, 1982}", 0),
    ("year >= 1990 AND year < 1995", 0), ("year >= 1990 AND year < 2000", 2), ("1990 < year", 1),
    ("year > 1990 AND (year < 1995 OR rating > 9)", 1), ("rating > 1", 0), ("year == 1990", 0),
    ("year > 2000 AND year < 1990", 0), ("genre IN {'Drama', 'War'}", 1), ("genre IN {'Western', 'War'}", 0),
    ("genre IN {'War', 'Crime'}", 0), ("title IN {'Drama', 'War'}", 0),
  ])
  func boundsThatLeaveManyRowsAreMarked(format: String, marks: Int) throws {
    let text = try Self.text(format)
    #expect(text.components(separatedBy: "likely(").count - 1 == marks, "\(text)")
    #expect(!(try Self.text(format, indexes: .none)).contains("likely"))
  }

  @Test func textOfAnotherObjectIsAskedOnce() throws {
    #expect(
      try Self.text("lentToFriend.friendName ENDSWITH[c] 'son'")
        == "SELECT t0.id FROM Movie t0 WHERE t0.lentToFriend_id IN (SELECT t1.id FROM Friend t1 "
        + "WHERE predicate_endsWith(t1.friendName, ?1, 1)) ORDER BY t0.id")
    #expect(try Self.text("NOT lentToFriend.friendName LIKE 'A*'").contains("LIKE") == false)
    #expect(try Self.text("lentToFriend.friendName ENDSWITH 'son'", indexes: .none).contains("LEFT JOIN"))
    var many = Self.indexes
    many.setRowCount(100_000, ofTable: "Friend")
    #expect(try Self.text("lentToFriend.friendName ENDSWITH 'son'", indexes: many).contains("LEFT JOIN"))
    // A table that another condition joins anyway is used for this condition, too.
    #expect(
      !(try Self.text("lentToFriend.email == nil AND lentToFriend.friendName ENDSWITH 'son'")).contains("SELECT t2"))
  }

  @Test(arguments: [
    ("lentToFriend.friendName == 'x'", "t0.lentToFriend_id IN (SELECT t1.id FROM Friend t1 WHERE t1.friendName = ?1)"),
    (
      "lentToFriend.friendName IN {'x', 'y'}",
      "t0.lentToFriend_id IN (SELECT t1.id FROM Friend t1 WHERE t1.friendName IN (?1, ?2))"
    ),
    // Many friends may match, so an index must not look up the films of each of them. The `+` prevents that.
    ("lentToFriend.friendName > 'x'", "+t0.lentToFriend_id IN (SELECT t1.id FROM Friend t1 WHERE t1.friendName > ?1)"),
    (
      "lentToFriend.friendName BETWEEN {'x', 'y'}",
      "+t0.lentToFriend_id IN (SELECT t1.id FROM Friend t1 WHERE t1.friendName BETWEEN ?1 AND ?2)"
    ),
    (
      "lentToFriend.friendName IN {'1', '2', '3', '4', '5'}",
      "+t0.lentToFriend_id IN (SELECT t1.id FROM Friend t1 WHERE t1.friendName IN (?1, ?2, ?3, ?4, ?5))"
    ),
  ])
  func objectsOfAnotherTableAreFoundOnce(format: String, condition: String) throws {
    #expect(try Self.text(format) == "SELECT t0.id FROM Movie t0 WHERE \(condition) ORDER BY t0.id")
    #expect(try Self.text(format, indexes: .none).contains("LEFT JOIN"))
    #expect(try Self.text("year == 1990 AND \(format)").contains("LEFT JOIN"))
    // With a limit, a condition that many friends meet is tested row by row, with a join. A rare one is not.
    #expect(try Self.text(format, limit: 5).contains("LEFT JOIN") == condition.hasPrefix("+"))
    #expect(try Self.text(format, form: .count).contains("LEFT JOIN") == condition.hasPrefix("+"))
  }

  @Test(arguments: [
    ("ANY loans.friend.friendName == 'x'", false), ("ANY loans.note IN {'x', 'y'}", false),
    ("ANY tags.name == 'x' AND rating > 3", false), ("ANY loans.note CONTAINS 'x'", true),
    ("ANY loans.note != nil", true), ("ANY loans.friend.friendName > 'x'", true),
    ("ANY loans.movie.lent == YES", true), ("ANY loans.movie.genre == 'Drama'", true),
    ("ANY loans.movie.genre == 'Western'", false), ("year == 1990 AND ANY loans.note == 'x'", true),
  ])
  func limitAsksOneByOneWhatManyMeet(format: String, asksEach: Bool) throws {
    let text = try Self.text(format, limit: 5)
    #expect(text.contains("EXISTS") == asksEach, "\(text)")
    #expect(text.contains("IN (SELECT") != asksEach, "\(text)")
  }

  /// There are more films than friends, so a film has fewer loans than a friend. The range starts from the film.
  @Test func rangesAreFoundByWhatLeadsToFewer() throws {
    var indexes = Self.indexes
    for column in ["movie_id", "friend_id"] { indexes.add(table: "Loan", firstColumn: column) }
    #expect(
      try Self.text("SUBQUERY(loans, $l, $l.friend == lentToFriend).@count > 0", indexes: indexes)
        == "SELECT t0.id FROM Movie t0 WHERE +t0.lentToFriend_id IS NOT NULL AND EXISTS (SELECT 1 FROM Loan t1 "
        + "WHERE t1.movie_id = t0.id AND +t1.friend_id = t0.lentToFriend_id) ORDER BY t0.id")
    indexes.setRowCount(2000, ofTable: "Friend")
    for indexes in [indexes, .none] {
      let text = try Self.text("SUBQUERY(loans, $l, $l.friend == lentToFriend).@count > 0", indexes: indexes)
      #expect(!text.contains("+t1.friend_id"))
    }
  }

  /// A comparison with a value that most rows have does not count as selective.
  @Test func samplesTellWhatMostRowsHave() throws {
    #expect(!(try Self.text("genre == 'Drama' AND ANY loans.note CONTAINS 'x'")).contains("EXISTS"))
    #expect(!(try Self.text("genre IN {'Drama', 'Noir'} AND ANY loans.note CONTAINS 'x'")).contains("EXISTS"))
    #expect(try Self.text("genre == 'Noir' AND ANY loans.note CONTAINS 'x'").contains("EXISTS"))
    var indexes = Self.indexes
    indexes.addSample(Array(repeating: "none", count: 90), ofRows: 100, table: "Loan", column: "note")
    #expect(try Self.text("ANY loans.note == 'none'", indexes: indexes, limit: 5).contains("EXISTS"))
    #expect(!(try Self.text("ANY loans.note == 'rare'", indexes: indexes, limit: 5)).contains("EXISTS"))
    indexes.addSample((1...100).map { Double($0) }, ofRows: 100, table: "Movie", column: "rating")
    #expect(!(try Self.text("rating > 5", indexes: indexes)).contains("likely"))
  }

  /// If nearly all elements belong to some row, a value over all elements is computed for all rows at once, even if an index has the foreign keys.
  @Test func valuesOfAllElementsAreMadeAtOnce() throws {
    let formats = [
      ("loans.@max.lentOn > lentOn", "keyedMaximum"),
      ("SUBQUERY(loans, $l, $l.lentOn > lentOn).@count > 1", "keyedCounts"),
      ("loans.@max.note > 'M'", "NOT INDEXED"),
    ]
    var indexes = Self.indexes
    indexes.add(table: "Loan", firstColumn: "movie_id")
    for (format, words) in formats {
      #expect(!(try Self.text(format, indexes: indexes)).contains(words))
      var few = indexes
      few.addSample((1...10).map { Double($0) }, ofRows: 100, table: "Loan", column: "movie_id")
      #expect(!(try Self.text(format, indexes: few)).contains(words))
      var most = indexes
      most.addSample((1...90).map { Double($0) }, ofRows: 100, table: "Loan", column: "movie_id")
      #expect(try Self.text(format, indexes: most).contains(words))
      // For few rows, elements are found row by row. Counts and tests of all elements read only the index.
      #expect(!(try Self.text("year == 1990 AND \(format)", indexes: most)).contains(words))
      #expect(!(try Self.text("loans.@count > year", indexes: most)).contains("keyed"))
      #expect(!(try Self.text("ANY loans.lentOn > lentOn", indexes: most)).contains("keyed"))
    }
  }

  @Test func countedObjectsAreAskedOnce() throws {
    #expect(
      try Self.text("SUBQUERY(tags, $t, $t.name BEGINSWITH 'c').@count > 1", form: .table)
        == "SELECT t0.* FROM Movie t0 WHERE t0.id IN (SELECT t1.movie_id FROM Movie_tags t1 WHERE t1.tag_id IN "
        + "(SELECT t2.id FROM Tag t2 WHERE t2.name >= ?1 AND t2.name < ?2) GROUP BY t1.movie_id HAVING COUNT(*) >= ?3) "
        + "ORDER BY t0.id")
    #expect(
      try Self.text("SUBQUERY(tags, $t, $t.name BEGINSWITH 'c').@count > 1", indexes: .none, form: .table)
        .contains("JOIN Tag"))
  }

  @Test func groupedKeysNeedNoOtherTable() throws {
    #expect(
      try Self.text("tags.@count > 2")
        == "SELECT t1.movie_id FROM Movie_tags t1 GROUP BY t1.movie_id HAVING COUNT(*) >= ?1 ORDER BY t1.movie_id")
    #expect(
      try Self.text("tags.@count > 2", form: .count)
        == "SELECT COUNT(*) FROM (SELECT t1.movie_id FROM Movie_tags t1 GROUP BY t1.movie_id HAVING COUNT(*) >= ?1) t2")
    for format in ["tags.@count > 2 AND year > 2024", "tags.@count < 2", "ANY tags.name == 'x'"] {
      #expect(try Self.text(format).contains("FROM Movie t0"))
    }
  }

  @Test func keysThatRowsHoldNeedNoOtherTable() throws {
    #expect(
      try Self.text("ANY loans.friend.friendName == 'x'")
        == "SELECT DISTINCT +t1.movie_id FROM Loan t1 WHERE t1.friend_id IN "
        + "(SELECT t2.id FROM Friend t2 WHERE t2.friendName = ?1) ORDER BY +t1.movie_id")
    #expect(
      try Self.text("ANY loans.note == 'x'", form: .count)
        == "SELECT COUNT(*) FROM (SELECT DISTINCT +t1.movie_id FROM Loan t1 WHERE t1.note = ?1) t2")
    // For few rows, EXISTS reads the friends of each row.
    let few = try Self.text("year == 1990 AND ANY loans.friend.friendName == 'x'")
    #expect(few.contains("EXISTS") && few.contains("JOIN Friend"), "\(few)")
    // If another condition reads the films, the statement starts from the films.
    for format in ["NOT (ANY loans.note == 'x')", "ANY loans.note == 'x' AND rating > 3"] {
      #expect(try Self.text(format).contains("FROM Movie t0"))
    }
  }

  @Test func whatManyRowsMeetDecidesLast() throws {
    #expect(try Self.text("year > 1990 AND rating >= 7.5").contains("WHERE t0.rating >= ?1 AND likely(t0.year > ?2)"))
  }
}
