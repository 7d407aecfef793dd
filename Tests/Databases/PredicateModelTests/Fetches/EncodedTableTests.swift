import Foundation
import PredicateModel
import PredicateValues
import Testing

/// The results of a fetch as JSON, and decoded as values of a Swift type.
@Suite struct EncodedTableTests {
  private struct Row: Decodable, Equatable {
    let title: String
    let year: Int?
    let rating: Double
    let lent: Bool
    let lentOn: Date
  }

  @Test func rowsBecomeValuesOfAType() throws {
    let table = ResultTable(
      columns: ["title", "year", "rating", "lent", "lentOn"],
      rows: [
        [.string("Alien"), .integer(1979), .double(8.5), .boolean(true), .date(3.5)],
        [.string("A \"quoted\" one"), .null, .integer(3), .boolean(false), .date(-1)],
      ])
    let rows = try JSONDecoder().decode([Row].self, from: JSONEncoder().encode(table))
    #expect(
      rows == [
        Row(title: "Alien", year: 1979, rating: 8.5, lent: true, lentOn: Date(timeIntervalSinceReferenceDate: 3.5)),
        Row(
          title: "A \"quoted\" one", year: nil, rating: 3, lent: false, lentOn: Date(timeIntervalSinceReferenceDate: -1)
        ),
      ])
  }

  /// An object whose key is not an integer.
  private struct Keyed: KeyedObject {
    let keyValues: [QueryValue]
    var label: String? { nil }
    var title: String? { nil }
    var entityName: String { "Customer" }
    var reference: ObjectReference? { nil }
    var keys: [String] { [] }

    func value(forKey key: String) -> QueryValue? { nil }
  }

  /// A key of several columns is an array.
  @Test func objectsAreTheirKeys() throws {
    func text(_ key: [QueryValue]) throws -> String {
      let table = ResultTable(columns: ["customer"], rows: [[.object(Keyed(keyValues: key))]])
      return String(decoding: try JSONEncoder().encode(table), as: UTF8.self)
    }
    #expect(try text([.string("ALFKI")]) == #"[{"customer":"ALFKI"}]"#)
    #expect(try text([.integer(10248), .string("a")]) == #"[{"customer":[10248,"a"]}]"#)
    #expect(throws: EncodingError.self) { try text([]) }
  }

  @Test func everyKindOfValue() throws {
    let uuid = try #require(QueryUUID("8319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39"))
    let long = try #require(QueryDecimal(String(repeating: "7", count: 60)))
    let table = ResultTable(
      columns: ["a", "b", "c", "d", "e", "f", "g"],
      rows: [
        [
          .uuid(uuid), .url("https://example.org"), .data([1, 2]), .decimal(try #require(QueryDecimal("12.50"))),
          .decimal(long), .array([.integer(1), .null]),
          .reference(ObjectReference(entity: "Friend", key: 3)),
        ]
      ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(table), as: UTF8.self)
    #expect(
      text
        == #"[{"a":"\#(uuid)","b":"https://example.org","c":"AQI=","d":12.5,"e":"\#(long.description)","f":[1,null],"g":3}]"#
    )
    #expect(String(decoding: try encoder.encode(ResultTable(columns: ["a"], rows: [])), as: UTF8.self) == "[]")
  }
}
