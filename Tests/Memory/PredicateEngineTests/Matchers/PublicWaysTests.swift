import Foundation
import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Texts, decimal numbers, UUIDs and elements by their index of types with a table: the engine answers as the reference does, whichever way
/// it reads them.
@Suite struct PublicWaysTests {
  private struct Item: QueryableProperties {
    var text: String
    var note: String?
    var price: Decimal
    var fee: Decimal?
    var key: UUID
    var token: UUID?
    var numbers: [Int]
    var spare: [UInt8]?
    var names: [String]
    var prices: [Decimal]
    var maybe: [Int?]

    static let queryProperties: [QueryProperty<Item>] = [
      QueryProperty("text", \.text), QueryProperty("note", \.note), QueryProperty("price", \.price),
      QueryProperty("fee", \.fee), QueryProperty("key", \.key), QueryProperty("token", \.token),
      QueryProperty("numbers", \.numbers), QueryProperty("spare", \.spare), QueryProperty("names", \.names),
      QueryProperty("prices", \.prices), QueryProperty("maybe", \.maybe),
    ]
  }

  private static let texts = [
    "", "a", "A", "noir", "Noir", "é", "e\u{301}", "Émile Zola", "the élan of a long string",
    "THE ELAN of a long string",
    "a\0b", "straße", "STRASSE", "zebra", "noir et blanc",
  ]
  private static let decimals =
    [
      "0", "12.5", "-12.5", "12.50", "12.500000000000000000001", "99999999999999999999999999999999999999", "1e-30", "7",
      "20", "-0.1", "0.1", "1e30",
    ].compactMap { Decimal(string: $0) } + [Decimal.nan]
  private static let uuids = (0..<3).map { _ in UUID() }

  private static let items = (0..<180).map { index in
    Item(
      text: texts[index % texts.count], note: index % 4 == 0 ? nil : texts[(index / 2) % texts.count],
      price: decimals[index % decimals.count], fee: index % 5 == 0 ? nil : decimals[(index / 3) % decimals.count],
      key: uuids[index % 3], token: index % 4 == 1 ? nil : uuids[index % 2],
      numbers: Array(0..<(index % 6)), spare: index % 3 == 0 ? nil : (0..<(index % 4)).map { UInt8($0 + 250) },
      names: (0..<(index % 4)).map { texts[($0 + index) % texts.count] },
      prices: (0..<(index % 3)).map { decimals[($0 + index) % decimals.count] },
      maybe: (0..<(index % 3)).map { $0 == 1 ? nil : index })
  }

  @Test(arguments: [
    "text == 'noir'", "text != 'é'", "text == 'é'", "note == 'noir'", "note == nil", "'noir' == note", "text > 'noir'",
    "note <= 'a'", "'m' < text", "text ==[c] 'NOIR'", "text ==[cd] 'emile zola'", "text >[c] 'NOIR'",
    "note BETWEEN {'a', 'noir'}", "text IN {'noir', 'a', ''}", "note IN[c] {'NOIR', 'É'}", "text IN {}",
    "text BEGINSWITH 'the'", "note BEGINSWITH[c] 'THE'", "text ENDSWITH 'string'", "note ENDSWITH[cd] 'ZOLA'",
    "text CONTAINS 'élan'", "note CONTAINS[cd] 'ELAN'", "text CONTAINS ''", "text LIKE 'n*r'", "note LIKE[c] 'N?IR*'",
    "text MATCHES 'n.*'", "text ==[c] 'STRASSE'", "text == note", "text < note", "note >= text", "note == note",
    "text CONTAINS note", "NOT text == note", "names[0] == 'noir'", "names[0] > 'a'", "names[LAST] ==[c] 'NOIR'",
    "names[1] == nil", "names[2] CONTAINS 'a'", "ANY names == 'noir'", "ANY names > text", "note IN names",
  ])
  func texts(format: String) throws { try check(format) }

  @Test(arguments: [
    "price > 12.5", "price == 12.5", "price != 12.5", "price >= 0", "fee < 12.5", "fee == nil", "fee != nil",
    "price == 12.500000000000000000001", "price < 12.500000000000000000001", "price > fee", "price == fee",
    "fee <= price", "price == nil", "price BETWEEN {-1, 20}", "price IN {12.5, 7}", "fee IN {0, 0.1, 20}",
    "price IN {0, 7, 12.5, 20, -0.1, 0.1, 3, 4, 5, 6}", "fee IN {0, 7, 12.5, 20, -0.1, 0.1, 3, 4, 5, 6}",
    "price > 1e29", "price == 99999999999999999999999999999999999999", "price + 1 > fee", "prices[0] > 7",
    "ANY prices == 12.5", "prices[LAST] == price",
  ])
  func decimals(format: String) throws { try check(format) }

  @Test(arguments: [
    "numbers[0] == 0", "numbers[2] == 2", "numbers[LAST] > 3", "numbers[FIRST] == 0", "numbers[5] == nil",
    "numbers[0] + numbers[LAST] > 3", "numbers[0] == numbers[LAST]", "spare[0] > 249", "spare[1] == nil",
    "spare[LAST] BETWEEN {251, 252}", "maybe[1] == nil", "maybe[0] > 40", "numbers[1] IN {1, 2}",
    "ANY numbers == spare[0]", "SUBQUERY(numbers, $n, $n > 1 AND $n < 4).@count > 1",
    "SUBQUERY(numbers, $n, ANY spare == $n + 249).@count > 0", "spare.@max.self > 251", "maybe.@count == 2",
  ])
  func elements(format: String) throws { try check(format) }

  @Test func uuids() throws {
    for uuid in Self.uuids {
      for format in ["key == %@", "key != %@", "token == %@", "token != %@", "token == key AND key == %@"] {
        try check(format, uuid)
      }
    }
    let count = Self.items.count { $0.token == Self.uuids[0] }
    #expect(try Self.items.count(where: BoundQuery<Item>("token == \(Self.uuids[0])")) == count && count > 0)
  }

  private func check(_ format: String, _ arguments: UUID...) throws {
    let query = try BoundQuery<Item>(QueryPredicate(format: QueryFormat(raw: format), arguments: arguments))
    let found = try Self.items.filterIndices(query)
    #expect(try found == Self.items.indices.filter { try query.matchesByReference(Self.items[$0]) }, "\(format)")
  }
}
