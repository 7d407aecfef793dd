import PredicateSyntax

extension String {
  /// The text of a predicate or value, with calls in plain notation: `running(sum(total))` for `running:(sum:(total))`.
  ///
  /// - Parameter isMeant: Whether a text has the same meaning as this one. If the plain text does not, this text is returned.
  func withPlainCalls(_ isMeant: (String) -> Bool) -> String {
    var bytes = Array(utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    // The last call is replaced first, so that the ranges of earlier ones stay valid.
    for (name, mark) in zip(tokens, tokens.dropFirst()).reversed()
    where name.kind == .word && mark.isMark("(") && name.text.utf8.firstIndex(of: 0x3A) == name.text.utf8.indices.last {
      bytes.remove(at: name.range.upperBound - 1)
    }
    let plain = String(decoding: bytes, as: UTF8.self)
    return plain != self && isMeant(plain) ? plain : self
  }
}

extension QueryExpression {
  /// A text of this value, with calls in plain notation.
  func plain(_ form: String) -> String { form.withPlainCalls { PredicateParser.expression($0).tree == self } }
}

extension QueryPredicate {
  /// A text of this condition, with calls in plain notation.
  func plain(_ form: String) -> String { form.withPlainCalls { PredicateParser.predicate($0).tree == self } }
}
