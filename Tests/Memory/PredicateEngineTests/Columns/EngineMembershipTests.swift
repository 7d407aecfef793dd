import Foundation
import OpenPredicate
import PredicateMemory
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Tests whether elements of one collection are in another one. For long collections the engine builds a set, but always with the language's equality.
@Suite struct EngineMembershipTests {
  private struct Inner {
    var id: Int16?
    var label: String
  }

  private struct Row {
    var integers: [Int]
    var shorts: [Int16?]
    var doubles: [Double]
    var singles: [Float?]?
    var bytes: ContiguousArray<UInt8>
    var truths: [Bool]
    var texts: [String]
    var maybe: [String?]
    var set: Set<Int>
    var words: Set<String>?
    var days: [Date]
    var ids: [UUID?]
    var inner: [Inner]
    var number: Int?
    var text: String?

    /// - Parameters:
    ///   - count: The number of elements of each collection.
    ///   - shift: 0 for collections with equal elements; with another number some collections are nil.
    init(_ count: Int, shift: Int) {
      let numbers = (0..<count).map { $0 * 2 + shift }
      // A number that equals no double, and doubles that equal no integer.
      integers = numbers + [(1 << 53) + 1]
      shorts = numbers.map { $0 % 5 == 0 ? nil : Int16($0) }
      doubles = numbers.map { $0 % 3 == 0 ? .nan : Double($0) + 1 } + [0x1p53, -0.0, .infinity]
      singles = shift == 2 ? nil : numbers.map { $0 % 7 == 0 ? nil : Float($0) + 0.5 }
      bytes = ContiguousArray(numbers.map { UInt8(truncatingIfNeeded: $0) })
      truths = numbers.map { $0 % 2 == 0 }
      texts = numbers.map { "\($0)" } + ["e\u{301}", String(repeating: "long \(shift)", count: 9)]
      maybe = numbers.map { $0 % 4 == 0 ? nil : "\($0 + 1)" } + ["é", String(repeating: "long 1", count: 9)]
      set = Set(numbers.map { $0 + 2 * count })
      words = shift == 1 ? nil : Set(maybe.compactMap { $0 })
      days = numbers.map { Date(timeIntervalSinceReferenceDate: Double($0)) }
      ids = numbers.map {
        $0 % 2 == 0 ? nil : UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0 % 256)))
      }
      inner = numbers.map { Inner(id: $0 % 3 == 0 ? nil : Int16($0 + 1), label: "\($0 + 1)") }
      number = shift == 2 ? nil : 2 * count
      text = shift == 1 ? nil : "\(2 * count - 1)"
    }
  }

  private let rows = [0, 1, 5, 70].flatMap { count in (0..<3).map { Row(count, shift: $0) } }

  private static let numbers = [
    "integers", "shorts", "doubles", "singles", "bytes", "truths", "set", "inner.id",
  ]
  private static let texts = ["texts", "maybe", "words", "inner.label"]

  /// Checks that the engine's matches are those of the reference evaluator, which tests one row at a time.
  private func check(_ format: String) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    let expected = try query.indicesByReference(rows)
    #expect(try rows.filterIndices(query) == expected, "\(format)")
  }

  @Test func collectionsInCollections() throws {
    for family in [Self.numbers, Self.texts, ["days"], ["ids"]] {
      for left in family {
        for right in family {
          try check("ANY \(left) IN \(right)")
          try check("ALL \(left) IN \(right)")
        }
      }
    }
  }

  @Test(arguments: [
    "number IN integers", "number IN doubles", "NOT number IN set", "text IN texts", "text IN words",
    "ANY integers == number", "ANY maybe == text", "ANY shorts == number", "ALL maybe != text",
    "SUBQUERY(integers, $x, $x IN doubles).@count > 2",
    "SUBQUERY(texts, $x, $x IN maybe AND NOT $x IN words).@count == 0",
    "SUBQUERY(integers, $x, ANY doubles == $x OR $x == number).@count > 1",
    "SUBQUERY(inner, $x, $x.id IN integers AND $x.label IN texts).@count > 0",
    "SUBQUERY(inner, $x, ANY shorts == $x.id).@count > 0", "SUBQUERY(maybe, $x, ANY maybe == $x).@count > 3",
    "NONE integers IN set", "ANY set IN integers AND number > 3", "ANY words IN texts", "ALL words IN maybe",
  ])
  func others(_ format: String) throws { try check(format) }

  /// Examples of equality: no double equals 2^53 + 1, "é" differs from "e" with an accent, -0 equals 0.
  @Test func equality() throws {
    let row = Row(70, shift: 0)
    func holds(_ format: String) throws -> Bool { try [row].count(where: QueryFormat(raw: format)) == 1 }
    #expect(
      try holds("NOT ANY integers IN {9007199254740992.0} AND SUBQUERY(integers, $x, $x IN doubles).@count == 1"))
    #expect(try holds("SUBQUERY(texts, $x, $x IN maybe).@count == 0"))
    #expect(try holds("ANY doubles IN integers AND NOT ANY texts IN words"))
  }

  /// Values of any type, and nil, are found exactly if they would be equal in a comparison.
  @Test(arguments: [[], [QueryValue.null], [.boolean(true)], [.string("1"), .decimal(QueryDecimal(3))]])
  func dynamicValues(more: [QueryValue]) throws {
    let values: [QueryValue] = [
      .integer(1), .double(1), .double(0.5), .string("1"), .string("é"), .string("e\u{301}"), .boolean(true), .null,
      .date(1), .array([.integer(1)]), .decimal(QueryDecimal(3)), .integer(3), .double(.nan), .data([1]), .url("1"),
    ]
    let collection = QueryValue.array((100..<140).map { .integer($0) } + [.double(0.5), .string("é")] + more)
    func element(_ value: QueryValue) -> QueryValue {
      .dictionary(QueryDictionary([("x", value), ("b", collection)]))
    }
    let found = try values.filter { try [element($0)].count(where: "x IN b") == 1 }.count
    // The first values are found by a linear search, the later ones by a set that the engine has built.
    let all = element(.array(values + values + values))
    #expect(try [all].count(where: "SUBQUERY(x, $y, $y IN b).@count == \(3 * found)") == 1, "\(found)")
  }

  /// The engine must not retain an array after it has answered, because changing the array would then copy it.
  @Test func arraysAreNotKept() throws {
    var row = Row(0, shift: 0)
    row.integers = Array(0..<5_000)
    row.doubles = (0..<50).map { Double($0) + 0.5 }
    let query = try BoundQuery<Row>("SUBQUERY(doubles, $d, $d IN integers).@count > 100")
    #expect(try !query.matches(row))
    let before = row.integers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    row.integers[0] = 3
    #expect(row.integers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } == before)
  }
}
