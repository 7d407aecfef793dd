import PredicateModel
import PredicateSQL
import PredicateValues

/// Comparisons of numbers, dates and texts with constants, as comparisons of the bare column.
///
/// SQLite sorts values by class: NULL, numbers, texts, bytes. A value that is less than a number, equal to a number, or between two numbers is
/// therefore a number. A value that is greater than a number may be a text. Every text is greater than infinity, and no number is. In the same
/// way a value is a text between the empty text and the empty bytes.
///
/// The conversion of a stored number to a date is monotonic. A comparison of dates is therefore a comparison of the stored number with the first
/// number of a later date (``StoredDates``). Texts of dates of one form are compared as texts.
extension SQLRewriter {
  /// A comparison as one of the bare column that holds of the same rows; nil for any other condition.
  func bareComparison(_ test: SQLExpression, _ reliedColumns: ReliedColumns?) -> SQLExpression? {
    guard let read = test.node.comparedValue?.read else { return nil }
    let attribute = read.attribute
    switch attribute.storage {
    case .text: return bareTexts(test, read, reliedColumns)
    case .iso8601Text:
      guard rewrites.contains(.storedForms), let form = reliedColumns?.dateForm(read) else { return nil }
      return dateTexts(test, read.column, form)
    case _ where attribute.storage.isNumber && (attribute.hasNumericAffinity || attribute.isTrusted):
      if attribute.storage.isConvertedDate {
        return rewrites.contains(.storedForms) ? storedDates(test, read, reliedColumns) : nil
      }
      return bareNumbers(test, read, reliedColumns)
    // SQLite may convert the constant to a text.
    default: return nil
    }
  }

