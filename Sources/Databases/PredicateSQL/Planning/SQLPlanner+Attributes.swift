import PredicateBinding
import PredicateModel
import PredicateValues

/// Attributes: a column as the value that the model says it is.
extension SQLPlanner {
  /// A member's value. Where the schema does not prove that the column keeps its type, a value of another family is NULL.
  package mutating func attribute(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    let attribute = try attribute(of: row, member, range: range)
    let source = try source(of: row)
    var value = value(of: attribute, in: source, mayBeNull: row.isOptional)
    let table = try entity(of: row).table
    if indexes.begin(with: attribute.column, of: table) {
      let isOfVariable = if case .variable = row { true } else { false }
      let read = SQLColumnRead(attribute: attribute, table: table, source: source, isOfVariable: isOfVariable)
      value.origin = .column(read)
    }
    return value
  }

  /// The attribute that a member is.
  package func attribute(of row: CoreRow, _ member: Member, range: SourceRange) throws(PredicateIssue) -> Attribute {
    let entity = try entity(of: row)
    guard let attribute = entity.attribute(named: member.name) else {
      throw .notInModel("\(entity.name).\(member.name)", range: range)
    }
    return attribute
  }

  /// An attribute's value in a source whose row may be missing.
  private func value(
    of attribute: Attribute, in source: Int, mayBeNull rowMayBeMissing: Bool
  ) -> SQLExpression {
    let isText = attribute.storage == .text
    let column = SQLExpression.column(
      attribute.column, of: source, mayBeNull: attribute.isOptional || rowMayBeMissing,
      hasOwnCollation: isText && !attribute.comparesBinary)
    let own = attribute.isTextBesideNumbers ? column.unindexed : column
    let stored = attribute.isTrusted ? own : guarded(column, attribute.storage)
    switch attribute.storage {
    case .zeroOrOne, .integer, .real, .text, .blob, .secondsSince2001, .dynamic, .decimalText: return stored
    case .secondsSince1970: return Self.since2001(stored)
    case .millisecondsSince1970:
      let seconds = SQLExpression.arithmetic(.divide, stored, .parameter(.double(1000)), isInteger: false)
      return Self.since2001(seconds)
    case .julianDay:
      let days = SQLExpression.arithmetic(
        .subtract, stored, .parameter(.double(AttributeStorage.julianDayOf2001)), isInteger: false)
      return .arithmetic(.multiply, days, .parameter(.double(86_400)), isInteger: false)
    case .booleanWords: return .function(.boolean, [column], mayBeNull: true)
    case .iso8601Text: return .function(.date, [column], mayBeNull: true)
    case .uuidText: return .function(.uuid, [column], mayBeNull: true)
    case .uuidBytes: return stored
    }
  }

  private static func since2001(_ seconds: SQLExpression) -> SQLExpression {
    .arithmetic(.subtract, seconds, .parameter(.double(AttributeStorage.secondsFrom1970To2001)), isInteger: false)
  }

  /// The column's value where it has the class and the length that the storage asks for, else NULL.
  private func guarded(_ column: SQLExpression, _ storage: AttributeStorage) -> SQLExpression {
    storageTest(of: column, storage).map { .choose($0, column) } ?? column
  }

  /// Whether a column's value has the class and the length that the storage asks for; nil where any has.
  private func storageTest(of column: SQLExpression, _ storage: AttributeStorage) -> SQLExpression? {
    let classes = storage.classes
    guard classes.count < StorageClass.allCases.count else { return nil }
    var tests = [SQLExpression(.isStored(column, as: classes), mayBeNull: false)]
    if let byteCount = storage.byteCount {
      tests.append(.compare(.equal, .strict(.byteCount, [column]), .integer(byteCount)))
    }
    return .all(tests)
  }

  /// Whether an attribute is nil: told by the column alone where it can be, for types too that SQL cannot compare.
  package mutating func isMissing(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    let attribute = try attribute(of: row, member, range: range)
    let column = SQLExpression.column(
      attribute.column, of: try source(of: row), mayBeNull: attribute.mayBeNil || row.isOptional)
    if attribute.isTrusted || attribute.storage == .dynamic { return column.isNull }
    switch attribute.storage {
    case .decimalText, .booleanWords, .iso8601Text, .uuidText:
      // Not every text is a number, or a date.
      let value = try self.attribute(row, member, range: range)
      guard attribute.storage == .decimalText else { return value.isNull }
      return SQLExpression.function(.box, [.name(SQLValueTag.decimal.rawValue), value], mayBeNull: true).isNull
    // The class alone tells it: SQLite knows that of a value of 100 MB without reading it.
    default: return storageTest(of: column, attribute.storage)?.negated ?? column.isNull
    }
  }
}

extension Attribute {
  /// Whether its column compares texts by their bytes.
  package var comparesBinary: Bool { collation == "BINARY" || collation?.uppercased() == "BINARY" }

  /// Whether it is text in a column that would take what it is compared with for a number.
  package var isTextBesideNumbers: Bool { storage == .text && hasNumericAffinity }
}
