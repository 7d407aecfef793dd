import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Columns. SQLite stores a value of any class in a column of any type, and one type of the model in several ways.
extension SQLiteLowering {
  package func type(ofColumn attribute: Attribute) -> SQLType {
    switch attribute.storage {
    case .dynamic, .json: .stored
    case .decimalText: .decimal
    case .text: .string
    case .blob: .data
    case .uuidBytes: .uuid
    case .zeroOrOne: .boolean
    case .integer: .integer
    case .real: .double
    case .secondsSince2001: .date
    case .booleanWords, .integerText, .realText, .iso8601Text, .basicISO8601Text, .basicISO8601Number, .uuidText: .any
    // Dates in other units.
    default: .double
    }
  }

  package func comparesByScalars(_ attribute: Attribute) -> Bool { attribute.comparesBinary }

  package func keyValue(of attribute: Attribute, in column: SQLExpression) -> SQLExpression { column }

  /// A text in a column of numbers is converted to a number.
  package func comparesNumbers(_ attribute: Attribute) -> Bool { attribute.convertsNumericTexts }

  /// False for booleans, because a sample of only two different values proves little.
  package func isReadAsItIs(_ attribute: Attribute) -> Bool {
    switch attribute.storage {
    case .integer, .real, .secondsSince2001, .blob, .uuidBytes: true
    case .text: attribute.comparesBinary && !attribute.convertsNumericTexts
    default: false
    }
  }

  /// A value of another class is NULL, unless the schema proves that the column keeps its type.
  package func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    let own = attribute.isTextBesideNumbers ? column.unindexed : column
    let stored = attribute.isTrusted ? own : Self.guarded(column, attribute)
    switch attribute.storage {
    case .zeroOrOne, .integer, .real, .text, .blob, .secondsSince2001, .dynamic, .decimalText, .uuidBytes: return stored
    case .julianDay:
      let days = SQLExpression.arithmetic(
        .subtract, stored, .parameter(.double(AttributeStorage.julianDayOf2001)), isInteger: false)
      return .arithmetic(.multiply, days, .parameter(.double(86_400)), isInteger: false)
    case .booleanWords: return .function(.boolean, [column], mayBeNull: true)
    case .integerText: return .function(.integerText, [column], mayBeNull: true)
    case .realText: return .function(.realText, [column], mayBeNull: true)
    case .iso8601Text: return .function(.date, [column], mayBeNull: true)
    case .basicISO8601Text: return .function(.basicDate, [column], mayBeNull: true)
    case .basicISO8601Number: return .function(.dateOfDigits, [column], mayBeNull: true)
    case .uuidText: return .function(.uuid, [column], mayBeNull: true)
    // The value can be NULL, because the column may hold the text `null` or a text that is not JSON.
    case .json: return SQLExpression(column.node, type: column.type, mayBeNull: true)
    default: return attribute.storage.dateUnit.map { Self.seconds(of: stored, in: $0) } ?? stored
    }
  }

  package func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression? {
    reliedColumns?.column(read, mayReadAll: mayReadAll)
  }

  package func holdsOnlyValues(_ read: SQLColumnRead, mayReadAll: Bool) -> Bool {
    guard read.isIndexed, let reliedColumns else { return false }
    if reliedColumns.haveOneClass(read) { return true }
    guard mayReadAll, read.attribute.storage == .iso8601Text else { return false }
    return reliedColumns.dateForm(read, orReadingInPlaceOf: { 1 }) != nil
  }

  /// ``DateUnit/seconds(of:)`` in SQL.
  ///
  /// `zeroOf2001` is an integer, so that SQLite subtracts it from integers exactly. From a REAL it subtracts the same number as a REAL.
  private static func seconds(of number: SQLExpression, in unit: DateUnit) -> SQLExpression {
    if let zero = unit.zeroOf2001 {
      let difference = SQLExpression.arithmetic(.subtract, number, .parameter(.integer(zero)), isInteger: false)
      return .arithmetic(.divide, difference, .parameter(.double(unit.perSecond)), isInteger: false)
    }
    let seconds =
      unit.perSecond == 1
      ? number : SQLExpression.arithmetic(.divide, number, .parameter(.double(unit.perSecond)), isInteger: false)
    guard unit.secondsTo2001 != 0 else { return seconds }
    return .arithmetic(.subtract, seconds, .parameter(.double(unit.secondsTo2001)), isInteger: false)
  }

  package func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    func isNil(_ tag: SQLValueTag) -> SQLExpression {
      let arguments = [SQLExpression.name(tag.rawValue), value(of: attribute, in: column)]
      return SQLExpression.function(.box, arguments, mayBeNull: true).isNull
    }
    // The value is tested even if the column is proven to hold JSON, because it may hold the text `null`.
    if attribute.storage == .json { return isNil(.json) }
    if attribute.isTrusted || attribute.storage == .dynamic { return column.isNull }
    switch attribute.storage {
    case .decimalText: return isNil(.decimal)
    // The value is converted, because not every text is a boolean, a number, a date or a UUID, and not every number is a day.
    case .booleanWords, .integerText, .realText, .iso8601Text, .basicISO8601Text, .basicISO8601Number, .uuidText:
      return value(of: attribute, in: column).isNull
    // Testing the class suffices. SQLite knows the class of a value of 100 MB without reading the value.
    default: return Self.storageTest(of: column, attribute.storage)?.negated ?? column.isNull
    }
  }

  package func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression {
    isTrusted ? column : .choose(Self.isStored(column, as: [.integer]), column)
  }

  /// The column's value if it has a valid class and length for the storage, otherwise NULL.
  ///
  /// A comparison takes a quarter of the time of `typeof`. SQLite sorts texts after all numbers, and bytes after all texts. The comparison is not
  /// used if the column's affinity could convert the bound or the value: a number to a text, or a text to a number.
  private static func guarded(_ column: SQLExpression, _ attribute: Attribute) -> SQLExpression {
    if attribute.convertsNumericTexts, attribute.comparesBinary, attribute.storage.isNumber {
      return .choose(.compare(.lessOrEqual, column, infinity), column)
    }
    if !attribute.convertsNumericTexts, attribute.comparesBinary, attribute.storage == .text {
      return .choose(.all([.compare(.greaterOrEqual, column, leastText), .compare(.less, column, leastData)]), column)
    }
    return storageTest(of: column, attribute.storage).map { .choose($0, column) } ?? column
  }

  static let infinity = SQLExpression.written("9e999", type: .double)

  static let leastText = SQLExpression.written("''", type: .string)
  /// The least bytes, which sort after all texts.
  static let leastData = SQLExpression.written("x''", type: .data)

  /// A test whether a column's value has a valid class and length for the storage; nil if every value is valid.
  private static func storageTest(of column: SQLExpression, _ storage: AttributeStorage) -> SQLExpression? {
    let classes = storage.classes
    guard classes.count < StorageClass.allCases.count else { return nil }
    var tests = [isStored(column, as: classes)]
    if let byteCount = storage.byteCount {
      tests.append(.compare(.equal, .strict(.byteCount, [column]), .integer(byteCount)))
    }
    return .all(tests)
  }

  private static func isStored(_ column: SQLExpression, as classes: [StorageClass]) -> SQLExpression {
    let names = classes.map { "'\($0.sqlName)'" }
    let test: SQLTemplate =
      names.count == 1
      ? "typeof(\(column)) = \(names[0])" : "typeof(\(column)) IN (\(names.joined(separator: ", ")))"
    return .written(test, .comparison, type: .condition, mayBeNull: false)
  }
}

