import PredicateDocuments
import PredicateModel
import PredicateRecords
import PredicateValues
import Testing

@testable import PredicateSessions

@Suite("Destinations of imported values")
struct ImportFieldTests {
  /// The field of a new table for values of a type.
  private static func field(_ type: QueryType) -> ImportField {
    let storage: AttributeStorage? = type == .date ? .iso8601Text : nil
    return ImportField(new: Attribute(name: "n", type: type, isOptional: true, storage: storage))
  }

  /// The JSON that the shell writes for an infinite number can be imported.
  @Test func infiniteNumbers() {
    let field = Self.field(.double)
    #expect(field.stored(.json(.object(JSONObject([("$double", .string("-inf"))])))) == .real(-.infinity))
    #expect(field.stored(.json(.object(JSONObject([("$double", .string("x"))])))) == nil)
    let any = Self.field(.any)
    #expect(any.stored(.json(.object(JSONObject([("$double", .string("inf"))])))) == .real(.infinity))
    #expect(any.stored(.json(.object(JSONObject([("a", .integer(1))])))) == .text(#"{"a":1}"#))
  }

  /// The text that the shell writes for an infinite number in a cell can be imported.
  @Test func infiniteNumbersInCells() {
    let field = Self.field(.double)
    #expect(field.stored(.text("inf")) == .real(.infinity))
    #expect(field.stored(.text("-inf")) == .real(-.infinity))
    #expect(field.stored(.text("nan")) == nil && field.stored(.text("infinite")) == nil)
    #expect(Self.field(.integer).stored(.text("inf")) == nil)
  }

  /// Dates whose years do not have four digits, as the shell writes them. A column of numbers stores such a date, a column of date texts refuses it.
  @Test(arguments: [
    -1e12, -6.4e10, -126_227_808_001.5, -86_400_000_000_000, 2.6e11, 252_455_616_000, 9e14, 568_000_000_000.25,
  ])
  func farDates(seconds: Double) {
    let text = ISODate.format(seconds)
    #expect(ISODate.parse(text) == nil || (0...9999).contains(Int(text.prefix(4)) ?? -1))
    let field = ImportField(
      source: "d", column: "d", name: "d", kind: .attribute(Attribute(name: "d", type: .date, isOptional: true)))
    #expect(field.stored(.text(text)) == .real(seconds), "\(text)")
    #expect(field.stored(.json(.string(text))) == .real(seconds), "\(text)")
    let isFar = ISODate.parse(text) == nil
    #expect((Self.field(.date).stored(.text(text)) == nil) == isFar, "\(text)")
  }

  /// Dates of a new table keep the form that all of them have in the file. A date that does not fit the form is written with its time.
  @Test func datesKeepTheirForm() {
    func field(_ texts: String...) -> ImportField? {
      let records = texts.enumerated().map { number, text in
        RecordReader.Reading.record(RecordReader.Record(line: number + 1, members: [(name: "n", value: .text(text))]))
      }
      return ImportTypes(records).attributes.first.map { ImportField(new: $0) }
    }
    let days = field("2031-03-04", "2032-05-06")
    #expect(days?.stored(.text("2033-01-02")) == .text("2033-01-02"))
    #expect(days?.stored(.text("2033-01-02T07:30")) == .text("2033-01-02 07:30:00"))
    #expect(field("2031-03-04T07:30:00Z")?.stored(.text("2033-01-02T08:00:00Z")) == .text("2033-01-02T08:00:00Z"))
    #expect(field("2031-03-04", "2031-03-04 10:00")?.stored(.text("2033-01-02")) == .text("2033-01-02 00:00:00"))
  }

  @Test(arguments: [
    "-0752-02-30T00:00:00Z", "+12345", "-752-04-22T00:00:00Z", "--0752-04-22", "+12345-13-01T00:00:00Z",
  ])
  func textsThatAreNoFarDates(text: String) {
    #expect(FarDate.parse(text) == nil)
  }

  /// Decimal numbers that the shell writes as JSON strings are numbers in a new table, as those of CSV are. Codes stay strings.
  @Test(arguments: [
    (#"{"n": "1293.73"}|{"n": "7"}"#, QueryType.double), (#"{"n": "12"}|{"n": "7"}"#, .string),
    (#"{"n": "1.5"}|{"n": "x"}"#, .string), (#"{"n": "2024-01-31"}"#, .date), (#"{"n": "inf"}|{"n": "2.5"}"#, .double),
    (#"{"n": {"$double": "inf"}}|{"n": 2.5}"#, .double), (#"{"n": "inf"}|{"n": "-inf"}"#, .string),
    (#"{"n": "01.5"}"#, .string), (#"{"n": "1.10"}|{"n": "1.2"}"#, .string), (#"{"n": "1.5e3"}"#, .string),
    (#"{"n": "0.12345678901234567890"}"#, .string), (#"{"n": "-0.5"}|{"n": "3"}"#, .double),
    // Whole numbers that no column of numbers holds exactly keep their digits as texts.
    (#"{"n": 12345678901234567891}|{"n": 1}"#, .string), (#"{"n": 100000000000000000000}|{"n": 1}"#, .double),
  ])
  func typesOfJSONStrings(lines: String, type: QueryType) throws {
    let readings = try lines.split(separator: "|").enumerated().map { number, line in
      guard case .object(let object) = try JSONReader.value(of: Array(line.utf8)) else {
        return RecordReader.Reading.end
      }
      return .record(
        RecordReader.Record(
          line: number + 1, members: object.members.map { (name: $0.name, value: RecordReader.Value.json($0.value)) }))
    }
    #expect(ImportTypes(readings).attributes.map(\.type) == [type])
  }

  /// If other cells of a CSV column are infinite numbers, the column is still a column of numbers.
  @Test func typesOfCells() {
    func type(_ texts: String...) -> [QueryType] {
      let records = texts.enumerated().map { number, text in
        RecordReader.Reading.record(RecordReader.Record(line: number + 1, members: [(name: "n", value: .text(text))]))
      }
      return ImportTypes(records).attributes.map(\.type)
    }
    #expect(type("4.5", "inf") == [.double] && type("4", "-inf") == [.double] && type("inf") == [.string])
    #expect(type("4", "5") == [.integer] && type("x", "inf") == [.string])
  }
}
