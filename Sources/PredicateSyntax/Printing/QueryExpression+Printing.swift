extension QueryExpression {
  /// The expression in Apple's form; see ``QueryPredicate/canonicalFormat``. Whole doubles keep their fraction: `66.0`.
  public var canonicalFormat: String { PredicatePrinter.text(of: self, style: .canonical) }

  /// The expression in a form that reads back as the same tree; see ``QueryPredicate/exactFormat``.
  public var exactFormat: String { PredicatePrinter.text(of: self, style: .exact) }
}

extension QueryExpression: CustomStringConvertible {
  /// The ``canonicalFormat``.
  public var description: String { canonicalFormat }
}
