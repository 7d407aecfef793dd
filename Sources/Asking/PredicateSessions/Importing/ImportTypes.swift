import PredicateModel
import PredicateRecords
import PredicateValues

/// Collects the names in a sample of records, in the order of their first occurrence, and determines the types of their values.
struct ImportTypes {
  /// The values that a name has had so far.
  private struct Column {
    let name: String
    var texts: [String] = []
    var kinds: Set<Kind> = []
  }

  private enum Kind {
    case text, string, boolean, integer, double, other
  }

  private var columns: [Column] = []

  init(_ readings: [RecordReader.Reading]) {
    var positions: [ScalarString: Int] = [:]
    for case .record(let record) in readings {
      for member in record.members {
        let key = ScalarString(member.name)
        let position = positions[key] ?? columns.count
        if position == columns.count {
          columns.append(Column(name: member.name))
          positions[key] = position
        }
        add(member.value, to: position)
      }
    }
  }

  private mutating func add(_ value: RecordReader.Value, to position: Int) {
    switch value {
    case .missing: break
    case .text(let text):
      columns[position].kinds.insert(.text)
      columns[position].texts.append(text)
    case .json(.string(let text)):
      columns[position].kinds.insert(.string)
      columns[position].texts.append(text)
    case .json(.boolean): columns[position].kinds.insert(.boolean)
    case .json(.integer): columns[position].kinds.insert(.integer)
    case .json(.double): columns[position].kinds.insert(.double)
    case .json(.decimal(let value)): columns[position].kinds.insert(Self.keepsDigits(value) ? .double : .other)
    case .json(.object(let object)) where ImportField.infinity(object) != nil: columns[position].kinds.insert(.double)
    case .json: columns[position].kinds.insert(.other)
    }
  }

  var names: [String] { columns.map(\.name) }

  /// The names with the attributes that hold their values. A JSON string may be a date. JSON strings are numbers, which `.mode json` writes as
  /// strings for decimals, only if one of them has a fraction and no digit would be lost: `"12"` and `"1.10"` may be codes.
  ///
  /// Dates are written in the form that they have in the file, if they all have one form.
  var attributes: [Attribute] {
    columns.map { column in
      let type: QueryType =
        switch column.kinds {
        case [.text]: Self.guess(column.texts)
        case [.string]: Self.guess(strings: column.texts)
        case [.boolean]: .boolean
        case [.integer]: .integer
        case [.double], [.integer, .double]: .double
        default: .string
        }
      let storage: AttributeStorage? = type == .date ? .iso8601Text : nil
      let attribute = Attribute(name: column.name, type: type, isOptional: true, storage: storage)
      return type == .date ? attribute.written(like: column.texts.map { .text($0) }) : attribute
    }
  }

  /// The type of JSON strings: dates, numbers of which one has a fraction and each keeps its digits, otherwise strings.
  private static func guess(strings: [String]) -> QueryType {
    switch guess(strings) {
    case .date: .date
    case .double where strings.allSatisfy(keepsDigits): .double
    default: .string
    }
  }

  /// Whether a double has all digits of a whole number beyond the range of Int64. Most such numbers are identifiers.
  private static func keepsDigits(_ value: QueryDecimal) -> Bool {
    guard let digits = value.wideIntegerText else { return false }
    return (digits.lastIndex { $0 != "0" }.map { digits.distance(from: digits.startIndex, to: $0) } ?? 0) < 15
  }

  /// Whether the text of a number is the text that a double column shows for it, apart from the end of a whole number: `3` becomes `3.0`.
  private static func keepsDigits(_ text: String) -> Bool {
    if ImportField.infinity(text) != nil { return true }
    guard let number = Double(text) else { return false }
    return "\(number)" == text || "\(number)" == text + ".0"
  }

  /// The type of texts. Infinite numbers among other numbers are numbers.
  private static func guess(_ texts: [String]) -> QueryType {
    let finite = texts.filter { ImportField.infinity($0) == nil }
    guard finite.count < texts.count else { return ColumnType.guess(texts).type }
    let type = ColumnType.guess(finite).type
    return type == .integer || type == .double ? .double : .string
  }
}
