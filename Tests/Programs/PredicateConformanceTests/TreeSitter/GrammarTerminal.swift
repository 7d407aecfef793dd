/// A string or a pattern of the grammar. Two that are alike are one terminal.
struct GrammarTerminal: Hashable {
  let text: String
  let isPattern: Bool
  /// Whether a space before it is not allowed.
  var isImmediate = false

  /// Decides between tokens of one length before their order does: strings precede patterns, immediate tokens precede others.
  var implicitPrecedence: Int { (isPattern ? 0 : 2) + (isImmediate ? 1 : 0) }
}
