import PredicateSyntax

extension String {
  /// The text of a predicate or value with calls as people write them: `running(sum(total))` for `running:(sum:(total))`.
  ///
  /// - Parameter isMeant: Whether a text still has the meaning of this one. Without it the text stays as it is.
  func withPlainCalls(_ isMeant: (String) -> Bool) -> String {
    var bytes = Array(utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    // The last one first, so that the earlier places stay valid.
    for (name, mark) in zip(tokens, tokens.dropFirst()).reversed()
    where name.kind == .word && mark.isMark("(") && name.text.utf8.firstIndex(of: 0x3A) == name.text.utf8.indices.last {
      bytes.remove(at: name.range.upperBound - 1)
    }
    let plain = String(decoding: bytes, as: UTF8.self)
    return plain != self && isMeant(plain) ? plain : self
  }
}

extension QueryExpression {
  /// A form of this value with calls as people write them.
  func plain(_ form: String) -> String { form.withPlainCalls { PredicateParser.expression($0).tree == self } }
}

extension QueryPredicate {
  /// A form of this condition with calls as people write them.
  func plain(_ form: String) -> String { form.withPlainCalls { PredicateParser.predicate($0).tree == self } }
}
