import PredicateValues

/// Hints for comparisons of values of different families.
extension Binder {
  /// The issue for values that can never be compared, with a hint if a remedy is known.
  func familiesDiffer(_ a: CoreValue, _ b: CoreValue, range: SourceRange) -> PredicateIssue {
    let hint =
      hintOfTexts(a, b) ?? hintOfTexts(b, a)
      ?? hint(for: a.constantValue, beside: b.type) ?? hint(for: b.constantValue, beside: a.type)
      ?? Self.hint(for: a.type, beside: b.type)
    let issue = PredicateIssue.familiesDiffer(a.type.description, b.type.description, range: range, hint: hint)
    for (constant, other) in [(a, b), (b, a)] {
      if let text = Self.replacement(for: constant.constantValue, beside: other.type) {
        return issue.replacing(with: text, at: constant.range)
      }
    }
    return issue
  }

  /// The constant as the other side's type writes it: `1990` for `"1990"`. Nil if it cannot be written so.
  private static func replacement(for constant: QueryValue?, beside other: QueryType) -> String? {
    switch (constant, other) {
    case (.string(let text), .integer), (.string(let text), .double), (.string(let text), .decimal):
      return QueryDecimal(text) == nil ? nil : text
    case (.string(let text), .boolean):
      switch text.lowercased() {
      case "yes", "true": return "YES"
      case "no", "false": return "NO"
      default: return nil
      }
    case (let value?, .string): return value.numberText.map { "'\($0)'" }
    default: return nil
    }
  }

  /// A hint for a UUID or a decimal number that is given for a column of texts of a database.
  private func hintOfTexts(_ column: CoreValue, _ constant: CoreValue) -> String? {
    guard objectSource == nil, column.type == .string, case .attribute = column.node, case .entity = root else {
      return nil
    }
    let type: String
    switch constant.constantValue {
    case .uuid: type = "uuid"
    case .decimal: type = "decimal"
    default: return nil
    }
    return
      "to read the texts of the column as values of this type, call retyped(…, to: .\(type)) on the database, or write \(type)Text in a model file"
  }

  private static func hint(for a: QueryType, beside b: QueryType) -> String? {
    switch (a, b) {
    case (.data, .uuid), (.uuid, .data):
      "to read the bytes of the column as UUIDs, call retyped(…, to: .uuid) on the database"
    default: nil
    }
  }

  /// A hint for a constant of another family. Only a program can pass a value, so the hint explains this only for Swift objects.
  private func hint(for constant: QueryValue?, beside other: QueryType) -> String? {
    func passed(_ words: String) -> String { objectSource == nil ? "" : "; a program passes \(words)" }
    switch (constant, other) {
    case (.string, .date):
      let form =
        options.isStrict ? #"CAST("2024-01-31", "NSDate")"# : "'2024-01-31' or '2024-01-31T09:30:00Z'"
      return "a date is written \(form)\(passed("a date by %@"))"
    case (.string(let text), .integer), (.string(let text), .double), (.string(let text), .decimal):
      return QueryDecimal(text) == nil ? nil : "write the number without quotes: \(text)\(passed("a number by %@"))"
    case (.string, .uuid):
      let text = #""8319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39""#
      return "a UUID is written \(options.isStrict ? "CAST(\(text), \"NSUUID\")" : text)\(passed("a UUID by %@"))"
    case (.string, .url): return #"a URL is written CAST("…", "NSURL")"# + passed("a URL by %@")
    case (.string, .boolean): return "write a boolean as YES or NO, without quotes"
    case (let value?, .string):
      // A number in quotes is compared as a text, so the hint also shows the comparison of numbers.
      return value.numberText.map { number in
        "a text must be in quotes: \"\(number)\". To convert a text to a number, write CAST(…, \"NSNumber\")"
          + passed("a text by %@")
      }
    default: return nil
    }
  }

