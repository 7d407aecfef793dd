import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Some properties of elements of types without a property table are read. If in-place reads are off, one mirror for each element reads them.
@Suite struct MirroredElementsTests {
  private struct Inner {
    var number: Int
    var text: String?
  }

  private struct Row {
    var number: Int
    var text: String?
    var inner: Inner
    var maybe: Inner?
    var list: [Int]
    let action: @Sendable () -> Void = {}
  }

  private class Base {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private final class Derived: Base {
    let extra = "extra"
  }

  private static let rows = (0..<90).map { index in
    Row(
      number: index, text: index % 3 == 0 ? nil : "text \(index)", inner: Inner(number: index * 2, text: nil),
      maybe: index % 2 == 0 ? nil : Inner(number: index, text: "inner"), list: Array(0..<(index % 4)))
  }

  @Test(arguments: [
    ("number > 40", 49), ("text == nil", 30), ("number > 9 AND text ENDSWITH '7'", 5), ("inner.number == 20", 1),
    ("maybe == nil", 45), ("maybe.number > 80", 5), ("list.@count > 2", 22), ("ANY list == 1", 44),
    ("maybe.text == 'inner' AND inner.text == nil", 45),
  ])
  func structs(format: String, count: Int) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try Self.rows.count(where: query) == count)
    #expect(try Self.rows.count { try query.matchesByReference($0) } == count)
  }

  /// The type of each instance is determined separately.
  @Test func instances() throws {
    let objects = (0..<60).map { $0 % 2 == 0 ? Base($0) : Derived($0) }
    let query = try BoundQuery<Base>(
      QueryPredicate(format: "number > 9"), options: BindingOptions(reading: .everything))
    #expect(try objects.count(where: query) == 50)
    let derived = (0..<60).map(Derived.init)
    let both = try BoundQuery<Derived>(
      QueryPredicate(format: "number > 9 AND extra == 'extra'"), options: BindingOptions(reading: .everything))
    #expect(try derived.count(where: both) == 50)
  }

  /// The result is the same with and without in-place reads.
  @Test func tuplesAndFunctionsAreNoElements() throws {
    let pairs = try #require(throws: PredicateIssue.self) { try [("a", 1), ("b", 2)].filter("SELF != nil") }
    #expect(pairs.code == "unreadable-elements" && pairs.message.contains("is a tuple"), "\(pairs)")
    let functions: [@Sendable (Int) -> (Int)] = [{ $0 }]
    let found = try #require(throws: PredicateIssue.self) { try functions.count(where: "SELF != nil") }
    #expect(found.code == "unreadable-elements" && found.message.contains("is a function"), "\(found)")
  }

  @Test func namesThatAreNoneAreErrors() {
    #expect(throws: PredicateIssue.self) { try Self.rows.count(where: "numbr > 3") }
    #expect(throws: PredicateIssue.self) { try Self.rows.count(where: "number > 100 OR numbr > 3") }
  }
}
