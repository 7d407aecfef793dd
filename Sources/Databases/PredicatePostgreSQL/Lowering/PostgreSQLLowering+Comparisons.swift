#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// Comparisons. A column is compared unconverted with a constant of the column's type, so that an index can be used. Constants that no value of the
  /// type can equal are handled here.
  extension PostgreSQLLowering {
    func compare(
      _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue, _ words: String,
      _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm {
      if left.constantValue != nil, right.constantValue == nil {
        return try compare(comparison.mirrored, right, left, words, &planner)
      }
      if let constant = right.constantValue,
        let form = try compareProperty(comparison, left, with: constant, words, &planner)
      {
        return form
      }
      guard let first = try operand(left, &planner) else { return .none(Self.obstacle(left, right, words)) }
      if let constant = right.constantValue {
        return Self.form(compare(comparison, first, with: constant), words)
      }
      guard let second = try operand(right, &planner), let sides = Self.alike(first, second) else {
        return .none(Self.obstacle(left, right, words))
      }
      let (a, b) = sides
      // If one side is never NULL, `=` means the same, and can use an index.
      if first.isText, !comparison.isEquality, !isUTF8 { return .none(words) }
      let op = comparison == .same && !(a.mayBeNull && b.mayBeNull) ? .equal : comparison.sqlOperator
      return .exact(.compare(op, first.isText && !comparison.isEquality ? a.byScalars : a, b))
    }

    func member(
      _ value: CoreValue, _ constants: [QueryValue], _ words: String, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm {
      if case .fold(let subject, let options) = value.node {
        var form = SQLForm.exact(.falsehood)
        for constant in constants {
          let text = CoreValue.constant(constant, range: value.range)
          form = form.or(try equalsFolded(subject, text, options, words, &planner))
        }
        return form
      }
      guard let operand = try operand(value, &planner) else { return .none(words) }
      var parts: [SQLExpression] = []
      var listed: [QueryValue] = []
      for constant in constants {
        guard let part = compare(.equal, operand, with: constant) else { return .none(words) }
        if operand.looseEquality != nil, case .string(let text) = constant, !part.isFalsehood {
          listed.append(.string(text))
        } else if case .binary(.equal, _, let side) = part.node, case .parameter(let value) = side.node {
          listed.append(value)
        } else if !part.isFalsehood {
          parts.append(part)
        }
      }
      guard parts.count <= 1_000 else { return .none(words) }
      // The type's own `=` is added once for all constants, because they are compared with the same column.
      if let equality = operand.looseEquality, !listed.isEmpty {
        let texts = listed.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
        parts.append(equality.condition(operand, texts, most: dialect.limits.writtenConstants))
      } else if listed.count == 1 {
        parts.append(.compare(.equal, operand.compared.withoutCollation, .parameter(listed[0])))
      } else if !listed.isEmpty {
        let isLabel = if case .label = operand.column { true } else { false }
        let isLong = listed.count > dialect.limits.writtenConstants
        if isLong, isLabel || dialect.boundList(of: listed) == nil { return .none(words) }
        parts.append(.member(operand.compared.withoutCollation, of: listed))
      }
      return .exact(.any(parts))
    }

    /// The reason why the server cannot compare two values, as the subject of a sentence.
    static func obstacle(_ left: CoreValue, _ right: CoreValue, _ words: String) -> String {
      let sides = [left, right]
      if sides.contains(where: { $0.type == .any }) { return "A value of type json or of an array" }
      if sides.contains(where: \.isArithmetic) { return "Arithmetic whose result may need more than 64 bits" }
      if sides.contains(where: { $0.type == .double }), sides.contains(where: { $0.type != .double }) {
        return "A comparison of a double with a number that may have no exact double value"
      }
      return words
    }

    private static func form(_ condition: SQLExpression?, _ words: String) -> SQLForm {
      condition.map { .exact($0) } ?? .none(words)
    }

    // MARK: Operands

    /// An operand of a comparison.
    struct Operand {
      /// The unconverted column, or a value in the representation of its type.
      let expression: SQLExpression
      /// The type of the unconverted column; nil for any other value.
      let column: ColumnType?
      let type: QueryType
      /// The value in the representation of its type.
      let value: SQLExpression
      /// Whether `=` compares texts by their bytes.
      let comparesBytes: Bool
      /// The collation of a column, if it differs from the database's.
      var collation: String?

      var isText: Bool { type == .string || type == .url }

      /// The column's own `=`, if it holds for all equal texts and also for others; nil for other columns.
      var looseEquality: LooseEquality?

      /// The value that `=` compares.
      var compared: SQLExpression {
        switch column {
        case .label, nil: comparesBytes ? expression : expression.byScalars
        case .interval: value
        case .time: expression
        default: isText ? (comparesBytes ? value : value.byScalars) : expression
        }
      }

      /// The value that `<` compares.
      var ordered: SQLExpression { isText ? value.byScalars : expression }
    }

    /// An operand of a comparison; nil if its type has no SQL representation.
    func operand(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> Operand? {
      if case .attribute(let row, let member) = value.node {
        let attribute = try planner.attribute(of: row, member, range: value.range)
        guard attribute.type != .any else { return nil }
        if let type = attribute.serverType {
          // A model file may declare a column of numbers as a text. Such a column is not compared.
          guard type.type.family == attribute.type.family || attribute.type == .url && type == .text else { return nil }
          let source = try planner.source(of: row)
          let hasOwnCollation = type.type == .string && !comparesByScalars(attribute)
          let column = SQLExpression.column(
            attribute.column, of: source, type: SQLType(attribute.type) ?? .stored,
            mayBeNull: attribute.isOptional || row.isOptional, hasOwnCollation: false)
          let sided = SQLExpression.column(
            attribute.column, of: source, type: SQLType(attribute.type) ?? .stored,
            mayBeNull: attribute.isOptional || row.isOptional, hasOwnCollation: hasOwnCollation)
          return Operand(
            expression: column, column: type, type: attribute.type, value: self.value(of: attribute, in: sided),
            comparesBytes: attribute.textOrder != .unknown,
            collation: collation(of: attribute.column, in: try planner.entity(of: row).table),
            looseEquality: type == .paddedText
              ? .padded : type == .citext ? citextSchema.map { .citext(schema: $0) } : nil)
        }
      }
      if let length = try arrayLength(value, &planner) {
        return Operand(
          expression: length, column: .integer(bytes: 4), type: .integer, value: length, comparesBytes: true)
      }
      guard planner.isNative(value) else { return nil }
      let made = try planner.value(value)
      // A text that is computed from two others may have the collation of either.
      return Operand(
        expression: made, column: nil, type: value.type, value: made,
        comparesBytes: value.type != .string && value.type != .url)
    }

    /// Two operands that the server compares without loss; nil if it cannot.
    private static func alike(_ a: Operand, _ b: Operand) -> (SQLExpression, SQLExpression)? {
      if a.isText, b.isText {
        // The server cannot compare columns with two collations, unless one is the database's. Then a collation is stated for one of them, which
        // applies to both.
        let isOne = a.collation == nil || b.collation == nil || a.collation == b.collation
        let bytes = a.comparesBytes && b.comparesBytes && isOne
        let (left, right) = (a.value.withoutCollation, b.value.withoutCollation)
        return (bytes ? left : left.byScalars, right)
      }
      switch (a.type, b.type) {
      case (.integer, .integer), (.boolean, .boolean), (.uuid, .uuid), (.data, .data):
        return (a.expression, b.expression)
      case (.double, .double), (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal):
        return (a.value, b.value)
      case (.date, .date):
        return a.column == .date && b.column == .date ? (a.expression, b.expression) : (a.value, b.value)
      case (.boolean, .integer):
        return (.cast(.written("CAST(\(a.value) AS integer)", type: .integer), .integer), b.value)
      case (.integer, .boolean):
        return (a.value, .cast(.written("CAST(\(b.value) AS integer)", type: .integer), .integer))
      // A double can represent every number of 32 bits.
      case (.integer, .double): return a.isShortInteger ? (.cast(a.value, .double), b.value) : nil
      case (.double, .integer): return b.isShortInteger ? (a.value, .cast(b.value, .double)) : nil
      default: return nil
      }
    }

    // MARK: Constants

    /// Compares a side with a constant; nil without an exact form.
    func compare(_ comparison: CoreComparison, _ side: Operand, with constant: QueryValue) -> SQLExpression? {
      switch (side.type, constant) {
      case (.string, .string(let text)), (.url, .url(let text)), (.url, .string(let text)):
        return compareText(comparison, side, text)
      case (.uuid, .uuid), (.data, .data): return Self.plain(comparison, side.expression, constant)
      case (.date, .date(let seconds)): return Self.compareDate(comparison, side, seconds)
      case (.boolean, _), (.integer, _), (.double, _), (.decimal, _):
        return NumberConstant(constant).flatMap { Self.compareNumber(comparison, side, $0) }
      default: return nil
      }
    }

    /// A comparison with a constant. It is never NULL, so `same` is `=`.
    private static func plain(
      _ comparison: CoreComparison, _ side: SQLExpression, _ constant: QueryValue
    ) -> SQLExpression {
      .compare(comparison == .same ? .equal : comparison.sqlOperator, side, .parameter(constant))
    }

    private func compareText(_ comparison: CoreComparison, _ side: Operand, _ text: String) -> SQLExpression? {
      // In another encoding, the server may be unable to represent the constant, which would be an error.
      guard isUTF8 || comparison.isEquality && text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      // No text of the server contains U+0000. A text precedes a text with U+0000 exactly if it precedes or equals the part before U+0000.
      if let zero = text.unicodeScalars.firstIndex(of: "\0") {
        let front = String(text.unicodeScalars[..<zero])
        switch comparison {
        case .equal, .same: return .falsehood
        case .less, .lessOrEqual: return Self.plain(.lessOrEqual, side.ordered, .string(front))
        case .greater, .greaterOrEqual: return Self.plain(.greater, side.ordered, .string(front))
        }
      }
      if side.column == .time {
        // This text has no type in the statement. The server gives the text the type of the column.
        if ServerTime.isWritten(text) { return Self.plain(comparison, side.expression, .url(text)) }
        if comparison.isEquality { return .falsehood }
        // The texts after `09:30` are those from `09:30:00` on.
        if let first = ServerTime.first(withPrefix: text) {
          let isLess = comparison == .less || comparison == .lessOrEqual
          return Self.plain(isLess ? .less : .greaterOrEqual, side.expression, .url(first))
        }
      }
      guard comparison.isEquality else { return Self.plain(comparison, side.ordered, .string(text)) }
      if case .label(let name) = side.column {
        guard labels[name]?.contains(ScalarString(text)) == true else { return .falsehood }
        // This text has no type in the statement. The server gives the text the type of the column.
        return Self.plain(.equal, side.expression, .url(text))
      }
      if let equality = side.looseEquality { return equality.condition(side, [text], most: 1) }
      return Self.plain(.equal, side.compared.withoutCollation, .string(text))
    }

    static func compareDate(
      _ comparison: CoreComparison, _ side: Operand, _ seconds: Double
    ) -> SQLExpression? {
      switch side.column {
      case .date: return compareDay(comparison, side.expression, seconds)
      case .timestamp, .timestamptz:
        guard let (first, after) = ServerDate.instants(at: seconds), ServerDate.range.contains(first),
          ServerDate.range.contains(after)
        else { return nil }
        func bound(_ op: SQLBinaryOperator, _ microseconds: Int64) -> SQLExpression {
          .compare(op, side.expression, .parameter(.url(ServerDate.text(ofMicroseconds: microseconds))))
        }
        switch comparison {
        case .equal, .same:
          if first == after { return .falsehood }
          return after - first == 1
            ? bound(.equal, first) : .all([bound(.greaterOrEqual, first), bound(.less, after)])
        case .less: return bound(.less, first)
        case .lessOrEqual: return bound(.less, after)
        case .greater: return bound(.greaterOrEqual, after)
        case .greaterOrEqual: return bound(.greaterOrEqual, first)
        }
      default: return plain(comparison, side.value, .date(seconds))
      }
    }

    /// Compares a column of days. The value of a day is its start at midnight.
    private static func compareDay(
      _ comparison: CoreComparison, _ column: SQLExpression, _ seconds: Double
    ) -> SQLExpression? {
      let day = (seconds / 86_400).rounded(.down)
      guard day.isFinite, ServerDate.days.contains(day) else { return nil }
      let isMidnight = day * 86_400 == seconds
      func bound(_ op: SQLBinaryOperator) -> SQLExpression {
        .compare(op, column, .parameter(.url(ServerDate.text(ofDay: Int64(day)))))
      }
      switch comparison {
      case .equal, .same: return isMidnight ? bound(.equal) : .falsehood
      case .less: return bound(isMidnight ? .less : .lessOrEqual)
      case .lessOrEqual: return bound(.lessOrEqual)
      case .greater: return bound(.greater)
      case .greaterOrEqual: return bound(isMidnight ? .greaterOrEqual : .greater)
      }
    }

    // MARK: Numbers

    private static func compareNumber(
      _ comparison: CoreComparison, _ side: Operand, _ constant: NumberConstant
    ) -> SQLExpression? {
      switch side.type {
      case .boolean: return compareBoolean(comparison, side.expression, constant)
      case .integer: return compareInteger(comparison, side.expression, constant)
      case .double:
        guard side.column != .interval else { return compareDouble(comparison, side.value, constant, mayBeNaN: false) }
        return compareDouble(comparison, side.expression, constant, mayBeNaN: side.column != nil)
      case .decimal:
        guard let decimal = constant.decimal else { return nil }
        let test = plain(comparison, side.expression, .decimal(decimal))
        guard side.column != nil else { return test }
        switch comparison {
        case .equal, .same: return test
        // NaN is excluded, because it is the greatest number for the server.
        case .greater, .greaterOrEqual: return .all([test, side.expression.test(.less, "'Infinity'")])
        case .less, .lessOrEqual: return .all([test, side.expression.test(.greater, "'-Infinity'")])
        }
      default: return nil
      }
    }

    /// Compares a boolean with a number: false is 0 and true is 1.
    private static func compareBoolean(
      _ comparison: CoreComparison, _ side: SQLExpression, _ constant: NumberConstant
    ) -> SQLExpression? {
      let holds = [Int64(0), 1].map { comparison.holds(constant.order(of: $0)) }
      switch (holds[0], holds[1]) {
      case (false, false): return .falsehood
      case (true, true): return side.isNotNull
      case (false, true): return .compare(.equal, side, .parameter(.boolean(true)))
      case (true, false): return .compare(.equal, side, .parameter(.boolean(false)))
      }
    }

    private static func compareInteger(
      _ comparison: CoreComparison, _ side: SQLExpression, _ constant: NumberConstant
    ) -> SQLExpression {
      let isLess = comparison == .less || comparison == .lessOrEqual
      switch constant.place {
      case .at(let number): return plain(comparison, side, .integer(number))
      case .above: return isLess ? side.isNotNull : .falsehood
      case .below: return isLess || comparison.isEquality ? .falsehood : side.isNotNull
      case .after(let number):
        if comparison.isEquality { return .falsehood }
        return plain(isLess ? .lessOrEqual : .greater, side, .integer(number))
      }
    }

    /// Compares with the double that is nearest to the constant. All doubles on one side of the constant are on the same side of that double.
    private static func compareDouble(
      _ comparison: CoreComparison, _ side: SQLExpression, _ constant: NumberConstant, mayBeNaN: Bool
    ) -> SQLExpression? {
      let nearest = constant.nearestDouble
      guard !nearest.isNaN else { return nil }
      let order = constant.order(of: nearest)
      let test: SQLExpression
      switch comparison {
      case .equal, .same: return order == .equal ? plain(.equal, side, .double(nearest)) : .falsehood
      case .less, .lessOrEqual:
        let holds = order == .equal ? comparison == .lessOrEqual : order == .less
        return plain(holds ? .lessOrEqual : .less, side, .double(nearest))
      case .greater, .greaterOrEqual:
        let holds = order == .equal ? comparison == .greaterOrEqual : order == .greater
        test = plain(holds ? .greaterOrEqual : .greater, side, .double(nearest))
      }
      // NaN is excluded. It is the greatest number for the server, but nil here.
      return mayBeNaN ? .all([test, side.test(.notEqual, "'NaN'")]) : test
    }
  }

  extension CoreValue {
    fileprivate var isArithmetic: Bool {
      switch node {
      case .arithmetic, .negate: true
      default: false
      }
    }
  }

  extension PostgreSQLLowering.Operand {
    /// Whether the operand is a whole number of at most 32 bits.
    fileprivate var isShortInteger: Bool { column == .integer(bytes: 2) || column == .integer(bytes: 4) }
  }

  extension SQLExpression {
    /// A comparison with a fixed SQL word.
    func test(_ op: SQLBinaryOperator, _ word: String) -> SQLExpression {
      let spelling =
        switch op {
        case .less: "<"
        case .greater: ">"
        default: "<>"
        }
      return .written("\(self, .additive) \(spelling) \(word)", .comparison, type: .condition)
    }

    /// The expression, no longer marked as stating a collation.
    var withoutCollation: SQLExpression {
      hasOwnCollation
        ? SQLExpression(node, type: type, mayBeNull: mayBeNull, hasOwnCollation: false, origin: origin) : self
    }
  }
#endif
