import PredicateBinding
import PredicateEvaluation
import PredicateSyntax
import PredicateValues

/// Reads `$name = VALUE`, any number of them, with spaces or commas between: what `.let` sets and `.run` passes.
struct VariableAssignments {
  /// The variables that values may use, those that were set before and those further to the left.
  var variables: [(name: String, value: QueryValue)]

  /// The values of some assignments, in their order. `place` is where the text stands in the statement.
  func values(of text: String, place: SourceRange) throws -> [(name: String, value: QueryValue)] {
    let bytes = Array(text.utf8)
    let starts = Self.starts(in: CompletionScanner.tokens(of: bytes, from: 0))
    guard let first = starts.first, first.name == 0 else {
      throw PredicateIssue.variableAssignment(found: text, range: place)
    }
    var known = variables
    var found: [(name: String, value: QueryValue)] = []
    for (position, start) in starts.enumerated() {
      let end = position + 1 < starts.count ? starts[position + 1].name : bytes.count
      let name = String(decoding: bytes[(start.name + 1)..<start.nameEnd], as: UTF8.self)
      var written = bytes[start.value..<end]
      while let last = written.last, StatementScanner.isSpace(last) || last == UInt8(ascii: ",") {
        written.removeLast()
      }
      guard !name.isEmpty, !written.isEmpty else {
        throw PredicateIssue.variableAssignment(found: text, range: place)
      }
      let value = try QueryExpression(format: String(decoding: written, as: UTF8.self))
        .constant(variables: QueryVariables(known.map { ($0.name, $0.value) }))
      Self.set(name, to: value, in: &known)
      Self.set(name, to: value, in: &found)
    }
    return found
  }

  /// Gives a variable a value, as the newest.
  static func set(_ name: String, to value: QueryValue, in variables: inout [(name: String, value: QueryValue)]) {
    variables.removeAll { $0.name.hasSameScalars(as: name) }
    variables.append((name, value))
  }

  /// Where each assignment begins: a variable and an equals sign that stand in no bracket.
  private static func starts(in tokens: [CompletionToken]) -> [(name: Int, nameEnd: Int, value: Int)] {
    var depth = 0
    var starts: [(name: Int, nameEnd: Int, value: Int)] = []
    for (position, token) in tokens.enumerated() {
      if token.kind == .mark, "([{".contains(token.text) { depth += 1 }
      if token.kind == .mark, ")]}".contains(token.text) { depth -= 1 }
      guard depth == 0, token.kind == .variable, tokens.indices.contains(position + 1) else { continue }
      let sign = tokens[position + 1]
      guard sign.kind == .sign, sign.text == "=" || sign.text == ":=" else { continue }
      starts.append((token.range.lowerBound, token.range.upperBound, sign.range.upperBound))
    }
    return starts
  }
}
