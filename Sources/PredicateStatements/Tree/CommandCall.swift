import PredicateSyntax

/// A command as it was typed.
package struct CommandCall: Sendable {
  /// The name, without the dot.
  package let name: String
  /// Where the name stands, its dot included.
  package let nameRange: SourceRange
  /// The whole statement: arguments that are statements themselves are read in it, so that places stay right.
  package let text: String
  /// The UTF-8 offsets of the arguments in ``text``, without the space and the `;` around them.
  package let argumentRange: Range<Int>

  /// What stands behind the name.
  package var argument: String {
    String(decoding: Array(text.utf8)[argumentRange], as: UTF8.self)
  }
}
