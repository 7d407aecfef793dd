import OpenPredicate
import PredicateStatements
import PredicateTestSupport
import Testing

/// The results of statements over an array are the same as those of loops over the array. The engine computes whole columns. If several rows fail,
/// the error of the first failing row is thrown.
@Suite struct FetchedColumnsTests {
  private static let shelves = ["oak", "elm", nil, "ash"]

  private static let parcels: [Parcel] = (0..<5_000).map { number in
    Parcel(
      number: number, shelf: shelves[number * 7 % 4], weight: number % 11 == 3 ? nil : Double(number * 37 % 101) / 4,
      count: number % 13)
  }

  private func rows(_ statement: String, _ parcels: [Parcel] = parcels) throws -> [[QueryValue]] {
    try parcels.fetch(QueryFormat(raw: statement)).rows
  }

  @Test func groupsAreThoseOfALoop() throws {
    let found = try rows("count > 3 group by shelf show shelf, count() as n, sum(count) as total, max(weight) as top")
    let groups = Dictionary(grouping: Self.parcels.filter { $0.count > 3 }, by: \.shelf)
      .sorted { ($0.key ?? "") < ($1.key ?? "") }
    #expect(found.count == groups.count)
    for (row, group) in zip(found, groups) {
      #expect(row[0].equals(group.key.map { .string($0) } ?? .null) == true)
      #expect(row[1].equals(.integer(Int64(group.value.count))) == true)
      #expect(row[2].equals(.integer(Int64(group.value.reduce(0) { $0 + $1.count }))) == true)
      #expect(row[3].equals(.double(group.value.compactMap(\.weight).max() ?? 0)) == true)
    }
  }

  private struct Shelf: Decodable, Equatable {
    var shelf: String?
    var total: Int
    var top: Double
  }

  @Test func rowsOfAType() throws {
    let statement: QueryFormat = "group by shelf show shelf, sum(count) as total, max(weight) as top sort by shelf"
    let expected = try Self.parcels.fetch(statement).rows.map { row in
      Shelf(shelf: row[0].stringValue, total: row[1].intValue ?? -1, top: row[2].doubleValue ?? -1)
    }
    #expect(try Self.parcels.fetch(statement, as: Shelf.self) == expected && expected.count == 4)
    #expect(throws: DecodingError.self) { try Self.parcels.fetch("group by shelf show shelf", as: Shelf.self) }
  }

  /// A text over the length limit is refused before it is parsed.
  @Test func aLongStatement() throws {
    let text = "where count == 1" + String(repeating: " OR count == 1", count: 20_000)
    let issue = try #require(throws: PredicateIssue.self) { try Self.parcels.fetch(QueryFormat(raw: text)) }
    #expect(issue.has(.sourceLimit))
  }

  @Test func aPredicateIsAPartOfAStatement() throws {
    let many = try QueryPredicate("count > 8 OR weight == nil"), least = 3
    let found = try Self.parcels.fetch("count where \(many) AND number > \(least)").rows
    #expect(found[0][0].intValue == Self.parcels.filter { ($0.count > 8 || $0.weight == nil) && $0.number > 3 }.count)
  }

  @Test func ordersAndBoundsAreThoseOfALoop() throws {
    let found = try rows("weight != nil show number, weight * 2 sort by weight desc, number offset 10 limit 25")
    let expected = Self.parcels.filter { $0.weight != nil }
      .sorted { ($0.weight ?? 0, $1.number) > ($1.weight ?? 0, $0.number) }.dropFirst(10).prefix(25)
    #expect(found.count == 25)
    for (row, parcel) in zip(found, expected) {
      #expect(row[0].equals(.integer(Int64(parcel.number))) == true)
      #expect(row[1].equals(.double((parcel.weight ?? 0) * 2)) == true)
    }
  }

