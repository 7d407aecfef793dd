extension QueryPredicate {
  /// The predicate in Apple's form: `name LIKE[c] "a*" AND isActive == 1`.
  ///
  /// Reading it gives a predicate of the same meaning that prints the same. What the form does not tell apart is lost: a boolean
  /// prints as `1` or `0`, a whole double that stands alone beside a comparison operator without its fraction (`66`), a date to the
  /// microsecond. Linear in the size of the tree.
  ///
  /// ```swift
  /// try QueryPredicate(format: "a=YES && b=66.0").canonicalFormat  // a == 1 AND b == 66
  /// ```
  public var canonicalFormat: String { PredicatePrinter.text(of: self, style: .canonical) }

  /// The predicate in a form that reads back as the same tree: `TRUE`, `66.0`, dates to the last bit, control characters as escapes.
  /// Linear in the size of the tree.
  ///
  /// Three things have no notation, so that the text of a tree with one of them is refused by the parser: what was left out
  /// because a limit was passed (printed as `<over limit>`), a function or operator whose name is no selector, and a placeholder
  /// whose conversion is none of the language.
  ///
  /// ```swift
  /// try QueryPredicate(format: "a=YES && b=66.0").exactFormat  // a == TRUE AND b == 66.0
  /// ```
  public var exactFormat: String { PredicatePrinter.text(of: self, style: .exact) }
}

extension QueryPredicate: CustomStringConvertible {
  /// The ``canonicalFormat``.
  public var description: String { canonicalFormat }
}
