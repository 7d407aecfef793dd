#if PostgreSQL
  import PredicateBinding
  import PredicateDocuments
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// Comparisons of a value inside a jsonb column with a constant: `payload.items[0].price > 3`.
  ///
  /// The SQL holds for the rows that meet the condition in memory, and for rows for which it fails there. Memory evaluates the condition for these
  /// rows. A json column is not supported, because the server may refuse to convert its text to jsonb.
  extension PostgreSQLLowering {
    func compareInside(
      _ value: CoreValue, _ op: ComparisonOperator, _ other: CoreValue, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm? {
      guard let constant = other.constantValue, let place = try place(of: value, &planner), !place.containers.isEmpty,
        let test = test(place.value, op, constant)
      else { return nil }
      // If the steps do not lead through objects and arrays only, a step means the members of all elements, or it fails. Memory decides such rows.
      let isReached = SQLExpression.all(place.containers)
      return .widerWithFailures(
        .choose(isReached, test, otherwise: .truth), Self.obstacle(value, other, "A comparison of JSON"))
    }

    /// A JSON value in SQL, and the conditions that the steps to it lead through objects and arrays, or through nil.
    private typealias Place = (value: SQLExpression, containers: [SQLExpression])

    private func place(of value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> Place? {
      switch value.node {
      case .attribute(let row, let member):
        let attribute = try planner.attribute(of: row, member, range: value.range)
        guard attribute.serverType == .jsonb else { return nil }
        let column = SQLExpression.column(attribute.column, of: try planner.source(of: row), mayBeNull: true)
        return (column, [])
      case .property(let base, let name)
      where !name.hasSameScalars(as: QueryKeyPath.selfKey) && QueryKeyPath.relationship(ofLevels: name) == nil:
        return try place(of: base, &planner).flatMap { Self.step(from: $0, to: .string(name)) }
      case .index(let base, .value(let index)):
        guard let index = index.constantValue else { return nil }
        return try place(of: base, &planner).flatMap { Self.step(from: $0, to: index) }
      default: return nil
      }
    }

    /// The member of an object with a name, or the element of an array at an index. The server counts a negative index from the end.
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
        .written("(\(place.value) -> \(key))", .primary, type: .stored, mayBeNull: true),
        place.containers + [isContainer]
      )
    }

    /// A test whether a JSON value meets a comparison, or has a type that makes the comparison fail; nil for other comparisons.
    private func test(_ value: SQLExpression, _ op: ComparisonOperator, _ constant: QueryValue) -> SQLExpression? {
      if op == .equal, case .string(let text) = constant, !text.unicodeScalars.contains("\0") {
        guard isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let json = SQLExpression.parameter(.string(JSONWriter.text(of: .string(text))))
        return .written("\(value) = CAST(\(json) AS jsonb)", .comparison, type: .condition, mayBeNull: true)
      }
      guard let number = NumberConstant(constant)?.nearestDouble, abs(number) < 1e300 else { return nil }
      // The bounds have a margin, because memory compares the double nearest to a JSON number, and the server rounds a double to 15 digits.
      let margin = abs(number) * 0x1p-40 + 1e-290
      let least = SQLExpression.parameter(.double(number - margin))
      let greatest = SQLExpression.parameter(.double(number + margin))
      /// A comparison of numbers by order. In memory a boolean is 1 or 0, and values of other types make the comparison fail.
      func order(_ sign: String, _ bound: SQLExpression) -> SQLExpression {
        .written(
          """
          CASE jsonb_typeof(\(value)) WHEN 'number' THEN CAST(\(value) AS numeric) \(sign) CAST(\(bound) AS numeric) \
          WHEN 'null' THEN false ELSE \(value) IS NOT NULL END
          """, type: .condition, mayBeNull: true)
      }
      switch op {
      case .equal:
        return .written(
          """
          CASE jsonb_typeof(\(value)) WHEN 'number' THEN CAST(\(value) AS numeric) BETWEEN CAST(\(least) AS numeric) \
          AND CAST(\(greatest) AS numeric) WHEN 'boolean' THEN \(value) = '\(number == 1 ? "true" : "false")' ELSE false END
          """, type: .condition, mayBeNull: true)
      case .greaterThan, .greaterThanOrEqual: return order(">=", least)
      case .lessThan, .lessThanOrEqual: return order("<=", greatest)
      default: return nil
      }
    }
  }
#endif
