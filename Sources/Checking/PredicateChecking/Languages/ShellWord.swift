import PredicateDocuments
import PredicateSyntax

/// The words of one command of a shell script, or the elements of one array.
struct ShellCommand {
  var words: [ShellWord] = []
  /// The name of the array: `arguments=(show --predicate '…')`. Nil for a command.
  var array: String?
  /// Whether the elements are appended to the array: `arguments+=(--info)`.
  var isAppended = false
  /// Whether the command has a redirection, `2>/dev/null`. Its words are not among ``words``.
  var redirects = false
  var isArray: Bool { array != nil }
}

/// A here-document of a shell script.
struct HereDocument {
  /// The range of its lines in the script.
  let range: Range<Int>
  /// Whether the shell replaces variables in it, so `\$` means `$`. The shell replaces no variables if the word after `<<` has quotes.
  let isExpanded: Bool

  /// The lines, without the backslashes that the shell removes.
  func text(in bytes: [UInt8]) -> MappedText {
    var text = MappedText()
    var plain = range.lowerBound
    for index in range.dropLast()
    where isExpanded && index >= plain && bytes[index] == UInt8(ascii: "\\") && "$`\\".utf8.contains(bytes[index + 1]) {
      text.append(bytes[plain..<index])
      text.append(String(decoding: [bytes[index + 1]], as: UTF8.self), from: index..<index + 2)
      plain = index + 2
    }
    text.append(bytes[plain..<range.upperBound])
    return text
  }
}

/// A word of a shell command, without its quotes.
struct ShellWord {
  /// A part that the shell replaces: `$HOME`, `$(date)`.
  struct Expansion {
    /// The place in the text.
    let range: Range<Int>
    /// The name; empty for a command.
    let name: String
  }

  var text = MappedText()
  var expansions: [Expansion] = []
  /// The offsets in the text where the shell removes double quotes inside a word: `"process == "name""` loses the quotes of the name.
  var lostQuotes: Set<Int> = []
  /// Whether a quote of the word is not closed, or is closed only by the quote that opens another word in a later line.
  var isOpen = false

  /// The greatest number of bytes of a default value that is read, and of the variables in it.
  private static let mostDefault = 4_000
  private static let mostInDefault = 8

  /// The variable, if it is the whole word: `NAME` of `"$NAME"`, of `"${NAME[@]}"` and of `"${NAME[$i]}"`.
  var variable: String? {
    guard expansions.count == 1, let only = expansions.first, !only.name.isEmpty,
      only.range == 0..<text.text.utf8.count
    else { return nil }
    if let (name, _) = fallback { return name }
    guard only.name.hasSuffix("]"), !only.name.hasPrefix("!") else { return only.name }
    return String(only.name.prefix { $0 != "[" })
  }

  /// The variable and the text that stands for it if it has none, if they are the whole word: `${NAME:-process == "x"}`, also with `-`, `:=` and `=`.
  var fallback: (name: String, value: ShellWord)? {
    guard expansions.count == 1, let only = expansions.first, only.range == 0..<text.text.utf8.count,
      let sign = only.name.utf8.firstIndex(where: { !ByteClass.isWord($0) }), sign > only.name.startIndex,
      let mark = [":-", ":=", "-", "="].first(where: { only.name[sign...].hasPrefix($0) }),
      only.name.utf8.count <= Self.mostDefault, only.name.count(where: { $0 == "$" }) <= Self.mostInDefault
    else { return nil }
    let name = String(only.name[..<sign])
    let start = "${".utf8.count + name.utf8.count + mark.utf8.count
    let value = text.dropFirst(start)
    let inner = Array(value.text.utf8.dropLast())
    guard let first = inner.first else { return nil }
    // The text may have quotes of its own. Otherwise it is read like a text in double quotes, as it nearly always is.
    var quoted = MappedText()
    let isQuoted = "\"'".utf8.contains(first) && inner.last == first && inner.count > 1
    if !isQuoted { quoted.append("\"", from: 0..<0) }
    quoted.append(MappedText(inner[...]))
    if !isQuoted { quoted.append("\"", from: inner.count..<inner.count) }
    let commands = ShellScript.commands(in: Array(quoted.text.utf8))
    guard let command = commands.first, command.words.count == 1, var word = command.words.first, !word.isOpen else {
      return nil
    }
    word.text = word.text.placed(in: quoted).placed(in: value)
    return (name, word)
  }

  /// The number or the key of an element, if it is the whole word: `$i` of `"${NAME[$i]}"`.
  var element: String? {
    guard variable != nil, let name = expansions.first?.name, name.hasSuffix("]") else { return nil }
    return String(name.drop { $0 != "[" }.dropFirst().dropLast())
  }

  /// The word as a second shell reads it, which removes its quotes: `'process == "x"'` after `ssh host`. The word itself if the second shell would
  /// split it.
  var readAgain: ShellWord {
    let commands = ShellScript.commands(in: Array(text.text.utf8))
    guard expansions.isEmpty, commands.count == 1, !commands[0].redirects, commands[0].words.count == 1,
      var word = commands[0].words.first
    else { return self }
    word.text = word.text.placed(in: text)
    return word
  }

