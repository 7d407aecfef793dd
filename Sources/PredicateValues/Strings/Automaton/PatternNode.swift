/// A pattern of a regular expression, as far as an automaton needs it: what it matches, not how it is tried.
indirect enum PatternNode: Sendable {
  /// The empty text.
  case empty
  /// One scalar of a class.
  case scalar(ScalarClass)
  /// One part behind the other.
  case sequence([PatternNode])
  /// Any of the parts.
  case alternatives([PatternNode])
  /// A part so many times; without an upper bound where that is nil.
  case repeated(PatternNode, atLeast: Int, atMost: Int?)
  /// The start of the text.
  case start
  /// The end of the text; with `beforeBreak` also the place before a line break that ends the text.
  case end(beforeBreak: Bool)
}
