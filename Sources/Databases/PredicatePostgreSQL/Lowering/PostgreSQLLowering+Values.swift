#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// Values that the server computes as the language does.
  extension PostgreSQLLowering {
    /// Compares a property of a date with a constant. The dates that can have the property are in a range, which an index finds.
    ///
    /// A year in UTC is exactly such a range. An infinite date has no year.
    func compareProperty(
      _ comparison: CoreComparison, _ value: CoreValue, with constant: QueryValue, _ words: String,
      _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm? {
      guard case .call(let definition, let arguments) = value.node, let date = arguments.first,
        let property = DateProperty(functionNamed: definition.name), case .attribute = date.node,
        let side = try operand(date, &planner), side.type == .date
      else { return nil }
      // In another time zone the zone is a second argument, and the range is not exact.
      if property == .year, arguments.count == 1, let range = Self.yearRange(comparison, side, constant) {
        return .exact(range)
      }
      let isGreater = comparison == .greater || comparison == .greaterOrEqual
      let isLess = comparison == .less || comparison == .lessOrEqual
      let (low, high) = property.dates(from: isLess ? nil : constant, to: isGreater ? nil : constant)
      let parts = [
        low.flatMap { Self.compareDate(.greaterOrEqual, side, $0) },
        high.flatMap { Self.compareDate(.lessOrEqual, side, $0) },
      ].compactMap(\.self)
      return parts.isEmpty ? nil : .wider(.all(parts), words)
    }

    private static func yearRange(
      _ comparison: CoreComparison, _ side: Operand, _ constant: QueryValue
    ) -> SQLExpression? {
      guard case .integer(let year) = constant, year.magnitude < 9_999 else { return nil }
      // `dates` extends the range by two days for all time zones, which is undone here.
      func start(_ year: Int64) -> Double? {
        DateProperty.year.dates(from: .integer(year), to: nil).low.map { $0 + 2 * 86_400 }
      }
      guard let first = start(year), let after = start(year + 1) else { return nil }
      func bound(_ comparison: CoreComparison, _ seconds: Double) -> SQLExpression? {
        compareDate(comparison, side, seconds)
      }
      let isAfter = side.expression.test(.greater, "'-infinity'")
      let isBefore = side.expression.test(.less, "'infinity'")
      let parts: [SQLExpression?] =
        switch comparison {
        case .equal, .same: [bound(.greaterOrEqual, first), bound(.less, after)]
        case .less: [bound(.less, first), isAfter]
        case .lessOrEqual: [bound(.less, after), isAfter]
        case .greater: [bound(.greaterOrEqual, after), isBefore]
        case .greaterOrEqual: [bound(.greaterOrEqual, first), isBefore]
        }
      let found = parts.compactMap(\.self)
      return found.count == parts.count ? .all(found) : nil
    }

    /// A sum, difference, product, quotient or negation of whole numbers; nil for other values.
    func arithmetic(
      _ value: CoreValue, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> (expression: SQLExpression, range: ClosedRange<Int64>)? {
      switch value.node {
      case .arithmetic, .negate: try integer(value, &planner)
      default: nil
      }
    }

    /// Arithmetic on whole numbers whose results fit 64 bits for all values of the columns; nil for other values. Beyond 64 bits the server would
    /// raise an error, and the language would continue with a double.
    func integer(
      _ value: CoreValue, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> (expression: SQLExpression, range: ClosedRange<Int64>)? {
      switch value.node {
      case .constant(.integer(let number)): return (.parameter(.integer(number)), number...number)
      case .attribute:
        guard let side = try operand(value, &planner), side.type == .integer, let range = side.column?.integerRange
        else {
          return nil
        }
        let isLong = side.column == .integer(bytes: 8)
        return (isLong ? side.expression : .cast(side.expression, .integer), range)
      case .negate(let operand):
        guard let (inner, range) = try integer(operand, &planner), range.lowerBound > .min else { return nil }
        return (
          SQLExpression(.negate(inner), type: .integer, mayBeNull: inner.mayBeNull),
          -range.upperBound ... -range.lowerBound
        )
      case .arithmetic(let op, let left, let right):
        guard value.type == .integer, let a = try integer(left, &planner), let b = try integer(right, &planner) else {
          return nil
        }
        return Self.arithmetic(op, a, b)
      default: return nil
      }
    }

    private typealias Bounded = (expression: SQLExpression, range: ClosedRange<Int64>)

    private static func arithmetic(_ op: BinaryOperator, _ a: Bounded, _ b: Bounded) -> Bounded? {
      let ends: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
      let spelling: SQLBinaryOperator
      switch op {
      case .add: (ends, spelling) = ({ $0.addingReportingOverflow($1) }, .add)
      case .subtract: (ends, spelling) = ({ $0.subtractingReportingOverflow($1) }, .subtract)
      case .multiply: (ends, spelling) = ({ $0.multipliedReportingOverflow(by: $1) }, .multiply)
      case .divide:
        // Both the server and the language round towards zero. The absolute value of a quotient is at most that of its dividend.
        guard a.range.lowerBound > .min else { return nil }
        let divisor = SQLExpression.written("NULLIF(\(b.expression), 0)", type: .integer, mayBeNull: true)
        let bound = max(abs(a.range.lowerBound), abs(a.range.upperBound))
        return (.arithmetic(.divide, a.expression, divisor, isInteger: true), -bound...bound)
      default: return nil
      }
      // The extreme results are those of the ends of the two ranges.
      let corners = [a.range.lowerBound, a.range.upperBound].flatMap { first in
        [b.range.lowerBound, b.range.upperBound].map { ends(first, $0) }
      }
      guard !corners.contains(where: \.overflow), let least = corners.map(\.partialValue).min(),
        let greatest = corners.map(\.partialValue).max()
      else { return nil }
      return (.arithmetic(spelling, a.expression, b.expression, isInteger: true), least...greatest)
    }
  }
#endif
