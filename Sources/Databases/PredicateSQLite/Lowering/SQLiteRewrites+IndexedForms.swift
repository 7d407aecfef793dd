import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

extension SQLRewriter {
  /// Adds to a comparison of a key of several columns with a whole key the comparisons of the columns with the parts of the key, which an index
  /// finds. Nil for every other condition.
  func keyParts(beside condition: SQLExpression) -> SQLExpression? {
    guard rewrites.contains(.keyParts), case .binary(.equal, let left, let key) = condition.node,
      case .function(.list, let arguments) = left.node
    else { return nil }
    return .all(
      arguments.dropFirst().enumerated().map { position, column in
        .compare(.equal, column, .function(.keyPart, [key, .integer(position)], mayBeNull: true))
      })
  }
}

/// Comparisons of a date's property with constants: `lentOn.year == 2025`. An index cannot find the result of a function, but it finds the range of
/// dates that can have the property. The comparison of the property remains as a second condition. The range is also added without an index: comparing a
/// date with it takes a tenth of the time of computing the property.
extension SQLRewriter {
  /// The range of dates that can have the compared property; nil if the property has none.
  func dateRange(beside comparison: SQLComparison) -> SQLExpression? {
    guard rewrites.contains(.dateRanges), case .function(.call, let arguments) = comparison.value.node,
      let bounds = comparison.bounds, arguments.count > 2,
      case .name(let name) = arguments[0].node, let property = DateProperty(functionNamed: name),
      case let date = arguments[2], let read = date.read, read.isOfVariable, read.attribute.type == .date
    else { return nil }
    /// A bound as a value of the property.
    func bound(_ constant: QueryValue?) -> QueryValue? {
      if property.type == .date, let seconds = constant.flatMap(seconds) { return .date(seconds) }
      return constant.map(dialect.binding)
    }
    let (low, high) = property.dates(from: bound(bounds.least), to: bound(bounds.greatest))
    switch (low, high) {
    case (nil, nil): return nil
    case (let low?, nil): return .compare(.greaterOrEqual, date, .parameter(.date(low)))
    case (nil, let high?): return .compare(.lessOrEqual, date, .parameter(.date(high)))
    case (let low?, let high?): return .between(date, .parameter(.date(low)), .parameter(.date(high)))
    }
  }
}

/// Dates and UUIDs that a column does not store in SQL's representation. The whole condition would be `predicate_date(x) > ?`, which no index finds.
/// The rewrite adds a comparison of the bare column with the constant as the column stores it. It is true for at least the same rows. It is cheap, so
/// it is also added without an index.
///
/// Texts of dates begin with a day. That day is within two days of the date, whatever the time zone. Numbers of eight digits are days, too. Texts of UUIDs begin with four digits, which
/// have at most sixteen spellings.
extension SQLRewriter {
  /// The condition on the bare column that follows from a comparison with constants; nil if it would not help.
  mutating func storedForm(beside comparison: SQLComparison, _ read: SQLColumnRead) -> SQLExpression? {
    guard rewrites.contains(.storedForms) else { return nil }
    if read.attribute.storage == .uuidText {
      guard read.isIndexed, dialect.ordersStringsByScalars, !comparison.isOrdered else { return nil }
      return spellings(of: comparison.all, read)
    }
    let isText = read.attribute.storage == .iso8601Text && dialect.ordersStringsByScalars
    let isDigits = read.attribute.storage == .basicISO8601Number
    guard isText || isDigits || read.attribute.storage.isConvertedDate else { return nil }
    if isText || isDigits {
      guard let (low, high) = days(around: comparison) else { return nil }
      let parts = [(low, SQLBinaryOperator.greaterOrEqual), (high, .lessOrEqual)].compactMap { day, op in
        day.map { day in
          let bound = isDigits ? Int64(day.filter { $0 != "-" }).map { QueryValue.integer($0) } : nil
          return SQLExpression.compare(op, read.column, .parameter(bound ?? .string(day)))
        }
      }
      return parts.isEmpty ? nil : .all(parts)
    }
    return dates(of: comparison).flatMap { numbers(read, $0.least, $0.greatest) }
  }

  /// The least and the greatest date of a comparison; nil for an open end.
  private func dates(of comparison: SQLComparison) -> (least: Double?, greatest: Double?)? {
    if let bounds = comparison.bounds { return (bounds.least.flatMap(seconds), bounds.greatest.flatMap(seconds)) }
    let dates = comparison.all.compactMap(seconds)
    return dates.count == comparison.all.count ? (dates.min(), dates.max()) : nil
  }

