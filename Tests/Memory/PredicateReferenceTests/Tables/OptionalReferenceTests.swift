import Foundation
import OpenPredicate
import PredicateReference
import Testing

/// `isNil` tests a value at an address, for optionals of all kinds of types.
@Suite struct OptionalReferenceTests {
  private final class Instance: Sendable {}

  private struct Pair: Sendable {
    var text: String
    var number: Int
  }

  private struct Deep: Sendable {
    var pair: Pair
    var flag: Bool
    var inner: Pair?
  }

  private enum Choice: String {
    case first
    case second
  }

  private enum Payload {
    case text(String)
    case number(Int)
    case nothing
  }

  private static let long = "A string that is too long to be stored in place."

  private static func check<Wrapped>(_ samples: [Wrapped], _ location: SourceLocation = #_sourceLocation) {
    let optionals: [Wrapped?] = samples + [nil] + samples
    optionals.withUnsafeBytes { bytes in
      for index in optionals.indices {
        let isNil = bytes.baseAddress.map { Wrapped?.isNil($0 + index * MemoryLayout<Wrapped?>.stride) }
        #expect(isNil == (optionals[index] == nil), "\(Wrapped.self) \(index)", sourceLocation: location)
      }
    }
  }

  @Test func nilsOfEveryKindOfType() throws {
    Self.check(["", "a", "fifteen letters", Self.long])
    Self.check([0, -1, Int.max])
    Self.check([UInt8(0), 255])
    Self.check([0.0, -0.0, .nan, .infinity])
    Self.check([true, false])
    Self.check([Choice.first, .second])
    Self.check([Payload.text(""), .text(Self.long), .number(0), .nothing])
    Self.check([Instance()])
    Self.check([[Int](), [1, 2]])
    Self.check([Set<String>(), ["a"]])
    Self.check([[String: Int](), ["a": 1]])
    Self.check([Pair(text: "", number: 0), Pair(text: Self.long, number: -1)])
    Self.check([Deep(pair: Pair(text: "", number: 0), flag: false), Deep(pair: Pair(text: "x", number: 1), flag: true)])
    Self.check([UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))])
    Self.check([Date(timeIntervalSinceReferenceDate: 0), Date()])
    Self.check([try #require(URL(string: "https://example.org/a")), URL(fileURLWithPath: "/")])
    Self.check([Data(), Data([0]), Data([1, 2, 3]), Data(count: 1000)])
    Self.check([Decimal(0), Decimal(-1), .nan])
    Self.check([Optional<Int>.none, 0, 1])
    Self.check([Optional<String>.none, "", Self.long])
    Self.check([Optional<Pair>.none, Pair(text: "", number: 0)])
    Self.check([(1, "a"), (0, Self.long)])
    Self.check([1 as Any, "a", Instance()])
  }

  /// Optional properties of every kind with their nils, and the properties of an optional struct.
  private struct Row: Sendable {
    var number = 0
    var link: URL?
    var token: UUID?
    var blob: Data?
    var fee: Decimal?
    var pair: Pair?
    var deep: Deep?
    var instance: Instance?
    var list: [Int]?
    var choice: Choice?
    var twice: Pair??
  }

  private static let rows: [Row] = (0..<200).map { index in
    var row = Row(number: index)
    if index % 2 == 0 { row.link = URL(string: "https://example.org/\(index)") }
    if index % 3 == 0 { row.token = UUID() }
    if index % 4 == 0 { row.blob = Data(count: index) }
    if index % 5 == 0 { row.fee = Decimal(index) }
    if index % 6 == 0 { row.pair = Pair(text: "\(index)", number: index) }
    if index % 7 == 0 {
      let inner = index % 2 == 0 ? Pair(text: long, number: index) : nil
      row.deep = Deep(pair: Pair(text: long, number: index), flag: true, inner: inner)
    }
    if index % 8 == 0 { row.instance = Instance() }
    if index % 9 == 0 { row.list = [index] }
    if index % 10 == 0 { row.choice = .second }
    if index % 11 == 0 { row.twice = .some(index % 2 == 0 ? nil : Pair(text: "", number: index)) }
    return row
  }

  private static func numbers(_ format: String) throws -> [Int] {
    try rows.filter(QueryFormat(raw: format)).map(\.number)
  }

  @Test func nilsOfProperties() throws {
    #expect(try Self.numbers("link != nil") == Self.rows.filter { $0.link != nil }.map(\.number))
    #expect(try Self.numbers("token == nil") == Self.rows.filter { $0.token == nil }.map(\.number))
    #expect(try Self.numbers("blob != nil") == Self.rows.filter { $0.blob != nil }.map(\.number))
    #expect(try Self.numbers("fee == nil") == Self.rows.filter { $0.fee == nil }.map(\.number))
    #expect(try Self.numbers("pair == nil") == Self.rows.filter { $0.pair == nil }.map(\.number))
    #expect(try Self.numbers("instance != nil") == Self.rows.filter { $0.instance != nil }.map(\.number))
    #expect(try Self.numbers("list == nil") == Self.rows.filter { $0.list == nil }.map(\.number))
    #expect(try Self.numbers("choice != nil") == Self.rows.filter { $0.choice != nil }.map(\.number))
    #expect(try Self.numbers("pair.number > 50") == Self.rows.filter { ($0.pair?.number ?? 0) > 50 }.map(\.number))
    #expect(
      try Self.numbers("deep.inner.number > 50")
        == Self.rows.filter { ($0.deep?.inner?.number ?? 0) > 50 }.map(\.number))
    #expect(
      try Self.numbers("deep.inner == nil AND deep != nil")
        == Self.rows.filter { $0.deep != nil && $0.deep?.inner == nil }.map(\.number))
    #expect(
      try Self.numbers("twice.number > 50")
        == Self.rows.filter { (($0.twice ?? nil)?.number ?? 0) > 50 }.map(\.number))
  }
}
