/// A string or a pattern of the grammar. Equal ones are the same terminal.
struct GrammarTerminal: Hashable {
  let text: String
  let isPattern: Bool
  /// Whether a space before it is not allowed.
  var isImmediate = false

  /// Decides between tokens of the same length before their order does. Strings have precedence over patterns, and immediate tokens over others.
  var implicitPrecedence: Int { (isPattern ? 0 : 2) + (isImmediate ? 1 : 0) }
}
