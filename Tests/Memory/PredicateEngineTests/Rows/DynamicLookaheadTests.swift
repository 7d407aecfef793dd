import OpenPredicate
import PredicateValues
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The engine looks a name up in many dictionaries before it evaluates the first one. The results do not change.
@Suite struct DynamicLookaheadTests {
  private static let longName = "aNameThatIsTooLongToBeStoredInPlace"
  private static let middleName = "aNameOfTwentyLetters"

  /// Dictionaries of many sizes, which contain dictionaries of every kind.
  private static func rows() -> [[String: Any]] {
    (0..<203).map { number in
      var row: [String: Any] = ["n": number, longName: number, middleName: number, "größe": number]
      let city = number % 2 == 0 ? "Wien" : "a city with a name of many letters"
      let home: [String: Any] = ["city": city, "size": number]
      switch number % 5 {
      case 0: row["home"] = home
      case 1: row["home"] = QueryValue(reading: home, .values)
      case 2: row["home"] = home.mapValues { QueryValue(reading: $0, .values) }
      case 3: row["home"] = QueryValue.null
      default: break
      }
      for filler in 0..<(number % 9) * (number % 4) * 3 { row["filler \(filler)"] = filler }
      return row
    }
  }

  private static let conditions: [(format: String, holds: @Sendable (Int) -> Bool)] = [
    ("n >= 100", { $0 >= 100 }),
    ("\(longName) >= 100 AND \(middleName) < 110", { (100..<110).contains($0) }),
    ("größe == 7", { $0 == 7 }),
    ("home.city == 'Wien'", { $0 % 5 < 3 && $0 % 2 == 0 }),
    ("home.city ENDSWITH 'letters' AND home.size > 20", { $0 % 5 < 3 && $0 % 2 == 1 && $0 > 20 }),
    ("missing == nil AND home == nil", { $0 % 5 > 2 }),
    ("home.missing.deeper == nil", { _ in true }),
    ("n == 1 OR home.size == 2 OR größe == 3 OR \(longName) == 4 OR \(middleName) == 5", { (1...5).contains($0) }),
  ]

  @Test(arguments: conditions.indices)
  func dictionaries(_ index: Int) throws {
    let (format, holds) = Self.conditions[index]
    let rows = Self.rows()
    let expected = rows.indices.filter(holds)
    #expect(try rows.filterIndices(QueryFormat(raw: format)) == expected)
    #expect(try rows.map { $0 as Any }.filterIndices(QueryFormat(raw: format)) == expected)
    #expect(try rows.map { QueryValue(reading: $0, .values) }.filterIndices(QueryFormat(raw: format)) == expected)
    #expect(
      try rows.map { $0.mapValues { QueryValue(reading: $0, .values) } }.filterIndices(QueryFormat(raw: format))
        == expected)
    let one = try BoundQuery<[String: Any]>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try one.indicesByReference(rows) == expected)
  }

  /// A path through a value that is not a dictionary fails only for the element with this value.
  @Test func strays() throws {
    var rows = Self.rows()
    rows[100]["home"] = 3
    #expect(throws: PredicateIssue.self) { try rows.count(where: "home.city == 'Wien'") }
    #expect(try rows.filterIndices("n != 100 AND home.city == 'Wien'").count == 61)
    #expect(try rows.first(where: "home.city == 'Wien'")?["n"] as? Int == 0)
  }
}