  private func bareNumbers(
    _ test: SQLExpression, _ read: SQLColumnRead, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression? {
    guard rewrites.contains(.bareColumns), !read.attribute.isTrusted else { return nil }
    switch test.node {
    case .binary(let op, _, let right):
      guard case .parameter(let constant) = right.node, isNumber(constant) else { return nil }
      switch op {
      case .equal, .less, .lessOrEqual, .different: return .compare(op, read.column, right)
      case .greater, .greaterOrEqual: return above(op, read.column, right, read, reliedColumns)
      default: return nil
      }
    case .between(_, let low, let high):
      guard case .parameter(let least) = low.node, case .parameter(let greatest) = high.node, isNumber(least),
        isNumber(greatest)
      else { return nil }
      return .between(read.column, low, high)
    case .inList(_, let constants):
      return constants.allSatisfy(isNumber) ? .member(read.column, of: constants) : nil
    default: return nil
    }
  }

  /// A test of the bare column, if it converts no text to a number and compares texts by their scalars.
  private func bareTexts(
    _ test: SQLExpression, _ read: SQLColumnRead, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression? {
    guard let column = bareText(read) else { return nil }
    switch test.node {
    case .binary(let op, _, let right):
      guard case .parameter(let constant) = right.node, constant.text != nil else { return nil }
      switch op {
      case .equal, .different: return .compare(op, column, right)
      case .less, .lessOrEqual:
        return .all([.compare(.greaterOrEqual, column, SQLiteLowering.leastText), .compare(op, column, right)])
      case .greater, .greaterOrEqual:
        if reliedColumns?.haveOneClass(read) == true { return .compare(op, column, right) }
        return .all([.compare(op, column, right), .compare(.less, column, SQLiteLowering.leastData)])
      default: return nil
      }
    case .between(_, let low, let high):
      guard case .parameter(let least) = low.node, case .parameter(let greatest) = high.node, least.text != nil,
        greatest.text != nil
      else { return nil }
      return .between(column, low, high)
    case .inList(_, let constants):
      return constants.allSatisfy { $0.text != nil } ? .member(column, of: constants) : nil
    default: return nil
    }
  }

  /// A search in the texts of a column, as a search in the bare column if its index shows that it has nothing but texts.
  func bareSearch(_ test: SQLExpression, _ reliedColumns: ReliedColumns?) -> SQLExpression? {
    guard case .binary(.greater, let place, let start) = test.node,
      case .function(.position, let arguments) = place.node,
      arguments.count == 2, !arguments[0].isColumn, let read = arguments[0].read, read.isIndexed,
      let column = bareText(read), reliedColumns?.haveOneClass(read) == true
    else { return nil }
    return .compare(.greater, .strict(.position, [column, arguments[1]]), start)
  }

  /// The column of texts that nothing proves, if a range of its values from one text to another has texts only.
  func bareText(_ read: SQLColumnRead) -> SQLExpression? {
    let attribute = read.attribute
    guard rewrites.contains(.bareColumns), attribute.storage == .text, !attribute.isTrusted,
      !attribute.hasNumericAffinity, attribute.comparesBinary, dialect.ordersStringsByScalars
    else { return nil }
    return read.column
  }

  /// A comparison of dates as one of the texts of one form.
  private func dateTexts(_ test: SQLExpression, _ column: SQLExpression, _ form: ISODateForm) -> SQLExpression? {
    guard let comparison = SQLComparison(test), let bounds = comparison.bounds else { return nil }
    var parts: [SQLExpression] = []
    for (date, op, isIncluded) in [
      (bounds.least, SQLBinaryOperator.greaterOrEqual, !comparison.excludesLeast),
      (bounds.greatest, .less, comparison.excludesGreatest),
    ] {
      guard let date else { continue }
      guard let text = seconds(date).flatMap({ form.text(from: $0, isIncluded: isIncluded) }) else { return nil }
      parts.append(.compare(op, column, .parameter(.string(text))))
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  /// A lower bound of numbers. A second condition excludes texts, unless the column is known to hold only numbers. An index finds the first alone.
  private func above(
    _ op: SQLBinaryOperator, _ column: SQLExpression, _ bound: SQLExpression, _ read: SQLColumnRead,
    _ reliedColumns: ReliedColumns?
  ) -> SQLExpression {
    if read.attribute.isTrusted || reliedColumns?.haveOneClass(read) == true { return .compare(op, column, bound) }
    if op == .greaterOrEqual, !read.isIndexed { return .between(column, bound, SQLiteLowering.infinity) }
    let end = read.isIndexed ? column.unindexed : column
    return .all([.compare(op, column, bound), .compare(.lessOrEqual, end, SQLiteLowering.infinity)])
  }

  /// A comparison of dates as a comparison of the stored numbers. Nil if a constant is not a date, or is too far away.
  private func storedDates(
    _ test: SQLExpression, _ read: SQLColumnRead, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression? {
    guard let comparison = SQLComparison(test), let bounds = comparison.bounds else { return nil }
    let column = read.column
    let dates = StoredDates(read.attribute.storage)
    var low: Double?
    if let least = bounds.least {
      guard let found = seconds(least).flatMap({ dates.first(after: $0, orAt: !comparison.excludesLeast) }) else {
        return nil
      }
      low = found
    }
    var end: Double?
    if let greatest = bounds.greatest {
      guard let found = seconds(greatest).flatMap({ dates.first(after: $0, orAt: comparison.excludesGreatest) }) else {
        return nil
      }
      end = found
    }
    switch (low, end) {
    case (let low?, let end?): return .between(column, .parameter(.double(low)), .parameter(.double(end.nextDown)))
    case (nil, let end?): return .compare(.less, column, .parameter(.double(end)))
    case (let low?, nil): return above(.greaterOrEqual, column, .parameter(.double(low)), read, reliedColumns)
    case (nil, nil): return nil
    }
  }

  private func isNumber(_ constant: QueryValue) -> Bool {
    switch dialect.binding(constant) {
    case .integer: true
    case .double(let number): !number.isNaN
    default: false
    }
  }
}

/// Which stored numbers are dates from a certain one on.
struct StoredDates {
  private let storage: AttributeStorage

  init(_ storage: AttributeStorage) { self.storage = storage }

  /// The least stored number of a date after a date, or of the date itself. Nil if that number is not below 2⁵²: SQLite rounds larger integers
  /// before it compares them.
  ///
  ///     StoredDates(.secondsSince1970).first(after: 0, orAt: true)  // 978307200.0
  func first(after date: Double, orAt isIncluded: Bool) -> Double? {
    guard date.isFinite, case .real(let guess)? = storage.stored(.date(date)), abs(guess) < Self.limit else {
      return nil
    }
    func isAtEnd(_ number: Double) -> Bool {
      guard case .date(let found) = storage.value(of: .real(number), as: .date) else { return false }
      return isIncluded ? found >= date : found > date
    }
    guard let ends = numbers(around: date) else { return nil }
    var below = ends.lowerBound.order
    var end = ends.upperBound.order
    guard !isAtEnd(Double(order: below)), isAtEnd(Double(order: end)) else { return nil }
    while below + 1 < end {
      let middle = below + (end - below) / 2
      if isAtEnd(Double(order: middle)) { end = middle } else { below = middle }
    }
    return Double(order: end)
  }

  private static let limit = 0x1p52

  /// A range that includes every stored number of a date. Nil if the date cannot be stored.
  func numbers(around date: Double) -> ClosedRange<Double>? {
    guard date.isFinite, abs(date) < 1e15, case .real(let number)? = storage.stored(.date(date)) else { return nil }
    // What each step of the conversion can round, many times over.
    let room = (abs(number) + storage.size(of: date)) * 0x1p-44
    return (number - room)...(number + room)
  }
}

extension AttributeStorage {
  /// Whether values are stored as numbers.
  var isNumber: Bool { classes == [.integer, .real] }

  /// How large a number the conversion of a date computes with.
  fileprivate func size(of date: Double) -> Double {
    guard case .real(let zero)? = stored(.date(0)), case .real(let number)? = stored(.date(date)) else { return 0 }
    return abs(zero) + abs(number)
  }
}

extension Double {
  /// Its place among all finite numbers.
  fileprivate var order: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits >= 0 ? bits : Int64.min - bits
  }

  /// The number at a place.
  fileprivate init(order: Int64) { self.init(bitPattern: UInt64(bitPattern: order >= 0 ? order : Int64.min - order)) }
}

extension SQLComparison {
  /// Whether the least constant itself does not meet the comparison.
  fileprivate var excludesLeast: Bool { op == .greater }
  /// Whether the greatest constant itself does not meet the comparison.
  fileprivate var excludesGreatest: Bool { op == .less }
}

extension SQLExpression.Node {
  /// The value that a comparison compares with constants; nil for any other form.
  fileprivate var comparedValue: SQLExpression? {
    switch self {
    case .binary(_, let value, _), .between(let value, _, _), .inList(let value, _): value
    default: nil
    }
  }
}
