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
  /// Where in the text a double quote ends or begins beside other characters of the word: `"process == "name""` loses the quotes of the name.
  var lostQuotes: Set<Int> = []

  /// The variable that the word consists of: `NAME` of `"$NAME"`.
  var variable: String? {
    guard expansions.count == 1, let only = expansions.first, !only.name.isEmpty,
      only.range == 0..<text.text.utf8.count
    else { return nil }
    return only.name
  }

  /// The word without the first bytes of its text.
  func dropFirst(_ count: Int) -> ShellWord {
    var word = ShellWord()
    word.text = text.dropFirst(count)
    word.expansions = expansions.filter { $0.range.lowerBound >= count }.map {
      Expansion(range: $0.range.lowerBound - count..<$0.range.upperBound - count, name: $0.name)
    }
    word.lostQuotes = Set(lostQuotes.filter { $0 >= count }.map { $0 - count })
    return word
  }
}
