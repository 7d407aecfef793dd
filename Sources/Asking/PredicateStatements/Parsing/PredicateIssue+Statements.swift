import PredicateSyntax

/// The issues of statements, except those of their predicates, with stable codes and messages.
extension PredicateIssue {
  // MARK: Names

  /// `Movi where …`: no entity has the name.
  package static func unknownEntity(
    _ name: String, known: [String], orOneOf others: [String] = [], range: SourceRange
  ) -> PredicateIssue {
    .error(
      "unknown-entity", range, "there is no entity “\(name)”",
      hint: listed(known, of: "the entities are"), kind: .unknownKey
    ).suggesting(NearestSpelling.of(name, among: known + others))
  }

  /// The issue for a database without entities.
  package static let noEntity = PredicateIssue.error(
    "no-entity", nil, "a statement cannot read anything, because the database has no tables", kind: .unknownKey)

  /// A list of names after some words; nil if there are no names.
  package static func listed(_ names: [String], of beginning: String) -> String? {
    guard !names.isEmpty else { return nil }
    return "\(beginning) \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? ", …" : "")"
  }

  /// A note: the word `count` was read as the keyword, although an entity has this name.
  static func countIsNoEntity(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .syntax, code: "count-entity",
      message: "“count” is read as the word that counts objects, not as a property",
      range: range, hint: "for the entity, write \(name.inNameQuotes)")
  }

  /// A note: a number with a comma was read as the ends of two columns.
  static func numberWithComma(_ range: Range<Int>, _ text: String) -> PredicateIssue {
    let number = text.replacing(",", with: ".")
    return PredicateIssue(
      severity: .note, kind: .syntax, code: "number-with-comma",
      message: "the comma separates two columns", range: SourceRange(range.lowerBound, range.upperBound),
      hint: "a number has a point: \(number)"
    ).replacing(with: number)
  }

  // MARK: Clauses

  static func unexpectedClause(
    _ found: String, behind place: String, expected: [String], range: SourceRange, hint: String?
  ) -> PredicateIssue {
    let list = expected.dropLast().joined(separator: ", ") + " or " + (expected.last ?? "")
    return .error("unexpected-clause", range, "expected \(list) after \(place), found “\(found)”", hint: hint)
  }

  /// `limit 3 limit 4`: a clause occurs twice.
  package static func repeatedClause(_ clause: String, range: SourceRange) -> PredicateIssue {
    .error("repeated-clause", range, "\(clause) occurs twice")
  }

  static func clauseNumber(_ clause: String, found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "clause-number", range,
      "the number after “\(clause)” must be a whole number that is 0 or greater, \(Self.found(found))")
  }

  static func conditionExpected(behind clause: String, found: String, range: SourceRange) -> PredicateIssue {
    .error("condition-expected", range, "expected a condition after \(clause), \(Self.found(found))")
  }

  /// `found “x”` for a message, or that the statement ends.
  package static func found(_ text: String) -> String {
    text.isEmpty ? "but the statement ends" : "found “\(text)”"
  }

  static func columnExpected(behind clause: String, found: String, range: SourceRange) -> PredicateIssue {
    let isGroup = clause == "group by"
    return .error(
      isGroup ? "group-key" : "show-column", range,
      "expected a property or an expression for “\(clause)”, \(Self.found(found))",
      hint: "the syntax is: \(clause) KEY, KEY as NAME")
  }

  static func firstKeyExpected(found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "first-key", range, "expected a property or an expression after “each”, \(Self.found(found))", hint: firstForm)
  }

  static func firstWithoutWords(_ word: String, found: String, range: SourceRange) -> PredicateIssue {
    .error("first-words", range, "expected “\(word)”, \(Self.found(found))", hint: firstForm)
  }

  private static let firstForm = "the syntax is: first NUMBER of each KEY, KEY"

  static func columnName(found: String, range: SourceRange) -> PredicateIssue {
    .error("show-name", range, "expected a name after as, \(Self.found(found))")
  }

  // MARK: Changes

  static func changeEntityExpected(_ verb: ChangeVerb, found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "change-entity", range, "expected an entity after \(verb), \(Self.found(found))",
      hint: "the syntax is: \(verb.form)")
  }

  static func changeWord(_ word: String, of verb: ChangeVerb, found: String, range: SourceRange) -> PredicateIssue {
    .error("change-word", range, "expected “\(word)”, \(Self.found(found))", hint: "the syntax is: \(verb.form)")
  }

  static func rowOfSQL(_ mark: String, found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "change-row", range, "expected \(mark), \(Self.found(found))",
      hint: rowForm)
  }

  /// The issue for a second row: `insert Tag (name) values ("a"), ("b")`.
  static func secondRow(of change: ChangeStatement, range: SourceRange) -> PredicateIssue {
    let names = change.assignments.map(\.member).joined(separator: ", ")
    let row = "insert \(change.entity) (\(names)) values (…)"
    return .error(
      "change-row", range, "one statement can insert only one object, found a second row",
      hint: "write one statement per object, with semicolons between them: \(row); \(row)")
  }

  private static let rowForm =
    "the syntax is: insert ENTITY (NAME, NAME) values (VALUE, VALUE). The number of values must equal the number of names"

  static func memberExpected(_ verb: ChangeVerb, found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "change-member", range, "expected the name of a property, \(Self.found(found))",
      hint: "the syntax is: \(verb.form)")
  }

  static func assignmentExpected(_ member: String, found: String, range: SourceRange) -> PredicateIssue {
    let hint =
      switch found {
      case "==", ":=": "write a single = to set a value: \(member) = …"
      case "(" where member.lowercased() == "values": rowForm
      case ".":
        "a statement can change only properties of its own entity. To change another entity, write update ENTITY"
      default: "the syntax is: \(member) = VALUE"
      }
    return .error("change-sign", range, "expected = after \(member), \(Self.found(found))", hint: hint)
  }

  /// The issue for the assignment of a part of a JSON value: `meta.coupon = "Y"`.
  static func partOfJSON(_ member: String, range: SourceRange) -> PredicateIssue {
    .error(
      "change-sign", range, "a statement must set the whole JSON value of \(member), not only a part of it",
      hint: "write the whole value as a JSON text in quotes: \(member) = '{\"name\": \"value\"}'", kind: .unsupported)
  }

  static func assignedValueExpected(_ member: String, found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "change-value", range, "expected a value for \(member), \(Self.found(found))",
      hint: "to remove the value, write \(member) = nil")
  }

  static func selectionEnd(found: String, range: SourceRange) -> PredicateIssue {
    let isClause = ClauseKind.allWords.contains { $0.hasSameScalars(as: found.lowercased()) }
    return .error(
      "change-bracket", range, "expected ), \(Self.found(found))",
      hint: "the syntax is: (ENTITY where PREDICATE\(isClause ? " sort by VALUE limit 1" : ""))")
  }

  static func changeEnd(
    _ verb: ChangeVerb, behind place: String, expected: [String], found: String, range: SourceRange
  ) -> PredicateIssue {
    let isClause = ClauseKind.allWords.contains { $0.hasSameScalars(as: found.lowercased()) }
    let nearest = NearestSpelling.of(found, among: expected).map { "\($0) may be meant" }
    return .error(
      "change-end", range,
      "expected \((expected + ["the end"]).joined(separator: " or ")) after \(place), found “\(found)”",
      hint: isClause && nearest == nil
        ? "a statement that changes data can have no clause except “where”" : nearest ?? "the syntax is: \(verb.form)")
  }

  // MARK: Sort keys

  static func clauseWithoutBy(_ clause: String, _ range: SourceRange) -> PredicateIssue {
    .error(
      "\(clause)-by", range, "expected “by” after “\(clause)”",
      hint: clause == "sort" ? "the syntax is: sort by KEY desc, KEY" : "the syntax is: group by KEY, KEY as NAME")
  }

  /// The issue for a missing sort key. For a value that cannot be a sort key, the kind is `type`.
  static func sortKeyExpected(found: String, range: SourceRange, kind: Kind = .syntax) -> PredicateIssue {
    .error("sort-key", range, "expected a key for “sort by”, \(Self.found(found))", kind: kind)
  }

  /// The issue for brackets after a sort key that are not options. The grammar reads such brackets as an index, which sort keys cannot have.
  static func sortOptions(_ range: SourceRange) -> PredicateIssue {
    .error("sort-options", range, "expected option letters (c, d, n, l) between the brackets", kind: .type)
  }

  static func variableAssignment(found: String, range: SourceRange) -> PredicateIssue {
    .error(
      "variable-assignment", range, "expected $name = value, \(Self.found(found))",
      hint: found.first?.isLetter == true ? "a variable must begin with a dollar sign: $\(found) = VALUE" : nil)
  }
}
