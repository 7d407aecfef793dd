import PredicateSyntax

/// Reads the arguments of `.let` and `.run`: `$name = VALUE` any number of times, separated by spaces or commas. With `takesWords`, `name = VALUE` is
/// also allowed.
package enum VariableAssignments {
  package struct Assignment {
    /// The name, without its dollar sign.
    package let name: String
    /// The range of the variable in the statement.
    package let range: SourceRange
    /// The value, before its evaluation.
    package let value: QueryExpression
  }

  /// The assignments in a command's argument, from an offset of its text on, in their order. Throws the issue of the first malformed assignment.
  ///
  /// - Parameter takesWords: Whether the dollar sign before a name may be missing.
  package static func read(_ call: CommandCall, from start: Int, takesWords: Bool = false) throws(PredicateIssue)
    -> [Assignment]
  {
    let text = String(decoding: Array(call.text.utf8).prefix(call.argumentRange.upperBound), as: UTF8.self)
    var tokens = StatementTokens(text, from: start)
    var found: [Assignment] = []
    while let variable = tokens.next {
      let name = variable.kind == .variable ? String(variable.text.dropFirst()) : takesWords ? variable.name ?? "" : ""
      guard !name.isEmpty, let sign = tokens.token(at: 1), ["=", ":="].contains(sign.text) else {
        throw .variableAssignment(found: variable.text, range: variable.place)
      }
      tokens.skip(to: sign.range.upperBound)
      guard let first = tokens.next, !first.isMark(",") else {
        let place = SourceRange(sign.range.upperBound, sign.range.upperBound)
        throw .variableAssignment(found: tokens.next?.text ?? "", range: place)
      }
      let (result, end) = PredicateParser.valuePrefix(of: text, from: tokens.offset)
      found.append(
        Assignment(name: name, range: variable.place, value: try result.get()))
      tokens.skip(to: end)
      _ = tokens.take(mark: ",")
    }
    return found
  }
}