extension StorageClass {
  /// The class as `typeof` names it.
  fileprivate var sqlName: String {
    switch self {
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }
}

extension Attribute {
  /// Whether the attribute's column compares texts by their bytes.
  var comparesBinary: Bool { textOrder == .scalars }

  /// Whether the attribute is a text in a column that would convert the other operand of a comparison to a number.
  var isTextBesideNumbers: Bool { storage == .text && convertsNumericTexts }
}

/// Collects the columns whose values a statement relies on.
final class ReliedColumns: Sendable {
  private let proofs: ColumnProofs
  private let found = Locked<[ReliedColumn]>([])

  init(_ proofs: ColumnProofs) { self.proofs = proofs }

  var all: [ReliedColumn] { found.withLock { $0 } }

  /// The stored column, if it is proven to sort like the attribute's values. The statement then relies on it. Nil without a proof.
  func column(_ read: SQLColumnRead, mayReadAll: Bool = false) -> SQLExpression? {
    switch proof(of: read, mayReadAll: mayReadAll) {
    case .classes?, .dates?: read.column
    case .numbers?, .texts?, .withoutBytes?, nil: nil
    }
  }

  /// Whether all values of a column have the class of its storage. If so, the statement then relies on it.
  func haveOneClass(_ read: SQLColumnRead) -> Bool { proof(of: read, mayReadAll: false) != nil }

  /// The form that all texts in a column of dates have. The statement then relies on it. Nil without a proof.
  ///
  /// - Parameter part: The approximate share of rows whose texts this statement would read without a proof; nil if it is unknown. All texts are read
  ///   once for a proof when statements without a proof have read as many.
  func dateForm(_ read: SQLColumnRead, orReadingInPlaceOf part: () -> Double?) -> ISODateForm? {
    func form() -> ISODateForm? {
      if case .dates(let form)? = proof(of: read, mayReadAll: false) { form } else { nil }
    }
    if let form = form() { return form }
    guard read.isIndexed, let part = part(), proofs.isWorthReading(read, besides: part) else { return nil }
    _ = proofs.proof(of: read, mayReadAll: true)
    return form()
  }

  /// Whether no value of a column without a type is bytes, or whether all of them are texts. If so, the statement then relies on it.
  func holds(_ read: SQLColumnRead, onlyTexts: Bool, mayReadAll: Bool) -> Bool {
    guard read.attribute.storage == .dynamic else { return false }
    return switch proof(of: read, mayReadAll: mayReadAll) {
    case .texts?: true
    case .withoutBytes?: !onlyTexts
    default: false
    }
  }

  private func proof(of read: SQLColumnRead, mayReadAll: Bool) -> ColumnProofs.Proof? {
    guard read.isIndexed || mayReadAll && read.attribute.storage == .dynamic,
      let proof = proofs.proof(of: read, mayReadAll: mayReadAll)
    else { return nil }
    found.withLock { $0.append(ReliedColumn(read, form: proof.form, mayReadAll: mayReadAll)) }
    return proof
  }
}

/// The error for a statement that relied on values that have changed.
struct ValuesHaveChanged: Error {}