  /// Rows after the limit are not evaluated. The last parcel would fail, so no error shows this.
  @Test func boundsWithoutAnOrderEndTheSearch() throws {
    let parcels = (0..<9_000).map {
      Parcel(number: $0, shelf: $0 == 8_999 ? "[" : "a", weight: 1, count: $0 % 3)
    }
    let condition = "'a' MATCHES shelf AND count == 1"
    #expect(try parcels.fetchElements("\(raw: condition) limit 3 offset 2").map(\.number) == [7, 10, 13])
    #expect(try rows("\(condition) show number limit 2", parcels).map { $0[0].equals(.integer(4)) } == [false, true])
    #expect(try rows("\(condition) show number limit 0", parcels).isEmpty)
    #expect(try rows("count where \(condition) limit 4", parcels).map { $0[0].equals(.integer(4)) } == [true])
    #expect(throws: PredicateIssue.self) { try parcels.fetch("\(raw: condition) sort by number limit 3") }
  }

  @Test func wholeElementsAreGivenForTheRowsThatAreLeft() throws {
    let table = try Self.parcels.fetch("sort by count desc, number limit 2")
    #expect(table.columns == ["number", "shelf", "weight", "count", "label"])
    #expect(table.rows.map { $0[0].equals(.integer(12)) } == [true, false])
    #expect(table.rows[1][0].equals(.integer(25)) == true)
    #expect(try Self.parcels.fetchElements("sort by count desc, number limit 2").map(\.number) == [12, 25])
    #expect(try rows("show distinct shelf").count == 4)
    let pairs = try rows("show distinct shelf, count sort by count desc limit 4", Self.parcels + Self.parcels)
    #expect(pairs.map { $0[1].equals(.integer(12)) } == [true, true, true, true])
  }

  /// Row 2 fails in the second column and row 5 in the first one, because their patterns cannot be read. The error of row 2 is thrown.
  @Test func theFirstErrorIsThatOfTheFirstRow() throws {
    let parcels = (0..<9).map {
      Parcel(number: $0, shelf: $0 == 5 ? "[" : "a", weight: 1, count: 0, label: $0 == 2 ? "(" : "a")
    }
    let shelf = "TERNARY('a' MATCHES shelf, 1, 2)"
    let label = "TERNARY('a' MATCHES label, 3, 4)"
    for statement in ["show \(shelf), \(label)", "show number sort by \(shelf), \(label)"] {
      let issue = try #require(throws: PredicateIssue.self) { try parcels.fetch(QueryFormat(raw: statement)) }
      #expect(issue.message.hasPrefix("\"(\" is not a valid regular expression"), "\(issue)")
    }
    let keys = "group by \(shelf) as a, \(label) as b show a, b"
    let issue = try #require(throws: PredicateIssue.self) { try parcels.fetch(QueryFormat(raw: keys)) }
    #expect(issue.message.hasPrefix("\"(\" is not a valid regular expression"), "\(issue)")
  }

  /// As in databases, the aggregates of all groups are computed before `having` excludes groups. A condition before the groups leaves out rows.
  @Test func anAggregateThatFailsMattersInEveryGroup() throws {
    let parcels = (0..<6).map {
      Parcel(number: $0, shelf: $0 % 2 == 0 ? "elm" : "oak", weight: 1, count: 0, label: $0 == 4 ? "(" : "a")
    }
    let sum = "sum(TERNARY('a' MATCHES label, 3, 4)) as s"
    let found = try rows("shelf == 'oak' group by shelf show shelf, \(sum)", parcels)
    #expect(found.count == 1 && found[0][1].equals(.integer(9)) == true)
    #expect(throws: PredicateIssue.self) {
      try parcels.fetch("group by shelf show shelf, \(raw: sum) having shelf == 'oak'")
    }
    #expect(throws: PredicateIssue.self) { try parcels.fetch("group by shelf show shelf, \(raw: sum)") }
  }
}

private struct Parcel: QueryableProperties, Equatable {
  static let queryProperties: [QueryProperty<Parcel>] = [
    QueryProperty("number", \.number), QueryProperty("shelf", \.shelf), QueryProperty("weight", \.weight),
    QueryProperty("count", \.count), QueryProperty("label", \.label),
  ]
  let number: Int
  let shelf: String?
  let weight: Double?
  let count: Int
  var label = ""
}
