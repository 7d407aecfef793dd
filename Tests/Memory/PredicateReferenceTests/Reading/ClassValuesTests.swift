import Foundation
import PredicateBinding
import PredicateEngine
import PredicateReference
import PredicateValues
import Testing

/// Instances of classes that declare a value of the language are not objects: in arrays and as elements they are read as that value.
@Suite struct ClassValuesTests {
  private final class Cents: QueryPropertyValue, Sendable {
    static var queryType: QueryType { .integer }
    let value: Int
    var queryValue: QueryValue { .integer(Int64(value)) }

    init(_ value: Int) { self.value = value }
  }

  private final class Grade: RawRepresentable, Sendable {
    let rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }
  }

  private struct Account: Sendable {
    var name: String
    var history: [Cents]
    var grades: [Grade]
  }

  private struct Wrapped: @unchecked Sendable {
    var numbers: [NSNumber]
    var texts: [NSString]
  }

  private let accounts = [
    Account(name: "a", history: [Cents(1), Cents(5)], grades: [Grade(rawValue: "x")]),
    Account(name: "b", history: [], grades: []),
    Account(name: "c", history: [Cents(7)], grades: [Grade(rawValue: "y"), Grade(rawValue: "x")]),
  ]

  @Test(arguments: [
    ("ANY history == 5", "a"), ("history.@sum.self > 5", "ac"), ("5 IN history", "a"), ("history[0] == 7", "c"),
    ("SUBQUERY(history, $h, $h > 4 AND $h < 7).@count == 1", "a"), ("ALL history > 4", "bc"),
    ("ANY grades == 'x'", "ac"),
    ("'y' IN grades", "c"), ("grades[LAST] == 'x'", "ac"), ("history.@count > 0 AND NOT ANY history == 7", "a"),
  ])
  func inArrays(format: String, expected: String) throws {
    #expect(try accounts.filter(QueryFormat(raw: format)).map(\.name).joined() == expected)
    let query = try BoundQuery<Account>(QueryFormat(raw: format))
    #expect(try accounts.filter { try query.matches($0) }.map(\.name).joined() == expected)
  }

  @Test func asElements() throws {
    #expect(try [Cents(1), Cents(5)].filter("SELF == 5").map(\.value) == [5])
    #expect(try [Grade(rawValue: "a"), Grade(rawValue: "b")].filter("SELF == 'a'").map(\.rawValue) == ["a"])
    #expect(try [Grade(rawValue: "a"), Grade(rawValue: "b")].count(where: "SELF IN {'b', 'c'}") == 1)
  }

  @Test func ofFoundation() throws {
    #expect(try (["abc", "xyz"] as [NSString]).filter("SELF CONTAINS 'b'") == ["abc"])
    #expect(try ([1, 2.5] as [NSNumber]).filter("SELF > 2") == [2.5])
    #expect(try [NSDate(timeIntervalSinceReferenceDate: 5)].count(where: "SELF > CAST(0, 'NSDate')") == 1)
    let wrapped = [Wrapped(numbers: [5, 6], texts: ["abc"]), Wrapped(numbers: [], texts: [])]
    for format in [
      "ANY numbers == 5", "5 IN numbers", "numbers[0] == 5", "numbers.@sum.self == 11", "'abc' IN texts",
      "ANY texts BEGINSWITH 'a'",
    ] {
      #expect(try wrapped.filterIndices(BoundQuery(QueryFormat(raw: format))) == [0], "\(format)")
    }
  }
}
