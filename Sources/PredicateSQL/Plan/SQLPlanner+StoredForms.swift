import PredicateBinding
import PredicateModel
import PredicateValues

/// Dates and UUIDs that a column stores in another form than SQL compares: `x - 978307200.0 > ?` is the whole truth, and no index finds it.
/// Beside it stands a comparison of the bare column with the constant in the column's form, which holds of no fewer rows.
///
/// Numbers are compared with a bound that leaves room for what the conversion rounds. Texts of dates begin with a day, which is within two
/// days of the date whatever the zone behind it. Texts of UUIDs begin with four digits, of which there are sixteen spellings at most.
extension SQLPlanner {
  /// What a comparison with a constant leaves of the bare column; nil where that helps nothing.
  mutating func storedForm(
    of comparison: CoreComparison, _ value: CoreValue, _ constant: QueryValue
  ) throws(PredicateIssue) -> SQLExpression? {
    switch (comparison, constant) {
    case (.equal, .uuid), (.same, .uuid): return try spellings(of: [constant], value)
    case (.equal, .date(let date)), (.same, .date(let date)): return try storedForm(value, from: date, to: date)
    case (.less, .date(let date)), (.lessOrEqual, .date(let date)): return try storedForm(value, from: nil, to: date)
    case (.greater, .date(let date)), (.greaterOrEqual, .date(let date)):
      return try storedForm(value, from: date, to: nil)
    default: return nil
    }
  }

  /// What membership in a list of constants leaves of the bare column; nil where that helps nothing.
  mutating func storedForm(
    ofMember value: CoreValue, among constants: [QueryValue]
  ) throws(PredicateIssue) -> SQLExpression? {
    guard let first = constants.first else { return nil }
    if case .uuid = first { return try spellings(of: constants, value) }
    var dates: [Double] = []
    for constant in constants {
      guard case .date(let date) = constant else { return nil }
      dates.append(date)
    }
    return try storedForm(value, from: dates.min(), to: dates.max())
  }

  /// What two bounds leave of the bare column.
  mutating func storedForm(
    _ value: CoreValue, from low: Double?, to high: Double?
  ) throws(PredicateIssue) -> SQLExpression? {
    guard let (attribute, column) = try indexedColumn(of: value) else { return nil }
    var parts: [SQLExpression] = []
    if let low {
      guard let bound = attribute.storage.bound(of: low, isLower: true) else { return nil }
      parts.append(.compare(.greaterOrEqual, column, .parameter(bound)))
    }
    if let high {
      guard let bound = attribute.storage.bound(of: high, isLower: false) else { return nil }
      parts.append(.compare(.lessOrEqual, column, .parameter(bound)))
    }
    return .all(parts)
  }

  /// The attribute and its bare column, where an index begins with it and another form is stored.
  private mutating func indexedColumn(
    of value: CoreValue
  ) throws(PredicateIssue) -> (attribute: Attribute, column: SQLExpression)? {
    guard case .attribute(let row, let member) = value.node else { return nil }
    let entity = try entity(of: row)
    let attribute = try attribute(of: row, member, range: value.range)
    guard indexes.begin(with: attribute.column, of: entity.table) else { return nil }
    let isText: Bool
    switch attribute.storage {
    case .secondsSince1970, .millisecondsSince1970, .julianDay: isText = false
    case .iso8601Text, .uuidText: isText = true
    default: return nil
    }
    guard !isText || dialect.ordersStringsByScalars else { return nil }
    let column = SQLExpression.column(
      attribute.column, of: try source(of: row), mayBeNull: true,
      hasOwnCollation: isText && !attribute.comparesBinary)
    return (attribute, column)
  }

  private static let mostSpelled = 256

  /// `key IN (SELECT …)` of the spellings of some UUIDs that the index has.
  private mutating func spellings(
    of constants: [QueryValue], _ value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard constants.count <= Self.mostSpelled, let (attribute, column) = try indexedColumn(of: value),
      attribute.storage == .uuidText, case .attribute(let row, _) = value.node
    else { return nil }
    var bounds: [String] = []
    for constant in constants {
      guard case .uuid(let uuid) = constant else { return nil }
      // Behind every digit and in front of none; and no bound looks like a number, as which a column of numbers would take it.
      bounds += uuid.description.spellingsOfBeginning.map { "\"\($0)!\":\"\($0)g\"" }
    }
    let scope = openScope()
    let list = QueryValue.string("{" + bounds.joined(separator: ",") + "}")
    let ends = try add(.elements(.parameter(list)), to: scope)
    let table = try add(.table(try entity(of: row).table), to: scope) { _ in .cross }
    let spelling = SQLExpression.column(
      attribute.column, of: table, mayBeNull: true, hasOwnCollation: column.hasOwnCollation)
    let select = SQLSelect(
      columns: [spelling], sources: scopes[scope].sources,
      condition: .all([
        .compare(.greaterOrEqual, spelling, .column(SQLSource.placeColumn, of: ends, mayBeNull: false)),
        .compare(.lessOrEqual, spelling, .column(SQLSource.valueColumn, of: ends, mayBeNull: false)),
      ]))
    return .member(column.comparedByScalars, of: select)
  }
}

extension AttributeStorage {
  /// A bound in the column's form that nothing which reads as the date, or beyond it, is outside of; nil where there is none.
  fileprivate func bound(of date: Double, isLower: Bool) -> QueryValue? {
    guard date.isFinite, abs(date) < 1e15 else { return nil }
    if self == .iso8601Text {
      let days = isLower ? -2.0 : 3.0
      let text = ISODate.format(date + days * 86_400)
      guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
      return .string(String(text.prefix(10)))
    }
    guard case .real(let number)? = stored(.date(date)) else { return nil }
    // What each step of the conversion can round, many times over.
    let size: Double =
      switch self {
      case .millisecondsSince1970: 1000 * (abs(date) + 978_307_200)
      case .julianDay: abs(date) / 86_400 + Self.julianDayOf2001
      default: abs(date) + 978_307_200
      }
    let room = size * 0x1p-48
    return .double(isLower ? number - room : number + room)
  }
}

extension String {
  /// The first four characters of a UUID with each letter in either case.
  fileprivate var spellingsOfBeginning: [String] {
    utf8.prefix(4).reduce([""]) { beginnings, byte in
      let lower = byte | 0x20
      let forms = lower == byte ? [byte] : [byte, lower]
      return beginnings.flatMap { front in forms.map { front + String(Unicode.Scalar($0)) } }
    }
  }
}
