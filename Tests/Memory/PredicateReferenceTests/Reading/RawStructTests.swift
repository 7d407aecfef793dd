import OpenPredicate
import PredicateEngineFixtures
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// A struct around a raw value has the meaning of its raw value, whether it stores only that value, stores more, or computes it.
@Suite struct RawStructTests {
  struct ID: RawRepresentable, Hashable { let rawValue: Int }
  struct Name: RawRepresentable, Hashable { let rawValue: String }
  struct Level: RawRepresentable, Hashable { let rawValue: Double }
  struct Wide: RawRepresentable, Hashable { let rawValue: UInt64 }
  struct Flags: OptionSet, Hashable { let rawValue: UInt8 }

  /// A struct whose bytes are not its raw value.
  struct Doubled: RawRepresentable {
    let half: Int
    var rawValue: Int { half * 2 }
    init(rawValue: Int) { half = rawValue / 2 }
  }

  /// A struct that is not read as its stored raw value.
  struct Worded: RawRepresentable, QueryPropertyValue {
    let rawValue: Int
    static var queryType: QueryType { .string }
    var queryValue: QueryValue { .string("w\(rawValue)") }
  }

  /// A struct that stores more than its raw value.
  struct Counted: RawRepresentable {
    let rawValue: Int16
    var uses: Int16 = 7
    init(rawValue: Int16) { self.rawValue = rawValue }
  }

  struct Row {
    var before: UInt8 = 1
    var id: ID
    var spare: ID?
    var name: Name
    var alias: Name?
    var level: Level
    var wide: Wide
    var flags: Flags
    var rights: Flags?
    var doubled: Doubled
    var worded: Worded
    var counted: Counted
    var ids: [ID]
    var names: [Name]
    var marks: Set<ID>

    init(_ number: Int) {
      let text = number % 4 == 0 ? "a name that is too long for two words \(number % 3)" : "n\(number % 3)"
      id = ID(rawValue: number % 7)
      spare = number % 3 == 0 ? nil : ID(rawValue: number % 5)
      name = Name(rawValue: text)
      alias = number % 2 == 0 ? nil : Name(rawValue: text)
      level = Level(rawValue: number % 6 == 0 ? .nan : Double(number) / 2)
      wide = Wide(rawValue: number % 2 == 0 ? .max : UInt64(number))
      flags = Flags(rawValue: UInt8(number % 4))
      rights = number % 5 == 0 ? nil : Flags(rawValue: UInt8(number % 3))
      doubled = Doubled(rawValue: number * 2)
      worded = Worded(rawValue: number % 3)
      counted = Counted(rawValue: Int16(number))
      ids = (0..<number % 4).map { ID(rawValue: $0 + number % 3) }
      names = ids.map { Name(rawValue: "n\($0.rawValue)") }
      marks = Set(ids)
    }
  }

  static let rows = (0..<200).map(Row.init)

  @Test(arguments: [
    "id == 5", "id IN {1, 2, 3}", "id BETWEEN {2, 4}", "id + 1 > 3", "spare == nil", "spare > 2", "id == spare",
    "id < level",
    "name == 'n1'", "name BEGINSWITH 'a name'", "name IN {'n0', 'n2'}", "alias != nil", "alias == name",
    "name CONTAINS[c] 'LONG'",
    "level > 10", "level == nil", "wide > 100", "wide == 18446744073709551615", "flags == 3", "rights == 1",
    "rights == nil",
    "doubled == 8", "worded == 'w1'", "counted > 50", "ANY ids == 2", "ids[0] == 1", "ids.@sum.self > 4", "id IN ids",
    "ANY names == 'n3'", "names[FIRST] BEGINSWITH 'n'", "ANY marks > 2", "id IN marks", "marks.@count > 1",
    "SUBQUERY(ids, $i, $i > 1 AND $i < id).@count > 0", "TERNARY(spare == nil, id, spare) > 3",
  ])
  func asTheReferenceSays(_ format: String) throws {
    let query = try BoundQuery<Row>(QueryFormat(raw: format), options: BindingOptions(reading: .everything))
    let expected = try Self.rows.indices.filter { try query.matchesByReference(Self.rows[$0]) }
    #expect(try Self.rows.filterIndices(query) == expected)
    #expect(try Self.rows.indices.filter { try query.matches(Self.rows[$0]) } == expected)
    #expect(!expected.isEmpty && expected.count < Self.rows.count, "the condition tells nothing")
  }

  @Test func elementsAreRead() throws {
    let ids = (0..<100).map { ID(rawValue: $0) }
    #expect(try ids.filter("SELF > 95 OR SELF IN {3, 4}").map(\.rawValue) == [3, 4, 96, 97, 98, 99])
    let names: [Name?] = [Name(rawValue: "b"), nil, Name(rawValue: "a")]
    #expect(try names.filterIndices("SELF == 'a' OR SELF == nil") == [1, 2])
    #expect(try Self.rows.sorted(by: "id").map(\.id.rawValue) == Self.rows.map(\.id.rawValue).sorted())
  }

  private static func isLoaded(_ type: any Any.Type, as other: any Any.Type) -> Bool { RawStruct.stored(type) == other }

  @Test func everyOtherTypeIsLoadedAsItself() {
    #expect(Self.isLoaded(Doubled.self, as: Doubled.self))
    #expect(Self.isLoaded(Worded.self, as: Worded.self))
    #expect(Self.isLoaded(Counted.self, as: Counted.self))
    #expect(Self.isLoaded(Int.self, as: Int.self))
  }

  @Test(.fieldsAreKnown)
  func structsAroundARawValueAreLoadedAsIt() {
    #expect(Self.isLoaded(ID.self, as: Int.self))
    #expect(Self.isLoaded(ID?.self, as: Int?.self))
    #expect(Self.isLoaded(Name?.self, as: String?.self))
    #expect(Self.isLoaded(Flags.self, as: UInt8.self))
  }
}