  /// A condition for the stored numbers of dates between two dates, including both. A few more numbers may meet it.
  private func numbers(_ read: SQLColumnRead, _ least: Double?, _ greatest: Double?) -> SQLExpression? {
    let dates = StoredDates(read.attribute.storage)
    let ends = [(least, SQLBinaryOperator.greaterOrEqual), (greatest, .lessOrEqual)]
    let parts = ends.compactMap { date, op in
      date.flatMap { dates.numbers(around: $0) }.map {
        SQLExpression.compare(op, read.column, .parameter(.double(op == .lessOrEqual ? $0.upperBound : $0.lowerBound)))
      }
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  /// The days before and after the dates of a comparison: the text of every date that meets it is between them. A nil bound leaves that end open. Nil
  /// if there is no range.
  func days(around comparison: SQLComparison) -> (low: String?, high: String?)? {
    guard let (least, greatest) = dates(of: comparison) else { return nil }
    let low = least.map { Self.day(of: $0 - 2 * 86_400) }
    let high = greatest.map { Self.day(of: $0 + 3 * 86_400) }
    // A year with a sign does not give a bound for texts, so there is no range.
    if case .some(.none) = low { return nil }
    if case .some(.none) = high { return nil }
    return (low ?? nil, high ?? nil)
  }

  /// A date's day as a text; nil if its year has a sign, because such texts do not sort like dates.
  static func day(of date: Double) -> String? {
    guard date.isFinite, abs(date) < 1e15 else { return nil }
    let text = ISODate.format(date)
    guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
    return String(text.prefix(10))
  }

  /// The seconds of a constant date.
  func seconds(_ constant: QueryValue) -> Double? {
    if case .double(let seconds) = dialect.binding(constant) { seconds } else { nil }
  }

  private static let mostSpelled = 256

  /// `key IN (SELECT …)` with the rows whose text in the index begins like one of some UUIDs.
  private mutating func spellings(of constants: [QueryValue], _ read: SQLColumnRead) -> SQLExpression? {
    guard constants.count <= Self.mostSpelled else { return nil }
    var bounds: [String] = []
    for constant in constants {
      guard case .data(let bytes) = dialect.binding(constant), bytes.count == 16 else { return nil }
      // The bounds sort after every digit and before every digit. `!` and `g` also keep a column of numbers from reading a bound as a number.
      bounds += bytes.spellingsOfBeginning.map { "\"\($0)!\":\"\($0)g\"" }
    }
    let list = QueryValue.string("{" + bounds.joined(separator: ",") + "}")
    let (ends, table) = (nextSource, nextSource + 1)
    nextSource += 2
    let spelling = SQLColumnRead(
      attribute: read.attribute, table: read.table, source: table, isOfVariable: true, isIndexed: true
    ).column
    let select = SQLSelect(
      columns: [spelling],
      sources: [
        SQLSource(number: ends, relation: .elements(SQLiteLowering.elements(ofArray: .parameter(list))), join: .none),
        SQLSource(
          number: table, relation: .table(read.table), join: .cross, usesIndexes: indexes.areUsable(ofTable: read.table)
        ),
      ],
      condition: .all([
        .compare(.greaterOrEqual, spelling, .column(SQLSource.placeColumn, of: ends, mayBeNull: false)),
        .compare(.lessOrEqual, spelling, .column(SQLSource.valueColumn, of: ends, mayBeNull: false)),
      ]))
    return .member(read.column.comparedByScalars, of: select)
  }
}

extension [UInt8] {
  /// The first four characters of a UUID with these bytes, with each letter in both cases.
  fileprivate var spellingsOfBeginning: [String] {
    prefix(2).flatMap { [$0 >> 4, $0 & 15] }.reduce([""]) { beginnings, digit in
      let forms = digit < 10 ? [0x30 + digit] : [0x41 + digit - 10, 0x61 + digit - 10]
      return beginnings.flatMap { front in forms.map { front + String(Unicode.Scalar($0)) } }
    }
  }
}

/// Columns whose type nothing proves, and texts in columns of numbers. The whole condition would be `CASE WHEN typeof(x) = 'text' THEN x END = ?`,
/// which no index finds. The rewrite adds a comparison of the bare column, which is true for at least the same rows, and which an index finds.
extension SQLRewriter {
  /// The condition on the bare column; nil if it would miss rows, or would not help.
  func bareColumn(
    beside condition: SQLExpression, _ comparison: SQLComparison, _ read: SQLColumnRead
  ) -> SQLExpression? {
    guard let column = bareColumn(of: read, besides: comparison.isOrdered ? comparison.all : []) else { return nil }
    switch condition.node {
    case .binary(let op, _, let constant): return .compare(op, column, constant)
    case .between(_, let low, let high): return .between(column, low, high)
    case .inList(_, let constants): return .member(column, of: constants)
    default: return nil
    }
  }

  /// The bare column of an attribute that is read through a test of its storage or without its affinity. Nil if the bare column would miss rows, or
  /// would not help.
  ///
  /// - Parameter constants: The constants of an ordered comparison; empty for a test of equality.
  func bareColumn(of read: SQLColumnRead, besides constants: [QueryValue]) -> SQLExpression? {
    guard rewrites.contains(.bareColumns), !read.attribute.isTrusted || read.attribute.isTextBesideNumbers else {
      return nil
    }
    switch read.attribute.storage {
    case .integer, .real, .secondsSince2001: return read.column
    // In a comparison with a column of numbers, SQLite may convert a text that looks like a number, which would change the order.
    case .text: return constants.contains(where: Self.looksLikeNumber) ? nil : read.column
    default: return nil
    }
  }

  /// `x == 5` and `x IN {5, "a"}` for a column without a type, as comparisons of SQL. Nil for any other condition.
  ///
  /// The bare column may convert the constant: `x = 5` is also true for the text `5` in a column of texts. `+x = 5` converts nothing. Together they mean
  /// what the language's comparison means, an index finds the first one, and no function is called. If the difference between NULL and false matters, or if
  /// the column has its own collation, the language's comparison is kept as the second one.
  func dynamicEquality(_ condition: SQLExpression, _ place: Place) -> SQLExpression? {
    guard rewrites.contains(.bareColumns), case .function(.dynamic, let arguments) = condition.node,
      arguments.count == 5, case .name(let name) = arguments[0].node, case .name(let tags) = arguments[1].node,
      case let column = arguments[2], case .column = column.node, case .parameter(let constant) = arguments[3].node,
      case .integer(0) = arguments[4].node
    else { return nil }
    let compare: (SQLExpression) -> SQLExpression
    if name == ComparisonOperator.equal.spelling, Self.plainConstants.contains(tags) {
      compare = { .compare(.equal, $0, arguments[3]) }
    } else if name == ComparisonOperator.in.spelling, tags == Self.listOfConstants,
      let constants = plainConstants(in: constant)
    {
      compare = { .member($0, of: constants) }
    } else {
      return nil
    }
    let isExact = !place.isInsideValue && column.read?.attribute.comparesBinary == true
    return .all([compare(column), isExact ? compare(column.unindexed) : condition])
  }

  /// The tags for a comparison of a stored value with a number or a text.
  private static let plainConstants = [SQLValueTag.integer, .double, .string].map {
    SQLValueTag.stored.rawValue + $0.rawValue
  }

  /// The tags for a stored value and a list.
  private static let listOfConstants = SQLValueTag.stored.rawValue + SQLValueTag.box.rawValue

  /// The elements of a boxed list of numbers and texts. Nil if the list has other elements, none, or too many for one statement.
  private func plainConstants(in box: QueryValue) -> [QueryValue]? {
    guard case .data(let bytes) = box, case .array(let elements)? = SQLBox.value(of: bytes),
      !elements.isEmpty, elements.count <= dialect.limits.writtenConstants
    else { return nil }
    let arePlain = elements.allSatisfy { element in
      switch element {
      case .integer, .string: true
      case .double(let number): !number.isNaN
      default: false
      }
    }
    return arePlain ? elements : nil
  }

  static func looksLikeNumber(_ constant: QueryValue) -> Bool {
    guard let first = constant.text?.utf8.first else { return false }
    return first <= 0x20 || (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first)
  }
}

extension SQLColumnRead {
  /// The stored column.
  var column: SQLExpression {
    let isText =
      switch attribute.storage {
      case .text, .iso8601Text, .uuidText: true
      default: false
      }
    return SQLExpression(
      .column(source: source, attribute.column), type: .stored, mayBeNull: true,
      hasOwnCollation: isText && !attribute.comparesBinary, origin: .column(self))
  }
}
