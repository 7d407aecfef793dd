#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// Columns of arrays: their lengths, their members, and conditions on their elements.
  ///
  /// The server does not know how many dimensions the arrays of a column have. The elements of an array with several dimensions are arrays here, and
  /// equal no constant.
  extension PostgreSQLLowering {
    /// A column of arrays whose elements the server compares.
    private struct ArrayColumn {
      let expression: SQLExpression
      let element: ColumnType

      /// The number of elements; NULL for NULL.
      var length: SQLExpression {
        .written(
          "CASE WHEN \(expression) IS NOT NULL THEN COALESCE(array_length(\(expression), 1), 0) END", type: .integer,
          mayBeNull: true)
      }
    }

    private func array(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> ArrayColumn? {
      guard case .attribute(let row, let member) = value.node else { return nil }
      let attribute = try planner.attribute(of: row, member, range: value.range)
      guard case .array(let words)? = attribute.serverType, let element = ColumnType(words) else { return nil }
      let column = SQLExpression.column(attribute.column, of: try planner.source(of: row), mayBeNull: true)
      return ArrayColumn(expression: column, element: element)
    }

    /// `tags.@count`; nil for other values.
    func arrayLength(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      guard case .dynamicAggregate(.count, let collection) = value.node else { return nil }
      return try array(collection, &planner)?.length
    }

    /// `"x" IN tags` and `tags CONTAINS "x"`; nil for other conditions.
    func memberOfArray(
      _ value: CoreValue, _ op: ComparisonOperator, _ other: CoreValue, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm? {
      let sides: (element: CoreValue, array: CoreValue)
      switch op {
      case .in: sides = (value, other)
      case .contains: sides = (other, value)
      default: return nil
      }
      guard let constant = sides.element.constantValue, !constant.isNull,
        let column = try array(sides.array, &planner), let test = member(constant, of: column)
      else { return nil }
      return .exact(test)
    }

    /// Whether an element of an array of one dimension equals a constant. NULL without an element. Nil if the server cannot compare them.
    private func member(_ constant: QueryValue, of column: ArrayColumn) -> SQLExpression? {
      let array = column.expression
      switch equals(constant, column.element) {
      case .value(let value)?:
        return .written(
          "(\(value) = ANY (\(array)) AND array_ndims(\(array)) = 1)", type: .condition, mayBeNull: true)
      // The column stays in the condition, so that it is evaluated for rows.
      case .never?: return .written("(\(array) IS NULL AND FALSE)", type: .condition, mayBeNull: false)
      case nil: return nil
      }
    }

    /// The value that `=` compares an element with.
    private enum ElementConstant {
      case value(SQLExpression)
      /// No element equals the constant.
      case never
    }

    /// A constant in the type of elements; nil if the server cannot compare them as the language does.
    private func equals(_ constant: QueryValue, _ element: ColumnType) -> ElementConstant? {
      switch (element, constant) {
      case (.text, .string(let text)):
        if text.unicodeScalars.contains("\0") { return .never }
        guard isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let value = SQLExpression.parameter(constant)
        return .value(.written("\(value, .primary) COLLATE \"C\"", .primary, type: .string))
      case (.label(let name), .string(let text)):
        // The server derives the type of the text from its place; see ``PostgreSQLDialect``.
        return labels[name]?.contains(ScalarString(text)) == true ? .value(.parameter(.url(text))) : .never
      case (.uuid, .uuid), (.bool, .boolean): return .value(.parameter(constant))
      case (.integer, .integer), (.integer, .double), (.integer, .decimal):
        guard let place = NumberConstant(constant)?.place else { return nil }
        if case .at(let number) = place { return .value(.parameter(.integer(number))) }
        return .never
      default: return nil
      }
    }

    // MARK: Conditions on elements

    /// `ANY tags == "x"`, `ALL numbers != nil`: whether an array has an element that meets a condition. Nil for other conditions.
    func existsInArray(_ range: CoreRange, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      guard range.steps.count == 1, let step = range.steps.first, case .elements(let collection) = step.source,
        let column = try array(collection, &planner),
        let condition = condition(range.filter, onElement: step.variable, of: column.element)
      else { return nil }
      if let constant = range.filter.constantOfEquality(with: step.variable), let test = member(constant, of: column) {
        return test.mayBeNull ? .written("\(test) IS TRUE", .comparison, type: .condition, mayBeNull: false) : test
      }
      let array = column.expression
      let ofArrays = condition.holdsForArrays ? SQLExpression.truth : .falsehood
      return .written(
        """
        CASE WHEN array_ndims(\(array)) > 1 THEN \(ofArrays) \
        ELSE EXISTS (SELECT 1 FROM unnest(\(array)) AS e(x) WHERE \(condition.test)) END
        """, .primary, type: .condition, mayBeNull: false)
    }

    /// A condition on the element `e.x`, which is never NULL, and whether it holds for an element that is an array.
    private typealias ElementCondition = (test: SQLExpression, holdsForArrays: Bool)

    private func condition(
      _ condition: CoreCondition, onElement variable: Int, of type: ColumnType
    ) -> ElementCondition? {
      switch condition.node {
      case .always(let value): return (value ? .truth : .falsehood, value)
      case .and(let parts):
        guard let inner = conditions(parts, onElement: variable, of: type) else { return nil }
        return (.all(inner.map(\.test)), inner.allSatisfy(\.holdsForArrays))
      case .or(let parts):
        guard let inner = conditions(parts, onElement: variable, of: type) else { return nil }
        return (.any(inner.map(\.test)), inner.contains(where: \.holdsForArrays))
      case .not(let part):
        guard let inner = self.condition(part, onElement: variable, of: type) else { return nil }
        return (inner.test.negated, !inner.holdsForArrays)
      case .isNull(let value) where value.isElement(variable): return Self.isNull(type)
      case .dynamic(.in, let value, let list, let options) where options.isEmpty && value.isElement(variable):
        guard case .array(let constants)? = list.constantValue, constants.count <= dialect.limits.writtenConstants
        else { return nil }
        var tests: [SQLExpression] = []
        for constant in constants where !constant.isNull {
          guard let test = equality(constant, type) else { return nil }
          tests.append(test)
        }
        return (.any(tests), false)
      default:
        guard let (constant, isEqual) = condition.equality(with: variable) else { return nil }
        let test: ElementCondition? =
          constant.isNull ? Self.isNull(type) : equality(constant, type).map { ($0, false) }
        guard let made = test else { return nil }
        return isEqual ? made : (made.test.negated, true)
      }
    }

    private func conditions(
      _ parts: [CoreCondition], onElement variable: Int, of type: ColumnType
    ) -> [ElementCondition]? {
      var made: [ElementCondition] = []
      for part in parts {
        guard let condition = condition(part, onElement: variable, of: type) else { return nil }
        made.append(condition)
      }
      return made
    }

    /// Whether the element is nil; nil for types with values that read as nil.
    private static func isNull(_ type: ColumnType) -> ElementCondition? {
      guard !type.hasUnreadableValues else { return nil }
      return (.written("e.x IS NULL", .comparison, type: .condition, mayBeNull: false), false)
    }

    private func equality(_ constant: QueryValue, _ type: ColumnType) -> SQLExpression? {
      switch equals(constant, type) {
      case .value(let value)?:
        .written("COALESCE(e.x = \(value), FALSE)", type: .condition, mayBeNull: false)
      case .never?: .falsehood
      case nil: nil
      }
    }
  }

  extension CoreCondition {
    /// The constant of a test whether an element equals it, and whether the test is not negated; nil for other conditions.
    fileprivate func equality(with variable: Int) -> (constant: QueryValue, isEqual: Bool)? {
      guard case .dynamic(let op, let left, let right, let options) = node, options.isEmpty,
        op == .equal || op == .notEqual
      else { return nil }
      guard let constant = left.isElement(variable) ? right : right.isElement(variable) ? left : nil else { return nil }
      return constant.isNull ? (.null, op == .equal) : constant.constantValue.map { ($0, op == .equal) }
    }

    /// The constant that an element has to equal; nil for other conditions, and for nil.
    fileprivate func constantOfEquality(with variable: Int) -> QueryValue? {
      guard let (constant, isEqual) = equality(with: variable), isEqual, !constant.isNull else { return nil }
      return constant
    }
  }

  extension CoreValue {
    fileprivate func isElement(_ variable: Int) -> Bool { if case .element(variable) = node { true } else { false } }
  }
#endif
