import PredicateSyntax
import PredicateValues

/// Reads `$name = VALUE`, any number of them, with spaces or commas between: what `.let` sets and `.run` passes.
struct VariableAssignments {
  /// A variable and what it is to be.
  struct Assignment {
    /// The name, without its dollar sign.
    let name: String
    /// Where the variable stands in the statement.
    let range: SourceRange
    /// The value, not evaluated yet.
    let value: QueryExpression
  }

  private let bytes: [UInt8]
  private var rest: ArraySlice<CompletionToken>

  /// The assignments in the argument of a call, from an offset of its statement on, in their order. Throws what is wrong with the first
  /// that is none.
  static func read(_ call: CommandCall, from start: Int) throws(PredicateIssue) -> [Assignment] {
    var reader = VariableAssignments(Array(Array(call.text.utf8).prefix(call.argumentRange.upperBound)), from: start)
    var found: [Assignment] = []
    while let assignment = try reader.next() { found.append(assignment) }
    return found
  }

  private init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    rest = CompletionScanner.tokens(of: bytes, from: start)[...]
  }

  private mutating func next() throws(PredicateIssue) -> Assignment? {
    guard let variable = rest.first else { return nil }
    let place = SourceRange(variable.range.lowerBound, variable.range.upperBound)
    guard Self.beginsAssignment(rest), let sign = rest.dropFirst().first else {
      throw .variableAssignment(found: variable.text, range: place)
    }
    rest = rest.dropFirst(2)
    let length = Self.lengthOfValue(rest)
    guard length > 0, let first = rest.first, let last = rest.prefix(length).last else {
      throw .variableAssignment(
        found: rest.first?.text ?? "", range: SourceRange(sign.range.upperBound, sign.range.upperBound))
    }
    let value = try ColumnParser.expression(bytes, first.range.lowerBound..<last.range.upperBound)
    rest = rest.dropFirst(length)
    if rest.first?.isMark(",") == true { rest = rest.dropFirst() }
    return Assignment(name: String(variable.text.dropFirst()), range: place, value: value)
  }

  private static func beginsAssignment(_ tokens: ArraySlice<CompletionToken>) -> Bool {
    guard let name = tokens.first, case .variable = name.kind, let sign = tokens.dropFirst().first else { return false }
    return name.text.utf8.count > 1 && sign.kind == .sign && ["=", ":="].contains(sign.text)
  }

  /// How many pieces belong to a value: those up to a comma or the next assignment that stand in no bracket.
  private static func lengthOfValue(_ tokens: ArraySlice<CompletionToken>) -> Int {
    var depth = 0
    var length = 0
    for position in tokens.indices {
      let token = tokens[position]
      if depth == 0, token.isMark(",") || beginsAssignment(tokens[position...]) { break }
      if token.kind == .mark, "([{".contains(token.text) { depth += 1 }
      if token.kind == .mark, ")]}".contains(token.text) { depth -= 1 }
      length += 1
    }
    return length
  }

  /// Gives a variable a value, as the newest.
  static func set(_ name: String, to value: QueryValue, in variables: inout [(name: String, value: QueryValue)]) {
    variables.removeAll { $0.name.hasSameScalars(as: name) }
    variables.append((name, value))
  }
}
