import PredicateBinding
import PredicateDocuments
import PredicateValues

/// The columns of separated values: their names and the types of their cells.
public struct RecordColumns: TypeSource {
  /// A name in the heading, and the type of the cells under it.
  public struct Column: Sendable {
    /// The name in the heading.
    public let name: String
    /// The type of the cells.
    public var type: ColumnType
  }

  /// The columns, in order.
  public internal(set) var columns: [Column]

  /// The name of the entity of records, for the binder.
  public static let entityName = "record"

  init(names: [String]) {
    columns = names.map { Column(name: $0, type: .string) }
  }

  /// The position of a column; nil for an unknown name. Names are compared by scalars. The last of several columns with one name counts.
  public func index(of name: String) -> Int? {
    columns.lastIndex { $0.name.hasSameScalars(as: name) }
  }

  /// A column as a member. It is optional, since an empty cell is nil.
  public func member(named name: String, of entity: String) -> Member? {
    index(of: name).map { Member(name, .attribute(columns[$0].type.type), isOptional: true) }
  }

  /// The names, for suggestions.
  public func memberNames(of entity: String) -> [String] { columns.map(\.name) }

  /// The columns as text: `name string, age integer`.
  public var summary: String { columns.map { "\($0.name) \($0.type.rawValue)" }.joined(separator: ", ") }
}

/// The type of the cells of a column.
public enum ColumnType: String, Sendable, CaseIterable {
  /// The text of the cell.
  case string
  /// Whole numbers: `12`, `-3`.
  case integer
  /// Numbers with a point or an exponent.
  case double
  /// Exact decimal numbers: `12.50`.
  case decimal
  /// `true`, `false`, `yes`, `no`, `1`, `0`.
  case boolean
  /// Dates in ISO 8601.
  case date

  /// The corresponding type of the language.
  public var type: QueryType {
    switch self {
    case .string: .string
    case .integer: .integer
    case .double: .double
    case .decimal: .decimal
    case .boolean: .boolean
    case .date: .date
    }
  }

  /// The value of a text; nil if the text does not have this type. The types of numbers accept any number, since numbers are one family.
  ///
  /// Numbers are written as in JSON, but may have a plus and leading zeros. Booleans are true and false, yes and no, 1 and 0, ignoring case. Dates
  /// have the forms of ``ISODate``.
  public func value(of text: String) -> QueryValue? {
    switch self {
    case .string: .string(text)
    case .integer, .double: Self.number(text)
    case .decimal: Self.decimal(text)
    case .boolean: Self.boolean(text)
    case .date: ISODate.parse(text).map { .date($0) }
    }
  }

  private static func number(_ text: String) -> QueryValue? {
    if let value = Int64(text) { return .integer(value) }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    if digits.count <= JSONScanner.wideDigits, digits.allSatisfy(JSONByte.isDigit), let value = QueryDecimal(text) {
      return .decimal(value)
    }
    // Double also reads `nan`, `inf` and hexadecimal digits.
    guard text.utf8.allSatisfy({ JSONByte.isDigit($0) || "+-.eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return nil }
    return .double(value)
  }

  private static func decimal(_ text: String) -> QueryValue? {
    guard text.utf8.allSatisfy({ JSONByte.isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    return QueryDecimal(text).map { .decimal($0) }
  }

  private static func boolean(_ text: String) -> QueryValue? {
    switch text.lowercased() {
    case "true", "yes", "1": .boolean(true)
    case "false", "no", "0": .boolean(false)
    default: nil
    }
  }

  /// Guesses the type of a column from some of its texts, none of them empty. The result is the narrowest type that all texts have, or string if they
  /// have no other type in common.
  ///
  /// Stricter than ``value(of:)``: a number with a leading zero is a code, not a number (`01234`), and only `true` and `false` are booleans.
  public static func guess(_ texts: some Collection<String>) -> ColumnType {
    guard !texts.isEmpty else { return .string }
    if texts.allSatisfy({ isPlainNumber($0) && Int64($0) != nil }) { return .integer }
    if texts.allSatisfy({ isPlainNumber($0) && number($0) != nil }) { return .double }
    if texts.allSatisfy({ ["true", "false"].contains($0.lowercased()) }) { return .boolean }
    if texts.allSatisfy({ ISODate.parse($0) != nil }) { return .date }
    return .string
  }

  private static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard let first = digits.first, JSONByte.isDigit(first) else { return false }
    return first != UInt8(ascii: "0") || digits.count == 1 || !JSONByte.isDigit(digits.dropFirst().first ?? 0)
  }
}

/// The members of a record that a predicate reads, as a tree: each member with the members inside it that are read.
struct KeyTree {
  /// A member, and the members that are read in it.
  struct Child {
    let name: String
    var tree: KeyTree
  }

  /// The members, each once.
  private(set) var children: [Child] = []
  /// Whether the value itself is needed, so that all of its members have to be read.
  private(set) var isWhole = false

  /// The members that a condition reads. The record is its evaluated object.
  init(_ condition: CoreCondition) {
    visit(.condition(condition))
  }

  private init() {}

  /// Adds the path of a value that the predicate reads.
  private mutating func add(_ path: ArraySlice<String>) {
    guard let name = path.first else {
      isWhole = true
      return
    }
    // All levels of a relationship (`reports*`) are computed from the value of the member (`reports`).
    if let member = QueryKeyPath.relationship(ofLevels: name) { return add([member]) }
    let index = children.firstIndex { $0.name.hasSameScalars(as: name) } ?? children.count
    if index == children.count { children.append(Child(name: name, tree: KeyTree())) }
    children[index].tree.add(path.dropFirst())
  }
}

// The walk through the core.
extension KeyTree {
  private mutating func visit(_ part: CorePart) {
    switch part {
    case .value(let value): if let path = Self.path(of: value) { return add(path[...]) }
    case .range(let range):
      for case .relationship(let row, let member, _) in range.steps.map(\.source) {
        if let path = Self.path(of: row) { add((path + [member.name])[...]) }
      }
    case .condition: break
    }
    part.forEachPart { visit($0) }
  }

  /// The names on the path from the record to a value. Nil if the path does not start at the record, or if a step is not a name.
  static func path(of value: CoreValue) -> [String]? {
    switch value.node {
    case .element(0): []
    // Nil for `self`, which is the value itself unless a record has a key of this name. The whole value then has to be read.
    case .property(_, let name) where name.hasSameScalars(as: QueryKeyPath.selfKey): nil
    case .property(let base, let name): path(of: base).map { $0 + [name] }
    case .attribute(let row, let member): path(of: row).map { $0 + [member.name] }
    case .object(let row): path(of: row)
    default: nil
    }
  }

  private static func path(of row: CoreRow) -> [String]? {
    switch row {
    case .variable(let number): number == 0 ? [] : nil
    case .toOne(let base, let member, _): path(of: base).map { $0 + [member.name] }
    }
  }
}
