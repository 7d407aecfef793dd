import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// The variables of a saved statement, and the values that a call gives them.
struct SavedParameters {
  private let session: ShellSession
  /// The names of the statement's variables, in their order, each once.
  let needed: [String]

  /// The parameters of a statement; none of one that is no statement any more.
  init(of statement: String, _ session: ShellSession) {
    self.session = session
    var names: [String] = []
    // What is wrong with the statement is told when it runs.
    if case .query(let query)? = try? session.parser.parse(statement) {
      for use in query.fetch.freeVariables where !names.contains(where: { $0.hasSameScalars(as: use.name) }) {
        names.append(use.name)
      }
    }
    needed = names
  }

  /// Reads `$a = 1 $b = "x"`, with commas between them or without, and checks that nothing is missing or too much.
  func values(
    in call: CommandCall, from start: Int, name: String
  ) throws(PredicateIssue) -> [(name: String, value: QueryValue)] {
    let bytes = Array(Array(call.text.utf8).prefix(call.argumentRange.upperBound))
    var rest = CompletionScanner.tokens(of: bytes, from: start)[...]
    var values: [(name: String, value: QueryValue)] = []
    while let token = rest.first {
      let place = SourceRange(token.range.lowerBound, token.range.upperBound)
      guard Self.beginsParameter(rest), let sign = rest.dropFirst().first else {
        throw .parameterAssignment(found: token.text, range: place)
      }
      let parameter = String(token.text.dropFirst())
      guard needed.contains(where: { $0.hasSameScalars(as: parameter) }) else {
        throw .unknownParameter(parameter, of: name, known: needed, range: place)
      }
      if values.contains(where: { $0.name.hasSameScalars(as: parameter) }) {
        throw .repeatedClause(token.text, range: place)
      }
      rest = rest.dropFirst(2)
      let length = Self.lengthOfValue(rest)
      guard length > 0, let first = rest.first, let last = rest.prefix(length).last else {
        throw .parameterAssignment(
          found: rest.first?.text ?? "", range: SourceRange(sign.range.upperBound, sign.range.upperBound))
      }
      values.append((parameter, try value(bytes, first.range.lowerBound..<last.range.upperBound)))
      rest = rest.dropFirst(length)
      if rest.first?.isMark(",") == true { rest = rest.dropFirst() }
    }
    let known = values.map(\.name) + session.variables.map(\.name)
    let missing = needed.filter { name in !known.contains { $0.hasSameScalars(as: name) } }
    guard missing.isEmpty else {
      throw .missingParameters(missing, of: name, range: SourceRange(start - name.utf8.count, start))
    }
    return values
  }

  private static func beginsParameter(_ tokens: ArraySlice<CompletionToken>) -> Bool {
    guard let name = tokens.first, case .variable = name.kind, let sign = tokens.dropFirst().first else { return false }
    return name.text.utf8.count > 1 && sign.kind == .sign && sign.text == "="
  }

  private static func lengthOfValue(_ tokens: ArraySlice<CompletionToken>) -> Int {
    var depth = 0
    var length = 0
    for position in tokens.indices {
      let token = tokens[position]
      if depth == 0, token.isMark(",") || beginsParameter(tokens[position...]) { break }
      if token.kind == .mark, "([{".contains(token.text) { depth += 1 }
      if token.kind == .mark, ")]}".contains(token.text) { depth -= 1 }
      length += 1
    }
    return length
  }

  private func value(_ bytes: [UInt8], _ range: Range<Int>) throws(PredicateIssue) -> QueryValue {
    try ColumnParser.expression(bytes, range).constant(variables: session.queryVariables)
  }
}
