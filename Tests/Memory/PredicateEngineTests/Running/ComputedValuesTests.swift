import Foundation
import OpenPredicate
import Testing

/// Closures of a property table give the right values in evaluations of one row: in arithmetic, pairs of properties, functions and `matches`.
@Suite struct ComputedValuesTests {
  private struct Size: QueryableProperties, Sendable {
    let width: Int
    let name: String
    let depth: Double?

    static let queryProperties: [QueryProperty<Size>] = [.storedFields]
  }

  /// A struct whose first field is a reference, as in the memory of an instance.
  private struct Loan: QueryableProperties, Sendable {
    let box: Box
    let day: Int
    let note: String

    static let queryProperties: [QueryProperty<Loan>] = [.storedFields]
  }

  private final class Box: QueryableProperties, Sendable {
    let number: Int
    let size: Size
    let inner: Box?

    init(_ number: Int, _ inner: Box?) {
      self.number = number
      self.inner = inner
      size = Size(
        width: number % 7, name: "a name of more than fifteen bytes \(number % 5)",
        depth: number % 3 == 0 ? nil : Double(number) / 4)
    }

    var even: Int? { number % 2 == 0 ? number : nil }
    var small: UInt8? { number % 5 == 0 ? nil : UInt8(number % 200) }
    var isOdd: Bool { number % 2 == 1 }
    var date: Date { Date(timeIntervalSinceReferenceDate: Double(number % 11)) }
    var price: Decimal { Decimal(number % 13) / 4 }
    var text: String? { number % 4 == 0 ? nil : "text \(number % 6) that is longer than fifteen bytes" }

    static let queryProperties: [QueryProperty<Box>] = [
      QueryProperty("number") { $0.number }, QueryProperty("even") { $0.even }, QueryProperty("small") { $0.small },
      QueryProperty("isOdd") { $0.isOdd }, QueryProperty("date") { $0.date }, QueryProperty("price") { $0.price },
      QueryProperty("text") { $0.text }, QueryProperty("size") { $0.size }, QueryProperty("inner") { $0.inner },
      QueryProperty("loan") { box in
        box.inner.map { Loan(box: $0, day: box.number % 9, note: "a note of the loan \(box.number)") }
      },
    ]
  }

  private struct Row: Sendable {
    let box: Box
    let other: Box?
    let limit: Int
  }

  private let rows = (0..<600).map { index in
    let inner = index % 3 == 0 ? nil : Box(index / 2, index % 9 == 0 ? nil : Box(index + 3, nil))
    return Row(box: Box(index, inner), other: index % 4 == 0 ? nil : Box((index * 5 + 1) % 600, nil), limit: index % 50)
  }

  private func check(_ format: QueryFormat, _ isRight: (Row) -> Bool) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: format))
    let expected = rows.indices.filter { isRight(rows[$0]) }
    #expect(!expected.isEmpty && expected.count < rows.count)
    #expect(try rows.filterIndices(query) == expected)
    #expect(try rows.indices.filter { try query.matches(rows[$0]) } == expected)
  }

  @Test func numbers() throws {
    try check("box.number + 1 > limit * 4") { $0.box.number + 1 > $0.limit * 4 }
    try check("box.even + limit > 300") { ($0.box.even ?? -1000) + $0.limit > 300 }
    try check("other.small * 2 > box.number") { row in row.other?.small.map { Int($0) * 2 > row.box.number } ?? false }
    try check("box.inner.inner.number > box.inner.even") { row in
      guard let inner = row.box.inner, let even = inner.even else { return false }
      return inner.inner.map { $0.number > even } ?? false
    }
    try check("TERNARY(box.isOdd == YES, limit, box.number) > 40") {
      ($0.box.isOdd ? $0.limit : $0.box.number) > 40
    }
  }

  @Test func otherValues() throws {
    try check("box.date < other.date") { row in row.other.map { row.box.date < $0.date } ?? false }
    try check("box.price == other.price") { row in row.box.price == row.other?.price }
    try check("other.text == box.text") { $0.other?.text == $0.box.text }
    try check("box.text.length > limit") { row in row.box.text.map { $0.utf16.count > row.limit } ?? false }
  }

  /// A field of a struct that a closure returns.
  @Test func fieldsOfValues() throws {
    try check("box.size.width * 8 < limit") { $0.box.size.width * 8 < $0.limit }
    try check("box.size.depth + 1 > limit") { row in row.box.size.depth.map { $0 + 1 > Double(row.limit) } ?? false }
    try check("box.size.name == other.size.name") { $0.box.size.name == $0.other?.size.name }
    try check("other.size.width < box.size.width") { row in
      row.other.map { $0.size.width < row.box.size.width } ?? false
    }
  }

  /// A struct that a closure returns, with a reference as its first field.
  @Test func referencesInValues() throws {
    try check("box.loan.box.number + 1 > box.number / 2 + limit") { row in
      row.box.inner.map { $0.number + 1 > row.box.number / 2 + row.limit } ?? false
    }
    try check("box.loan.box.text == box.text") { row in
      guard let inner = row.box.inner else { return row.box.text == nil }
      return inner.text == row.box.text
    }
    try check("box.loan.day > box.loan.box.size.width") { row in
      row.box.inner.map { row.box.number % 9 > $0.size.width } ?? false
    }
  }

  /// The instances of a row are kept until the row ends, those of an element until the element ends.
  @Test func elements() throws {
    struct Shelf: Sendable { let rows: [Row] }
    let shelves = stride(from: 0, to: 600, by: 20).map { Shelf(rows: Array(rows[$0..<$0 + 20])) }
    let query = try BoundQuery<Shelf>(
      QueryPredicate(format: "SUBQUERY(rows, $r, $r.box.inner.number + 1 > $r.other.number).@count > 5"))
    let expected = shelves.indices.filter { index in
      shelves[index].rows.count { row in
        guard let inner = row.box.inner, let other = row.other else { return false }
        return inner.number + 1 > other.number
      } > 5
    }
    #expect(!expected.isEmpty && expected.count < shelves.count)
    #expect(try shelves.filterIndices(query) == expected)
  }
}
