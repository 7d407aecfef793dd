/// What stands before a comparison whose left side is a collection.
public enum Quantifier: UInt8, Sendable, Hashable {
  /// Nothing: the two sides are compared as they are.
  case direct
  /// `ALL`: the comparison holds for every element, and for none of none.
  case all
  /// `ANY`, `SOME`: the comparison holds for at least one element.
  case any
}

/// How a quantifier was written, which the tree does not need: `SOME` is ANY, `NONE` is NOT ANY.
public enum QuantifierSpelling: UInt8, Sendable, Hashable {
  /// The canonical word: `ANY`, `ALL`, or none.
  case standard
  /// `SOME`, which is ANY.
  case some
  /// `NONE`, which is NOT ANY.
  case none
}
