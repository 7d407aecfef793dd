import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Order, groups and aggregates of values that SQLite's own operators and functions do not handle as the language does.
extension SQLiteLowering {
  /// A value as a sort key. Stored values are sorted by SQLite itself.
  func rank(of value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    let tagged = try planner.tagged(value)
    if tagged.tag == .stored, isUTF8 { return tagged.expression.byScalars }
    return .function(.rank, [.name(tagged.tag.rawValue), tagged.expression], mayBeNull: true)
  }

  /// The rank of a value that SQLite sorts differently: a decimal number as text, a box, or a text in a UTF-16 database.
  static func ranked(_ value: SQLExpression, _ type: QueryType) -> SQLExpression {
    let tag: SQLValueTag
    switch type {
    case .decimal: tag = .decimal
    case .any: tag = .box
    case .string, .url: tag = .string
    default: return value.comparedByScalars
    }
    return .strict(.rank, [.name(tag.rawValue), value])
  }

  /// A sum or a mean. Our functions skip values that are not numbers, so they can take an unconverted column of numbers.
  static func sum(_ function: SQLFunction, _ term: SQLExpression, fractionsOf type: QueryType?) -> SQLExpression {
    let tag = type == .double ? [SQLExpression.name(SQLValueTag.double.rawValue)] : []
    let isGuardAlone = term.read.map { $0.attribute.storage.isNumber && !$0.attribute.storage.isConvertedDate } ?? false
    let column = isGuardAlone ? term.read?.column : nil
    return .function(function, tag + [column ?? term], mayBeNull: type != nil)
  }

  /// The key of a type that has no single form in SQL. A decimal number may be stored in several ways, `7.1` and `7.10`, and so may a value of JSON,
  /// `[1]` and `[1.0]`.
  func groupKey(_ key: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    let tagged = try planner.tagged(key)
    if let column = bareValue(tagged, planner) { return column }
    let arguments = [.name(tagged.tag.rawValue), tagged.expression]
    if key.type == .decimal {
      return .function(.cast, [.name(CastTarget.string.name)] + arguments, type: .string, mayBeNull: true)
    }
    return tagged.tag == .stored
      ? try planner.value(key).comparedByScalars : .function(.groupForm, arguments, mayBeNull: true)
  }

  /// The column of values without a declared type, if it is proven to hold them as statements do; nil for any other value.
  ///
  /// - Parameter onlyTexts: Whether all values have to be texts.
  func bareValue(
    _ value: SQLPlanner.Tagged, _ planner: SQLPlanner, onlyTexts: Bool = false
  ) -> SQLExpression? {
    guard value.tag == .stored, value.expression.isColumn, let read = value.expression.read,
      rewrites.contains(.bareColumns)
    else { return nil }
    // Only of a table with row numbers is it known that its values can be read at once.
    let mayReadAll =
      planner.scopes[planner.rowScope].rowGoal == .all && planner.indexes.rowCount(ofTable: read.table) != nil
    guard reliedColumns?.holds(read, onlyTexts: onlyTexts, mayReadAll: mayReadAll) == true else { return nil }
    return value.expression
  }

  /// An aggregate of a group over decimal numbers or values of unknown type, or over texts in UTF-16.
  func aggregate(
    _ function: GroupAggregate.Function, _ value: CoreValue, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLForm {
    switch function {
    case .count, .countOfValues, .countOfDistinctValues: return .exact(try count(of: value, &planner))
    case .sum: return .exact(try sum(.sum, value, &planner))
    case .averageWithNil: return .exact(try sum(.average, value, &planner))
    case .average:
      let sum = try double(sum(.sum, value, &planner), value.type)
      // Without values the mean is nil: a division by 0 is NULL.
      return .exact(.arithmetic(.divide, sum, try count(of: value, &planner), isInteger: false))
    case .statistic(let statistic): return .exact(try self.statistic(statistic, value, &planner))
    case .minimum, .maximum:
      if !planner.hasPlainForm(value.type), value.type != .decimal, value.type != .any {
        return .none("The least or greatest of \(value.type.description)")
      }
      return .exact(try best(of: value, function == .minimum ? .min : .max, &planner))
    }
  }

  /// A statistic, computed by the code that memory uses. Arguments are its name, its constant, the tag, the value.
  private func statistic(
    _ statistic: GroupStatistic, _ value: CoreValue, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression {
    let (tag, values) = try planner.tagged([value])
    let constant: SQLExpression =
      switch statistic {
      case .percentile(let fraction): .parameter(.double(fraction))
      case .joined(let separator, _): .parameter(.string(separator))
      default: .null
      }
    let result = statistic.resultType(of: value.type)
    let found = SQLExpression.function(
      .statistic, [.name(statistic.code), constant, tag] + values, type: type(of: result), mayBeNull: true)
    return result == .decimal ? text(ofBox: found) : found
  }

  private func count(of value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    // Values are boxed before they are counted, because not every text is a decimal number.
    if case .attribute = value.node, value.type != .decimal,
      let column = bareValue(try planner.tagged(value), planner)
    {
      return .function(.count, [column], mayBeNull: false)
    }
    let counted = value.type == .decimal ? try planner.boxed(value) : try planner.value(value)
    return .function(.count, [counted], mayBeNull: false)
  }

  private func sum(
    _ function: SQLFunction, _ value: CoreValue, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression {
    let (tag, values) = try planner.tagged([value])
    let sum = SQLExpression.function(function, [tag] + values, mayBeNull: value.type == .any)
    return function == .sum && value.type == .decimal ? text(ofBox: sum) : sum
  }

  /// A sum of values of a type as a double.
  private func double(_ sum: SQLExpression, _ type: QueryType) -> SQLExpression {
    let tag = SQLExpression.name((type == .any ? SQLValueTag.box : SQLValueTag.decimal).rawValue)
    return .function(.cast, [.name(CastTarget.double.name), tag, sum], type: .double, mayBeNull: true)
  }

  /// The least or greatest value in the language's own order.
  private func best(
    of value: CoreValue, _ op: CollectionOperator, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression {
    let (tag, values) = try planner.tagged([value])
    let best = SQLExpression.function(.best, [.name(op.rawValue), tag] + values, mayBeNull: true)
    // The columns of groups have the representations of their types. Values of type any only have a box.
    return value.type == .string || value.type == .any ? best : text(ofBox: best)
  }

  /// A decimal number or a URL in a box as text, or a whole number as one.
  private func text(ofBox box: SQLExpression) -> SQLExpression {
    let tag = SQLExpression.name(SQLValueTag.box.rawValue)
    return .function(
      .cast, [.name(CastTarget.string.name), tag, box], type: .string, mayBeNull: box.mayBeNull)
  }
}
