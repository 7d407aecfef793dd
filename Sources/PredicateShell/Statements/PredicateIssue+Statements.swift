import PredicateSyntax

/// Everything that can be wrong with a statement besides its predicate, with its stable code and words.
extension PredicateIssue {
  // MARK: Names

  static func unknownEntity(
    _ name: String, known: [String], orOneOf others: [String] = [], range: SourceRange
  ) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "unknown-entity", message: "there is no entity “\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known + others).map { "\($0) may be meant" }
        ?? listed(known, of: "the entities are"))
  }

  static func commandWithoutDot(_ name: String, _ usage: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "command-dot", message: "expected a statement, found the name of a command", range: range,
      hint: "a command begins with a dot: \(usage)")
  }

  static let noEntity = PredicateIssue(
    kind: .unknownKey, code: "no-entity", message: "the database has no entities to ask for")

  static func unknownSortKey(_ name: String, of entity: String, known: [String], range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "unknown-key", message: "\(entity) has no property “\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { "\($0) may be meant" } ?? listed(known, of: "\(entity) has"))
  }

  static func keyOfValue(_ name: String, _ type: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "key-of-value", message: "\(type) has no property “\(name)”", range: range)
  }

  private static func listed(_ names: [String], of beginning: String) -> String? {
    guard !names.isEmpty else { return nil }
    return "\(beginning) \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? ", …" : "")"
  }

  /// A note: an entity's name was read as the word `count`.
  static func countIsNoEntity(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .syntax, code: "count-entity", message: "this is the word that asks for a number",
      range: range, hint: "the entity stands in quotes: \(name.inNameQuotes)")
  }

  // MARK: Clauses

  static func unexpectedClause(
    _ found: String, behind place: String, expected: [String], range: SourceRange, hint: String?
  ) -> PredicateIssue {
    let list = expected.dropLast().joined(separator: ", ") + " or " + (expected.last ?? "")
    return PredicateIssue(
      kind: .syntax, code: "unexpected-clause", message: "expected \(list) behind \(place), found “\(found)”",
      range: range, hint: hint)
  }

  static func repeatedClause(_ clause: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(kind: .syntax, code: "repeated-clause", message: "\(clause) is there twice", range: range)
  }

  static func clauseNumber(_ clause: String, found: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "clause-number",
      message: "expected a whole number from 0 behind \(clause), \(Self.found(found))", range: range)
  }

  static func conditionExpected(behind clause: String, found: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "condition-expected", message: "expected a condition behind \(clause), \(Self.found(found))",
      range: range)
  }

  private static func found(_ text: String) -> String {
    text.isEmpty ? "but the statement ends" : "found “\(text)”"
  }

  static func columnExpected(behind clause: String, found: String, range: SourceRange) -> PredicateIssue {
    let isGroup = clause == "group by"
    return PredicateIssue(
      kind: .syntax, code: isGroup ? "group-key" : "show-column",
      message: "expected a property or an expression to \(clause), \(Self.found(found))", range: range,
      hint: "the form is \(clause) KEY, KEY as NAME")
  }

  static func columnName(found: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "show-name", message: "expected a name behind as, \(Self.found(found))", range: range)
  }

  // MARK: Sort keys

  static func clauseWithoutBy(_ clause: String, _ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "\(clause)-by", message: "expected “by” behind “\(clause)”", range: range,
      hint: clause == "sort" ? "the form is sort by KEY desc, KEY" : "the form is group by KEY, KEY as NAME")
  }

  static func sortKeyExpected(found: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "sort-key", message: "expected a key to sort by, \(Self.found(found))", range: range)
  }

  static func sortByManyValues(_ name: String, of entity: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "sort-to-many",
      message: "expected one value to sort by, found “\(name)” of each object in a collection of objects of \(entity)",
      range: range, hint: "@count of a collection is one value")
  }

  static func sortOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "sort-operator", message: "expected a value to sort by, found “@\(name)”", range: range,
      hint: "@count of a collection is one")
  }

  static func sortType(_ type: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "sort-type", message: "expected a value to sort by, found \(type)", range: range,
      hint: "a path goes on behind a dot, to an attribute or to @count of a collection")
  }

  static func sortOptions(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "sort-options", message: "expected some of the letters c, d, n, l between the brackets",
      range: range)
  }

  // MARK: Commands

  static func unknownCommand(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "unknown-command", message: "there is no command “.\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { ".\($0) may be meant" } ?? ".help lists the commands")
  }

  static func commandArgument(
    expected: String, found: String, among words: [String] = [], range: SourceRange
  ) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "command-argument", message: "expected \(expected), \(Self.found(found))", range: range,
      hint: NearestSpelling.of(found, among: words).map { "\($0) may be meant" })
  }

  static func noStatement(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "no-statement", message: "there is no statement yet that this could be about", range: range,
      hint: "the command is about the statement that ran last")
  }

  static func noAnswer(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "no-answer", message: "there is no answer yet that could be shown again", range: range)
  }

  static func answerNotKept(_ count: Int, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "answer-not-kept", message: "the last answer has \(count) rows, too many to be kept",
      range: range, hint: "the statement can be run again")
  }

  static func noPredicate(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "no-predicate", message: "the statement has no condition that could be explained",
      range: range)
  }

  static func noObject(_ entity: String, _ key: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .domain, code: "no-object", message: "there is no object \(entity)/\(key)", range: range)
  }

  static func tooLargeToVerify(_ rows: Int, most: Int) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "verify-size",
      message: "the database has about \(rows) rows, and memory takes at most \(most) to verify an answer",
      hint: ".explain shows what runs, without reading all rows")
  }

  static func unknownSavedQuery(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "unknown-saved-query", message: "no statement is saved as “\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { "\($0) may be meant" } ?? listed(known, of: "saved are")
        ?? ".save NAME keeps the last statement")
  }

  static func unknownParameter(_ name: String, of query: String, known: [String], range: SourceRange) -> PredicateIssue
  {
    let list = known.map { "$" + $0 }.joined(separator: ", ")
    return PredicateIssue(
      kind: .argumentType, code: "unknown-parameter", message: "“\(query)” has no parameter $\(name)", range: range,
      hint: NearestSpelling.of(name, among: known).map { "$\($0) may be meant" }
        ?? (known.isEmpty ? "it has none" : "it has \(list)"))
  }

  static func missingParameters(_ names: [String], of query: String, range: SourceRange) -> PredicateIssue {
    let list = names.map { "$" + $0 }.joined(separator: ", ")
    return PredicateIssue(
      kind: .argumentMissing, code: "parameter-missing", message: "“\(query)” needs a value for \(list)", range: range,
      hint: "the form is .run \(query) " + names.map { "$\($0) = VALUE" }.joined(separator: " "))
  }

  static func parameterOfProperty(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "parameter-value", message: "expected a value, found the property “\(name)”", range: range,
      hint: "a text stands in quotes")
  }

  static func unreadableFile(_ path: String, _ reason: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .domain, code: "file", message: "“\(path)” cannot be used: \(reason)", range: range)
  }

  static func readDepth(_ limit: Int, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "read-depth", message: "files read one another more than \(limit) deep", range: range)
  }

  static func variableAssignment(found: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "variable-assignment", message: "expected $name = value, \(Self.found(found))", range: range)
  }

  static func lineLimit(_ limit: Int) -> PredicateIssue {
    PredicateIssue(kind: .limit, code: "line-length", message: "a line is longer than \(limit) bytes")
  }
}
