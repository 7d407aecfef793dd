import PredicateValues

/// Hints for comparisons of values of different families.
extension Binder {
  /// A remedy for a comparison of values that can never be compared; nil if none is known.
  func hint(for a: CoreValue, beside b: CoreValue) -> String? {
    Self.hint(for: a.constantValue, beside: b.type, isStrict: options.isStrict)
      ?? Self.hint(for: b.constantValue, beside: a.type, isStrict: options.isStrict)
  }

  private static func hint(for constant: QueryValue?, beside other: QueryType, isStrict: Bool) -> String? {
    switch (constant, other) {
    case (.string, .date):
      return isStrict
        ? #"a date is written CAST("2024-01-31", "NSDate"); a program passes a date by %@"#
        : "a date is written '2024-01-31' or '2024-01-31T09:30:00Z'; a program passes a date by %@"
    case (.string(let text), .integer), (.string(let text), .double), (.string(let text), .decimal):
      return QueryDecimal(text) == nil ? nil : "a number is written without quotes: \(text); a program passes a number"
    case (.string, .uuid):
      return isStrict
        ? #"a UUID is written CAST("8319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39", "NSUUID"); a program passes a UUID by %@"#
        : #"a UUID is written "8319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39"; a program passes a UUID by %@"#
    case (.string, .url): return #"a URL is written CAST("…", "NSURL"); a program passes a URL by %@"#
    case (.string, .boolean): return "a boolean is written YES or NO"
    case (.integer?, .string), (.double?, .string), (.decimal?, .string):
      return "a text is written in quotes; a program passes a text"
    default: return nil
    }
  }

  /// A hint how to convert a value of a type to a text; nil if there is no way.
  func textHint(for type: QueryType, range: SourceRange) -> String? {
    switch type {
    case .url, .uuid, .integer, .double, .decimal: #"CAST(…, "NSString") gives its text"#
    default: nil
    }
  }

  /// Adds a note if a text is compared with an enum's property and is not the raw value of a case.
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
      severity: .note, kind: .type, code: .noSuchCase, message: "“\(property)” never is \"\(text)\"", range: range,
      hint: nearest.map { "the nearest of its values is \"\($0)\"" } ?? "it is one of \(listed.joined(separator: ", "))"
    )
  }
}
