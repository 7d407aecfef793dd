#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// Comparisons of a value inside a column of jsonb with a constant: `payload.items[0].price > 3`.
  ///
  /// The form holds for every row for which memory finds the condition true, or fails. Memory decides the rows that come. A column of json has no such form,
  /// because the server may refuse to convert its text to jsonb.
  extension PostgreSQLLowering {
    func compareInside(
      _ value: CoreValue, _ op: ComparisonOperator, _ other: CoreValue, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm? {
      guard let constant = other.constantValue, let place = try place(of: value, &planner), !place.containers.isEmpty,
        let test = test(place.value, op, constant)
      else { return nil }
      // Elsewhere a step means the members of all elements, or it fails.
      let isReached = SQLExpression.all(place.containers)
      return .widerWithFailures(
        .choose(isReached, test, otherwise: .truth), Self.obstacle(value, other, "A comparison of JSON"))
    }

    /// A value of JSON in SQL, and the conditions that the steps to it lead through objects and arrays, or through nil.
    private typealias Place = (value: SQLExpression, containers: [SQLExpression])

    private func place(of value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> Place? {
      switch value.node {
      case .attribute(let row, let member):
        let attribute = try planner.attribute(of: row, member, range: value.range)
        guard attribute.serverType == .jsonb else { return nil }
        let column = SQLExpression.column(attribute.column, of: try planner.source(of: row), mayBeNull: true)
        return (column, [])
      case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
        return try place(of: base, &planner).flatMap { Self.step(from: $0, to: .string(name)) }
      case .index(let base, .value(let index)):
        guard let index = index.constantValue else { return nil }
        return try place(of: base, &planner).flatMap { Self.step(from: $0, to: index) }
      default: return nil
      }
    }

    /// An element of an object by its name, or of an array by its index. The server counts a negative index from the end.
    private static func step(from place: Place, to index: QueryValue) -> Place? {
      let (key, container): (SQLExpression, String)
      switch index {
      case .string(let name) where !name.unicodeScalars.contains("\0"): (key, container) = (.parameter(index), "object")
      case .integer(let number) where (0...Int64(Int32.max)).contains(number):
        (key, container) = (.integer(Int(number)), "array")
      default: return nil
      }
      let isContainer = SQLExpression.written(
        "COALESCE(jsonb_typeof(\(place.value)), 'null') IN ('null', '\(container)')", .comparison, type: .condition,
        mayBeNull: false)
      return (
        .written("(\(place.value) -> \(key))", .primary, type: .stored, mayBeNull: true), place.containers + [isContainer]
      )
    }

    /// Whether a value of JSON meets a comparison, or has a type for which the comparison fails; nil for other comparisons.
    private func test(_ value: SQLExpression, _ op: ComparisonOperator, _ constant: QueryValue) -> SQLExpression? {
      if op == .equal, case .string(let text) = constant, !text.unicodeScalars.contains("\0") {
        guard isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return .written(
          "\(value) = to_jsonb(CAST(\(.parameter(constant)) AS text))", .comparison, type: .condition, mayBeNull: true)
      }
      guard let number = NumberConstant(constant)?.nearestDouble, abs(number) < 1e300 else { return nil }
      // Memory compares the double that is nearest to a number of JSON, and the server rounds a double to 15 digits.
      let margin = abs(number) * 0x1p-40 + 1e-290
      let least = SQLExpression.parameter(.double(number - margin))
      let greatest = SQLExpression.parameter(.double(number + margin))
      let numbers: SQLTemplate
      switch op {
      case .equal: numbers = "CAST(\(value) AS numeric) BETWEEN CAST(\(least) AS numeric) AND CAST(\(greatest) AS numeric)"
      case .greaterThan, .greaterThanOrEqual: numbers = "CAST(\(value) AS numeric) >= CAST(\(least) AS numeric)"
      case .lessThan, .lessThanOrEqual: numbers = "CAST(\(value) AS numeric) <= CAST(\(greatest) AS numeric)"
      default: return nil
      }
      let isNumber = SQLExpression.written(numbers, .comparison, type: .condition, mayBeNull: true)
      // A boolean is 1 or 0. Values of other types are unequal, and have no order.
      let isEquality = op == .equal
      let isBoolean = isEquality ? "\(value) = '\(number == 1 ? "true" : "false")'" as SQLTemplate : "true"
      let others = isEquality ? "false" as SQLTemplate : "\(value) IS NOT NULL"
      return .written(
        """
        CASE jsonb_typeof(\(value)) WHEN 'number' THEN \(isNumber) \
        WHEN 'boolean' THEN \(SQLExpression.written(isBoolean, .comparison, type: .condition, mayBeNull: true)) \
        WHEN 'null' THEN false ELSE \(SQLExpression.written(others, .comparison, type: .condition, mayBeNull: true)) END
        """, type: .condition, mayBeNull: true)
    }
  }
#endif
