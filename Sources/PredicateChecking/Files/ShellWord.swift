/// A word of a shell command, without its quotes.
struct ShellWord {
  /// A part that the shell replaces: `$HOME`, `$(date)`.
  struct Expansion {
    /// Where it stands in the text.
    let range: Range<Int>
    /// Its name, where it has one.
    let name: String
  }

  var text = MappedText()
  var expansions: [Expansion] = []
  /// Whether any part of the word is quoted.
  var isQuoted = false
}