  /// The word with the first bytes of its text only.
  func prefix(_ count: Int) -> ShellWord {
    var word = ShellWord()
    word.text = MappedText(Array(text.text.utf8.prefix(count))[...]).placed(in: text)
    word.expansions = expansions.filter { $0.range.upperBound <= count }
    word.lostQuotes = lostQuotes.filter { $0 <= count }
    return word
  }

  /// The word with a part at its end that another command may append. A word that is a variable stays.
  var openEnded: ShellWord {
    if variable != nil { return self }
    var word = self
    let count = text.text.utf8.count
    word.expansions.append(Expansion(range: count..<count, name: ""))
    return word
  }

  /// The word with the text of another word at its end.
  func appending(_ other: ShellWord) -> ShellWord {
    var word = self
    let count = text.text.utf8.count
    word.text.append(other.text)
    word.expansions += other.expansions.map {
      Expansion(range: $0.range.lowerBound + count..<$0.range.upperBound + count, name: $0.name)
    }
    word.lostQuotes.formUnion(other.lostQuotes.map { $0 + count })
    word.isOpen = isOpen || other.isOpen
    return word
  }

  /// The word without the first bytes of its text.
  func dropFirst(_ count: Int) -> ShellWord {
    var word = ShellWord()
    word.text = text.dropFirst(count)
    word.expansions = expansions.filter { $0.range.lowerBound >= count }.map {
      Expansion(range: $0.range.lowerBound - count..<$0.range.upperBound - count, name: $0.name)
    }
    word.lostQuotes = Set(lostQuotes.filter { $0 >= count }.map { $0 - count })
    word.isOpen = isOpen
    return word
  }
}

/// The texts that a script assigns to its variables.
///
/// A condition may decide whether a command appends a text, and in which order. So the ends of values before an appended text are unknown. A text that
/// begins with AND or OR is read after the last text that was assigned, if it is the first one that is appended.
struct ShellVariables {
  private struct Variable {
    /// The assigned texts, in the order of the script.
    var texts: [ShellWord] = []
    /// The number of texts whose ends are unknown.
    var openCount = 0
    /// Whether the last text was assigned, and no other text was appended to it.
    var isLastWhole = false
  }

  private var variables: [String: Variable] = [:]

  /// The greatest number of bytes of a text that another text is appended to.
  private static let mostAppended = 10_000

  /// The values of each variable. An empty text that the script replaces later is left out.
  var values: [String: [ShellWord]] {
    variables.mapValues { variable in
      let texts =
        variable.texts.prefix(variable.openCount).map(\.openEnded) + variable.texts.dropFirst(variable.openCount)
      return texts.count > 1 ? texts.filter { !$0.text.text.isEmpty } : texts
    }
  }

  mutating func assign(_ value: ShellWord, to name: String) {
    variables[name, default: Variable()].texts.append(value)
    variables[name]?.isLastWhole = true
  }

  /// Takes `name=text`, and the texts that `name+=text` and `name="$name text"` append. Returns false for another word.
  mutating func take(_ word: ShellWord) -> Bool {
    let text = word.text.text
    if let sign = text.firstRange(of: "+="), sign.lowerBound > text.startIndex,
      text[..<sign.lowerBound].utf8.allSatisfy(ByteClass.isWord)
    {
      let name = String(text[..<sign.lowerBound])
      _ = append(word.dropFirst(name.utf8.count + 2), to: name)
      return true
    }
    guard let name = Self.assignedName(text) else { return false }
    let value = word.dropFirst(name.utf8.count + 1)
    if let first = value.expansions.first, first.range.lowerBound == 0, first.name == name,
      first.range.upperBound < value.text.text.utf8.count
    {
      // Without a known text before it, the whole value is read: $name AND …
      if !append(value.dropFirst(first.range.upperBound), to: name) {
        variables[name, default: Variable()].texts.append(value)
      }
    } else {
      assign(value, to: name)
    }
    return true
  }

  /// Appends a text to the last assigned text. Returns false if the two texts cannot be read as one, because the first one is unknown or the second one
  /// does not begin with AND or OR.
  private mutating func append(_ added: ShellWord, to name: String) -> Bool {
    guard var variable = variables.removeValue(forKey: name) else { return false }
    defer { variables[name] = variable }
    variable.openCount = variable.texts.count
    guard variable.isLastWhole, let base = variable.texts.last else { return false }
    variable.isLastWhole = false
    guard Self.takesText(base), Self.joins(added) else { return false }
    // One text at a place is checked, so other texts that branches append to the same text are not read.
    variable.texts[variable.texts.count - 1] = base.appending(added)
    variable.openCount -= 1
    return true
  }

  /// Whether a text can be read with another text after it: it is neither blank nor long nor a variable.
  private static func takesText(_ base: ShellWord) -> Bool {
    let text = base.text.text.utf8
    return base.variable == nil && text.contains { $0 != 0x20 } && text.count <= mostAppended
  }

  /// Whether an appended text begins with AND or OR.
  private static func joins(_ added: ShellWord) -> Bool {
    SourceToken.all(in: Array(added.text.text.utf8.prefix(40)), from: 0).first?.isJunction ?? false
  }

  /// Returns `name` for `name=value`.
  static func assignedName(_ text: String) -> String? {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex else { return nil }
    let name = text[..<sign]
    return name.utf8.allSatisfy(ByteClass.isWord) ? String(name) : nil
  }
}
