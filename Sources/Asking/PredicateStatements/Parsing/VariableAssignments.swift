import PredicateSyntax

/// Reads `$name = VALUE` any number of times, with spaces or commas between, or `name = VALUE` if that is allowed: the arguments of `.let` and
/// `.run`.
package enum VariableAssignments {
  package struct Assignment {
    /// The name, without its dollar sign.
    package let name: String
    /// The place of the variable in the statement.
    package let range: SourceRange
    /// The value, not evaluated yet.
    package let value: QueryExpression
  }

  /// The assignments in the argument of a call, from an offset of its statement on, in their order. Throws the issue of the first malformed one.
  ///
  /// - Parameter takesWords: Whether the dollar sign of a name may be missing.
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
