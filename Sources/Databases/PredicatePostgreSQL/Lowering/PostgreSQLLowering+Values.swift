#if PostgreSQL
  import PredicateBinding
  import PredicateDocuments
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
      if let exact = try dateProperty(value, &planner) {
        let made = Operand(
          expression: exact, column: nil, type: property.type, value: exact, comparesBytes: true)
        if let test = compare(comparison, made, with: constant) { return .exact(.all(parts + [test])) }
      }
      return parts.isEmpty ? nil : .wider(.all(parts), words)
    }

    /// A property of a column of dates in UTC; nil for other values. Other zones have the rules of two tables, the server's and ours.
    ///
    /// A date of the language is a double: 9999-12-31 23:59:59.999999 is the first moment of 10000. So a far moment is read by its double.
    func dateProperty(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      guard case .call(let definition, let arguments) = value.node, arguments.count == 1,
        case .attribute = arguments[0].node,
        let property = DateProperty(functionNamed: definition.name), let side = try operand(arguments[0], &planner)
      else { return nil }
      let day: SQLExpression
      switch side.column {
      case .date:
        day = .written(
          "CASE WHEN isfinite(\(side.expression)) THEN \(side.expression) END", type: .stored, mayBeNull: true)
      case .timestamp: day = Self.day(of: side, written: .written("CAST(\(side.expression) AS date)", type: .stored))
      case .timestamptz:
        day = Self.day(
          of: side, written: .written("CAST(\(side.expression, .primary) AT TIME ZONE 'UTC' AS date)", type: .stored))
      default: return nil
      }
      return Self.property(property, ofDay: day, side)
    }

    /// The day of a moment. Between 1800 and 2200 a double is so exact that it is in the same second as the moment.
    private static func day(of side: Operand, written: SQLExpression) -> SQLExpression {
      let column = side.expression
      return .written(
        """
        CASE WHEN \(column, .additive) >= '1800-01-01' AND \(column, .additive) < '2200-01-01' THEN \(written) \
        WHEN isfinite(\(column)) THEN date '2001-01-01' + CAST(floor(floor(\(side.value)) / 86400) AS integer) END
        """, type: .stored, mayBeNull: true)
    }

    private static func property(_ property: DateProperty, ofDay day: SQLExpression, _ side: Operand) -> SQLExpression {
      func part(_ name: String) -> SQLExpression {
        .written("CAST(EXTRACT(\(name) FROM \(day)) AS bigint)", type: .integer)
      }
      /// SQL for a year. The server has no year 0, so years before Christ get one more: 1 BC is 0.
      func year(_ name: String) -> SQLExpression {
        let year = part(name)
        return .written("(\(year) + CASE WHEN \(year) < 0 THEN 1 ELSE 0 END)", type: .integer)
      }
      /// SQL that calculates with the whole seconds since midnight. The calculation is the given text after them.
      func second(_ rest: String) -> SQLExpression {
        if side.column == .date {
          return .written("CASE WHEN isfinite(\(side.expression)) THEN 0 END", type: .integer, mayBeNull: true)
        }
        let whole = SQLExpression.written("floor(\(side.value))", type: .double)
        return .written(
          """
          CASE WHEN isfinite(\(side.expression)) THEN \
          CAST(\(whole) - 86400 * floor(\(whole) / 86400) AS bigint) \(rest) END
          """, type: .integer, mayBeNull: true)
      }
      func start(_ number: SQLExpression) -> SQLExpression {
        .written("CAST(\(number) AS double precision) * 86400", .multiplicative, type: .date)
      }
      /// Days since 2001. A period may begin before the server's first day.
      let number = SQLExpression.written("(\(day) - date '2001-01-01')", type: .integer)
      func start(sinceFirst name: String) -> SQLExpression {
        start(.written("(\(number) - (CAST(EXTRACT(\(name) FROM \(day)) AS integer) - 1))", type: .integer))
      }
      return switch property {
      case .year: year("YEAR")
      case .month: part("MONTH")
      case .day: part("DAY")
      case .hour: second("/ 3600")
      case .minute: second("/ 60 % 60")
      case .second: second("% 60")
      case .weekday: part("DOW")
      case .dayOfYear: part("DOY")
      case .quarter: part("QUARTER")
      case .week: part("WEEK")
      case .weekYear: year("ISOYEAR")
      case .startOfDay: start(number)
      case .startOfWeek: start(sinceFirst: "ISODOW")
      case .startOfMonth: start(sinceFirst: "DAY")
      case .startOfYear: start(sinceFirst: "DOY")
      case .startOfQuarter:
        // The server's first day is 4714-11-24 BC.
        start(
          .written(
            """
            CASE WHEN \(day) < '4713-01-01 BC' THEN -2451965 ELSE make_date(CAST(EXTRACT(YEAR FROM \(day)) AS integer), \
            CAST(EXTRACT(QUARTER FROM \(day)) AS integer) * 3 - 2, 1) - date '2001-01-01' END
            """, type: .integer))
      }
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
  }

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