  /// The issue for a value that is not a string, where a string operator needs one.
  func stringExpected(_ operator: ComparisonOperator, _ value: CoreValue, range: SourceRange) -> PredicateIssue {
    if let number = value.constantValue?.numberText {
      let text = "'\(number)'"
      return .stringExpected(
        `operator`, found: value.type.description, range: range, hint: "a text must be in quotes: \(text)"
      ).replacing(with: text, at: value.range)
    }
    return .stringExpected(
      `operator`, found: value.type.description, range: range, hint: Self.textHint(for: value.type))
  }

  /// The issue for a value on the right of IN, or on the left of CONTAINS, that is neither a collection nor a string.
  func containerExpected(_ value: CoreValue, by operator: ComparisonOperator) -> PredicateIssue {
    if `operator` == .in, let number = value.constantValue?.numberText {
      let list = "{\(number)}"
      return .containerExpected(
        value.type.description, by: `operator`, range: value.range, hint: "a list must be in braces: \(list)"
      ).replacing(with: list)
    }
    return .containerExpected(
      value.type.description, by: `operator`, range: value.range, hint: Self.textHint(for: value.type))
  }

  /// A hint that shows how to convert a value of a type to a text; nil if the type cannot be converted.
  private static func textHint(for type: QueryType) -> String? {
    switch type {
    case .url: #"write .absoluteString to get the whole URL as text, or .host and .path for its parts"#
    case .uuid, .integer, .double, .decimal: #"write CAST(…, "NSString") to convert the value to text"#
    default: nil
    }
  }

  /// The issue for ANY over one value of a dictionary whose values are known to be single values: `ANY labels.value == 'x'`. A test of all its names or
  /// values was probably meant. Nil for every other operand.
  func quantifiedDictionaryValue(_ operand: Operand, range: SourceRange) -> PredicateIssue? {
    guard let source = objectSource, case .value(let value) = operand, case .property(let base, let name) = value.node,
      base.type == .dictionary, case .attribute(let row, let member) = base.node, let entity = row.entity(of: root),
      let type = source.singleValueType(ofDictionary: member.name, of: entity)
    else { return nil }
    return .quantifiedDictionaryValue(name, of: member.name, type, range: range)
  }

  /// Adds a note if a text is compared with the property of an enum, but is not the raw value of any case.
  mutating func noteMissingCase(_ property: CoreValue, _ constant: CoreValue, _ options: StringOptions) {
    guard let source = objectSource, case .attribute(let row, let member) = property.node,
      case .string(let text)? = constant.constantValue, let entity = row.entity(of: root),
      let texts = source.rawTexts(of: member.name, of: entity)
    else { return }
    let folding = StringFolding(options)
    let wanted = folding.fold(text)
    if !texts.contains(where: { folding.fold($0).hasSameScalars(as: wanted) }) {
      notes.append(.noSuchCase(text, of: member.name, cases: texts, range: constant.range))
    }
  }
}

extension QueryValue {
  /// A number as formats write it; nil for any other value.
  fileprivate var numberText: String? {
    switch self {
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): number.description
    default: nil
    }
  }
}

extension CoreRow {
  /// The entity of the row; nil for an element of a range.
  fileprivate func entity(of root: RootType) -> String? {
    switch (self, root) {
    case (.toOne(_, _, let entity), _), (.variable(0), .entity(let entity, _)): entity
    default: nil
    }
  }
}

extension PredicateIssue {
  fileprivate static func noSuchCase(
    _ text: String, of property: String, cases: [String], range: SourceRange
  ) -> PredicateIssue {
    let nearest = NearestSpelling.of(text, among: cases)
    let listed = cases.count <= 12 ? cases : Array(cases.prefix(12)) + ["…"]
    return PredicateIssue(
      severity: .note, kind: .type, code: .noSuchCase, message: "no value of “\(property)” is \"\(text)\"",
      range: range,
      hint: nearest.map { "the nearest value of the property is \"\($0)\"" }
        ?? "the values are \(listed.joined(separator: ", "))"
    )
  }
}
