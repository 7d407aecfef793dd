/// The issues that an operation reports for its operands.
///
/// The binder finds these mistakes by types, the operations find them by values. Both call these functions, so a mistake always has the same code and
/// the same sentence. The operations do not know the source range; ``PredicateIssue/placed(at:)`` adds it.
extension PredicateIssue {
  package static func mismatch(
    _ code: DiagnosticCode, _ message: IssueText, range: SourceRange? = nil, hint: String? = nil
  ) -> PredicateIssue {
    .error(code, range, message, hint: hint, kind: .type)
  }

  /// The result of a function would be too long.
  static func textTooLong(_ limit: Int) -> PredicateIssue {
    .error(.textLength, nil, "a function must not make a text of more than \(limit >> 20) MiB", kind: .limit)
  }

  /// `title == 5`: the two sides are never equal and have no order.
  package static func familiesDiffer(
    _ left: String, _ right: String, range: SourceRange? = nil, hint: String? = nil
  ) -> PredicateIssue {
    mismatch(.familiesDiffer, "\(left) and \(right) can never be compared", range: range, hint: hint)
  }

  /// `profile.age > 60` for an object whose age is a text: the two values have no order. Values of other objects may be comparable.
  static func valuesDiffer(_ left: QueryValue, _ right: QueryValue) -> PredicateIssue {
    let families = Set([left.family, right.family])
    let hint =
      families == [.string, .number]
      ? "to convert a text to a number, write CAST(x, 'NSNumber')" : nil
    return valuesDiffer(left.typeDescription, right.typeDescription, hint: hint)
  }

  private static func valuesDiffer(_ left: String, _ right: String, hint: String? = nil) -> PredicateIssue {
    mismatch(.familiesDiffer, "\(left) and \(right) cannot be compared", hint: hint)
  }

  /// Whether a text and a date were compared. An issue that a database hands on has no parameters, so whole sentences are compared.
  package var comparesTextWithDate: Bool {
    let (text, date) = (QueryType.string.description, QueryType.date.description)
    return has(.familiesDiffer)
      && [(text, date), (date, text)].contains { left, right in
        [Self.valuesDiffer(left, right), Self.familiesDiffer(left, right)].contains { $0.message == message }
      }
  }

  /// `friend < SELF`, `tags.@max.self`: objects, collections and dictionaries have no order.
  package static func noOrder(_ type: String, for operation: String, range: SourceRange? = nil) -> PredicateIssue {
    mismatch(.noOrder, "\(type) has no order, so “\(operation)” cannot compare it", range: range)
  }

  /// `year BEGINSWITH 19`.
  package static func stringExpected(
    _ operator: ComparisonOperator, found: String, range: SourceRange? = nil, hint: String? = nil
  ) -> PredicateIssue {
    mismatch(.stringExpected, "“\(`operator`.spelling)” takes strings; this is \(found)", range: range, hint: hint)
  }

  /// `title + 1`, `tags.@sum.name`. The operation is `“+”`, or `arithmetic` if only the value is known.
  package static func numberExpected(
    by operation: String, found: String, range: SourceRange? = nil, hint: String? = nil
  ) -> PredicateIssue {
    mismatch(.numberExpected, "\(operation) takes numbers; this is \(found)", range: range, hint: hint)
  }

  /// `title IN year`, and `year CONTAINS title`, which has the same meaning.
  package static func containerExpected(
    _ found: String, by operator: ComparisonOperator, range: SourceRange? = nil, hint: String? = nil
  ) -> PredicateIssue {
    let (word, side) = `operator` == .contains ? ("CONTAINS", "left") : ("IN", "right")
    return mismatch(
      .collectionExpected, "\(word) needs a collection or a string on the \(side), found \(found)", range: range,
      hint: hint)
  }

  /// `year UNION {1}`.
  package static func collectionExpected(
    by operator: BinaryOperator, found: String, range: SourceRange? = nil
  ) -> PredicateIssue {
    mismatch(.collectionExpected, "“\(`operator`.spelling)” takes collections; this is \(found)", range: range)
  }

  /// `rating.@count`.
  package static func aggregateOfScalar(
    _ operator: String, found: String, range: SourceRange? = nil
  ) -> PredicateIssue {
    mismatch(.aggregateOfScalar, "“\(`operator`)” needs a collection, found \(found)", range: range)
  }

  /// `year[0]`.
  package static func indexOfScalar(_ found: String, range: SourceRange? = nil) -> PredicateIssue {
    mismatch(.indexOfScalar, "an index needs a collection before it, found \(found)", range: range)
  }

  /// `year BETWEEN {1950}`.
  package static func betweenPair(found: String, range: SourceRange? = nil) -> PredicateIssue {
    mismatch(
      .betweenPair, "BETWEEN needs a list of exactly two bounds, found \(found)", range: range,
      hint: "write {low, high}")
  }

  /// Describes the right side of BETWEEN for ``betweenPair(found:range:)``: a list and its count.
  package static func list(of count: Int) -> String {
    count == 0 ? "an empty list" : count == 1 ? "a list of one" : "a list of \(count)"
  }

  /// `CAST(friend, "NSNumber")`.
  package static func castFamily(_ found: String, to name: String, range: SourceRange? = nil) -> PredicateIssue {
    mismatch(.castFamily, "\(found) cannot be cast to “\(name)”", range: range)
  }

  /// `sqrt("4")`.
  static func functionArgument(_ function: String, expected: String, found: String) -> PredicateIssue {
    mismatch(.functionArgument, "\(function) takes \(expected); this is \(found)")
  }

  /// `title UTI-EQUALS "public.text"`: valid in the language, but not evaluated by any engine.
  package static func unsupportedConstruct(_ name: String, range: SourceRange? = nil) -> PredicateIssue {
    .error(.unsupportedConstruct, range, "\(name) can be parsed and printed, but not evaluated", kind: .unsupported)
  }
}

extension QueryValue {
  package var typeDescription: String { isNull ? "nil" : type.description }
}
