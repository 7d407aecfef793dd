import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// Facts about a database that a back end asserts: pairs are unique, keys compare as values do, texts compare by their scalars, dates have a time zone.
/// A back end that asserts one of them wrongly gives other rows than the reference.
@Suite struct AssertedFactTests {
  private static let statements = [
    "Singer where songs.@count == 2 show name", "Singer where songs.@count < 2 show name",
    "Singer where songs.@sum.seconds == 300 show name", "Singer where songs.@avg.seconds == 150 show name",
    "Singer where ANY songs.title == 'Drops' show name", "Song where singers.@count == 2 show title",
    "Singer where SUBQUERY(songs, $s, $s.seconds > 100).@count == 1 show name",
    "Singer where songs.singers.@count == 3 show name", "Song where singers.songs.@sum.seconds == 500 show title",
    "Singer show name, songs.@count, songs.@sum.seconds, songs.@max.seconds", "Song show title, singers.@count",
    "Singer group by songs.@count as n show n, count()", "Singer group by each songs.title as t show t, count()",
    "Singer group by each songs as s show s.title, count()", "Singer show sum(songs.@count), max(songs.@sum.seconds)",
    "Member where nickname == 'emma'", "Member where nickname != 'emma'",
    "Member where nickname IN {'emma', 'ida', 'x'}",
    "Member where nickname < 'a'", "Member sort by nickname, id show nickname",
    "Member group by nickname as n show n, count()", "Member show distinct nickname",
    "Member where nickname BEGINSWITH 'E'", "Member where club.code == 'A'", "Member where club.code == 'a'",
    "Member where clubCode == 'a'", "Member where club.town == 'graz'", "Member where club == nil",
    "Member show id, club.code, club.town", "Member group by club.code as c show c, count()",
    "Club where members.@count == 3 show code",
    "Club show code, members.@count", "Club where code == 'a' show code", "Club sort by town, code show code",
  ]

  /// The rows of a statement: those of the database, and those of the reference.
  private static func rows(_ text: String, _ contract: Contract, _ database: any QueryDatabase) throws
    -> (found: [String], expected: [String])
  {
    let fetch = try contract.bound(text)
    let prepared = try database.prepare(fetch, as: .rows)
    // Only statements with an order, and those of objects with an integer key, have an order.
    let hasOrder = !fetch.order.isEmpty
    func texts(_ rows: [[QueryValue]]) -> [String] {
      hasOrder ? rows.map(Contract.text) : rows.map(Contract.text).sorted()
    }
    return (texts(try database.rows(prepared).rows), texts(try contract.reference.rows(fetch).rows))
  }

  @Test(arguments: DatabaseContract.all, statements)
  func rowsAreThoseOfTheReference(contract: DatabaseContract, statement: String) throws {
    let contract = try Contract(contract, .facts)
    let rows = try Self.rows(statement, contract, contract.database)
    #expect(rows.found == rows.expected, "\(statement)")
    let isEmpty = ["club.code == 'a'", "code == 'a' show"].contains { statement.contains($0) }
    #expect(rows.expected.isEmpty == isEmpty, "\(statement)")
  }

  /// The statements find a lowering that asserts a fact which the database does not have.
  @Test(arguments: PartialLowering.Fact.allCases)
  func aWrongFactIsFound(fact: PartialLowering.Fact) throws {
    let all = try #require(DatabaseContract.all.first)
    let contract = try Contract(all, .facts)
    let base = try DatabaseContract.sqlite(contract.fixture, contract.fixture.model)
    let wrong = LoweredDatabase(base, asserting: fact)
    let different = try Self.statements.filter { statement in
      let rows = try Self.rows(statement, contract, wrong)
      return rows.found != rows.expected
    }
    #expect(!different.isEmpty, "\(fact)")
  }

  /// Predicates read the properties of dates in the zone of the database: `published.hour` of midnight in UTC is 19 in New York.
  @Test(arguments: DatabaseContract.all)
  func datesHaveTheZoneOfTheDatabase(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    let zone = try #require(QueryTimeZone("America/New_York"))
    let zoned = contract.database.inTimeZone(zone)
    #expect(zoned.model.timeZone == zone && contract.database.model.timeZone == .utc)
    var model = contract.fixture.model
    model.timeZone = zone
    for format in ["published.hour == 19", "published.day == 31", "published.year == 2000 OR author.born.year == 2000"]
    {
      let fetch = EntityFetch("Book", where: try QueryPredicate(format: QueryFormat(raw: format)))
      let bound = try BoundFetch(fetch, model: model)
      let expected = try contract.reference.rows(bound).rows.map(\.first)
      #expect(try zoned.rows(of: fetch).rows.map(\.first).map { "\($0 ?? .null)" } == expected.map { "\($0 ?? .null)" })
      #expect(try zoned.number(of: fetch) == expected.count && !expected.isEmpty, "\(format)")
      let inUTC = try contract.reference.rows(fetch).rows.map(\.first)
      #expect("\(inUTC)" != "\(expected)", "\(format)")
    }
  }
}
