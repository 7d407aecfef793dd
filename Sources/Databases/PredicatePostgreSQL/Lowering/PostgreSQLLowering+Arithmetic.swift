#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// Arithmetic that the server computes exactly as the language does: on whole numbers that stay within 64 bits, and on decimal numbers whose
  /// declared digits show that no result has too many.
  extension PostgreSQLLowering {
    func arithmetic(_ value: CoreValue, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      value.type == .decimal ? try decimal(value, &planner)?.expression : try integer(value, &planner)?.expression
    }

    /// Whether a value of arithmetic has an exact form.
    func isExact(_ value: CoreValue, _ planner: SQLPlanner) -> Bool {
      var planner = planner
      // A row that cannot be joined is reported where its value is read.
      do throws(PredicateIssue) { return try arithmetic(value, in: &planner) != nil } catch { return false }
    }

    // MARK: Decimal numbers

    /// A decimal number with the most digits that it can have before and after the point.
    private typealias Decimal = (expression: SQLExpression, before: Int, after: Int)

    /// The most digits of a term. They leave room for the digits of a sum over any number of rows.
    private static let mostDigits = 200

    /// Sums, differences and products of decimal and whole numbers; nil for other values.
    private func decimal(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> Decimal? {
      if value.type == .integer { return try integer(value, &planner).map { ($0.expression, 19, 0) } }
      guard value.type == .decimal else { return nil }
      switch value.node {
      case .constant(.decimal(let number)): return Self.constant(number)
      case .attribute(let row, let member):
        let attribute = try planner.attribute(of: row, member, range: value.range)
        guard let digits = attribute.declaredDigits, let side = try operand(value, &planner) else { return nil }
        return (side.value, digits, digits)
      case .negate(let operand):
        guard let (inner, before, after) = try decimal(operand, &planner) else { return nil }
        return (SQLExpression(.negate(inner), type: .decimal, mayBeNull: inner.mayBeNull), before, after)
      case .arithmetic(.divide, let left, let right):
        return try quotient(left, right, &planner)
      case .arithmetic(let op, let left, let right):
        guard let a = try decimal(left, &planner), let b = try decimal(right, &planner) else { return nil }
        return Self.decimal(op, a, b)
      default: return nil
      }
    }

    private static func constant(_ number: QueryDecimal) -> Decimal {
      (.parameter(.decimal(number)), max(number.digits.count + number.exponent, 1), max(-number.exponent, 0))
    }

    private static func decimal(_ op: BinaryOperator, _ a: Decimal, _ b: Decimal) -> Decimal? {
      let (spelling, before, after): (SQLBinaryOperator, Int, Int)
      switch op {
      case .add: (spelling, before, after) = (.add, max(a.before, b.before) + 1, max(a.after, b.after))
      case .subtract: (spelling, before, after) = (.subtract, max(a.before, b.before) + 1, max(a.after, b.after))
      case .multiply: (spelling, before, after) = (.multiply, a.before + b.before, a.after + b.after)
      default: return nil
      }
      guard before + after <= mostDigits else { return nil }
      let (left, right) = (a.expression, b.expression)
      let result = SQLExpression(
        .binary(spelling, left, right), type: .decimal, mayBeNull: left.mayBeNull || right.mayBeNull)
      return (result, before, after)
    }

    /// A quotient by a constant whose reciprocal is a decimal number, as a product: `price / 4` is `price * 0.25`. The language rounds a quotient of more than 38
    /// digits.
    private func quotient(
      _ left: CoreValue, _ right: CoreValue, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> Decimal? {
      guard let constant = right.constantValue, let divisor = NumberConstant(constant)?.exactDecimal, !divisor.isZero,
        let reciprocal = QueryDecimal(1).divided(by: divisor),
        reciprocal.multiplied(by: divisor) == QueryDecimal(1), let dividend = try decimal(left, &planner)
      else { return nil }
      guard let product = Self.decimal(.multiply, dividend, Self.constant(reciprocal)),
        product.before + product.after <= 38
      else { return nil }
      return product
    }

    // MARK: Whole numbers

    /// Arithmetic on whole numbers that stays within 64 bits for any values of the columns; nil for other values. Past 64 bits the server would
    /// raise an error, and the language continues with a double.
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
      // A count is at most 2^60, because no database has more rows.
      case .count where planner.isNative(value): return (try planner.value(value), 0...1 << 60)
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
        // Both round towards zero. The absolute value of a quotient is at most that of its dividend.
        guard a.range.lowerBound > .min else { return nil }
        let divisor = SQLExpression.written("NULLIF(\(b.expression), 0)", type: .integer, mayBeNull: true)
        let bound = max(abs(a.range.lowerBound), abs(a.range.upperBound))
        return (.arithmetic(.divide, a.expression, divisor, isInteger: true), -bound...bound)
      default: return nil
      }
      // The extremes are at the ends of the two ranges.
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
