import PredicateModel
import PredicateSQL
import PredicateValues

/// Turns comparisons of numbers, dates and texts with constants into comparisons of the bare (unconverted) column.
///
/// SQLite sorts values by class: NULL, numbers, texts, bytes. So a value is a number if it is less than a number, equal to a number, or between two
/// numbers. A value that is greater than a number may be a text. Every text is greater than infinity, and no number is. In the same way a value is a
/// text if it is between the empty text and the empty bytes.
///
/// The conversion of a stored number to a date is monotonic. So a comparison of dates is a comparison of the stored number with the first number of a
/// later date (``StoredDates``). Texts of dates in one form are compared as texts.
extension SQLRewriter {
  /// An equivalent comparison of the bare column; nil for any other condition.
  func bareComparison(_ test: SQLExpression, _ place: Place, _ reliedColumns: ReliedColumns?) -> SQLExpression? {
    guard let read = test.node.comparedValue?.read else { return nil }
    let attribute = read.attribute
    switch attribute.storage {
    case .text: return bareTexts(test, read, reliedColumns)
    case .iso8601Text:
      return rewrites.contains(.storedForms) ? dateTexts(test, read, place, reliedColumns) : nil
    case _ where attribute.storage.isNumber && (attribute.convertsNumericTexts || attribute.isTrusted):
      if attribute.storage.isConvertedDate {
        return rewrites.contains(.storedForms) ? storedDates(test, read, place, reliedColumns) : nil
      }
      return bareNumbers(test, read, place, reliedColumns)
    // No rewrite, because SQLite may convert the constant to a text.
    default: return nil
    }
  }

  private func bareNumbers(
    _ test: SQLExpression, _ read: SQLColumnRead, _ place: Place, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression? {
    guard rewrites.contains(.bareColumns), !read.attribute.isTrusted else { return nil }
    switch test.node {
    case .binary(let op, _, let right):
      guard case .parameter(let constant) = right.node, isNumber(constant) else { return nil }
      switch op {
      case .equal, .less, .lessOrEqual, .different: return .compare(op, read.column, right)
      case .greater, .greaterOrEqual: return above(op, right, read, place, reliedColumns)
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

  /// A test of the bare column. Nil if the column converts texts to numbers, or does not compare texts by their scalars.
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

  /// A search in the bare column instead of the guarded one, if its index proves that the column holds only texts.
  func bareSearch(_ test: SQLExpression, _ reliedColumns: ReliedColumns?) -> SQLExpression? {
    guard case .binary(.greater, let place, let start) = test.node,
      case .function(.position, let arguments) = place.node,
      arguments.count == 2, !arguments[0].isColumn, let read = arguments[0].read, read.isIndexed,
      let column = bareText(read), reliedColumns?.haveOneClass(read) == true
    else { return nil }
    return .compare(.greater, .strict(.position, [column, arguments[1]]), start)
  }

  /// The unproven column of texts, if all values in a range between two texts must be texts.
  func bareText(_ read: SQLColumnRead) -> SQLExpression? {
    let attribute = read.attribute
    guard rewrites.contains(.bareColumns), attribute.storage == .text, !attribute.isTrusted,
      !attribute.convertsNumericTexts, attribute.comparesBinary, dialect.ordersStringsByScalars
    else { return nil }
    return read.column
  }

  /// A lower bound for numbers. A second condition excludes texts, unless the column is proven to hold only numbers, or another condition of the
  /// conjunction is an upper bound.
  func above(
    _ op: SQLBinaryOperator, _ bound: SQLExpression, _ read: SQLColumnRead, _ place: Place,
    _ reliedColumns: ReliedColumns?
  ) -> SQLExpression {
    let column = read.column
    if read.attribute.isTrusted || place.bounded.contains(SQLColumnName(read))
      || reliedColumns?.haveOneClass(read) == true
    {
      return .compare(op, column, bound)
    }
    if op == .greaterOrEqual, !read.isIndexed { return .between(column, bound, SQLiteLowering.infinity) }
    let lower = SQLExpression.compare(op, column, bound)
    let isNumber = SQLExpression.compare(.lessOrEqual, column, SQLiteLowering.infinity)
    guard read.isIndexed else { return .all([lower, isNumber]) }
    // Both bounds are marked as likely. Otherwise SQLite assumes that two bounds of an index leave few rows.
    if !place.isTested, let comparison = SQLComparison(lower), isLikely(comparison, read, place) {
      return .all([.strict(.likely, [lower]), .strict(.likely, [isNumber])])
    }
    return .all([lower, .compare(.lessOrEqual, column.unindexed, SQLiteLowering.infinity)])
  }

  private func isNumber(_ constant: QueryValue) -> Bool {
    switch dialect.binding(constant) {
    case .integer: true
    case .double(let number): !number.isNaN
    default: false
    }
  }
}

extension SQLExpression.Node {
  /// The value that a comparison compares with constants; nil for any other condition.
  fileprivate var comparedValue: SQLExpression? {
    switch self {
    case .binary(_, let value, _), .between(let value, _, _), .inList(let value, _): value
    default: nil
    }
  }
}
