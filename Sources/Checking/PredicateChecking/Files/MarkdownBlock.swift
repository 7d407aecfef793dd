import PredicateDocuments

/// Reads a code block of a page as each kind of file that it may be.
enum MarkdownBlock {
  /// The files of a block. The word after the fence names the language; without the word, calls in the block show it. Other languages may be tried,
  /// too, because a page may name a wrong language: Objective-C in a block of Swift.
  static func files(_ block: MappedText, _ word: String) -> [EmbeddedFile] {
    let text = step(block) ?? option(block) ?? block
    let kind: FileKind? =
      switch word {
      case "swift": .swift
      case "objc", "objective-c", "objectivec", "obj-c", "objective-c++", "m", "mm": .objectiveC
      case "sh", "bash", "zsh", "shell", "fish": .shell
      case "json": .json
      case "yaml", "yml": .yaml
      case "predicate", "nspredicate": .lines
      default: (CodeLanguage(name: word) ?? CodeLanguage(ending: word)).map { .code($0) }
      }
    if kind == .swift || kind == .objectiveC {
      let shown = sources(in: text.text).filter { $0 == .swift || $0 == .objectiveC }
      return (shown.isEmpty ? [kind ?? .swift] : shown).map { EmbeddedFile(text, $0, nil) }
    }
    if let kind {
      // Swift or Objective-C code is also found in a block that names another language, such as Ruby.
      let others = kind == .lines ? [] : sources(in: text.text).filter { $0 == .swift || $0 == .objectiveC }
      return ([kind] + others).map { EmbeddedFile(text, $0, nil) }
    }
    if let file = EmbeddedFile(text, path: nil) { return [file] }
    if let whole = whole(text) ?? (isPropertyList(text.text) ? text : nil) {
      return [EmbeddedFile(whole, .xmlPropertyList, nil)]
    }
    // A terminal session or a block without a language is read as shell, too, because shell commands are found in any text.
    return (sources(in: text.text) + [.shell]).map { EmbeddedFile(text, $0, nil) }
  }

  /// The files of a text between back quotes: a call with a predicate, otherwise a shell command. A call without a comparison is left out, because it
  /// only names the function.
  static func inlineFiles(_ text: MappedText) -> [EmbeddedFile] {
    let bytes = Array(text.text.utf8)
    // An argument of its own, without the quotes of a program: -ios predicate string:label == "x"
    let isArgument = ["-ios predicate string:", "-ios class chain:"].contains { bytes.starts(with: $0.utf8) }
    if isArgument { return [EmbeddedFile(text, .code(.robot), nil)] }
    let isOfLocator = [#"-ios "#, #""--predicate""#].contains { bytes.holds($0.utf8) }
    if isOfLocator { return [EmbeddedFile(text, .code(.script), nil)] }
    if let quote = bytes.firstIndex(where: { "\"'".utf8.contains($0) }), hasComparison(bytes[quote...]) {
      let kinds = sources(in: text.text) + (bytes.holds(".filter(\"".utf8) ? [.swift] : [])
      if !kinds.isEmpty { return kinds.map { EmbeddedFile(text, $0, nil) } }
    }
    return [EmbeddedFile(text, .shell, nil)]
  }

  private static let comparisons = ["CONTAIN", "LIKE", "MATCHES", "BEGINSWITH", "ENDSWITH", " IN ", "BETWEEN"].map {
    Array($0.utf8)
  }

  /// Whether a text has a comparison operator, as a sign or as a word.
  static func hasComparison(_ text: ArraySlice<UInt8>) -> Bool {
    if text.contains(where: { "=<>".utf8.contains($0) }) { return true }
    let text = Array(text)
    return comparisons.contains { text.holds($0) }
  }

  /// Completes steps of an AutoPkg recipe that a page shows in YAML to a whole recipe; nil for another text.
  private static func step(_ text: MappedText) -> MappedText? {
    let first = text.text.utf8.drop { " \t\r\n".utf8.contains($0) }
    guard first.starts(with: "- Processor:".utf8) || first.starts(with: "- Arguments:".utf8) else { return nil }
    return prefixed("Process:\n", text)
  }

  /// Completes the option `--predicate '…'` that a page shows alone to the command `log show`; nil for another text.
  private static func option(_ text: MappedText) -> MappedText? {
    let first = text.text.utf8.drop { " \t\r\n".utf8.contains($0) }
    let name = "--predicate"
    guard first.starts(with: name.utf8) else { return nil }
    let rest = first.dropFirst(name.utf8.count).drop { " =".utf8.contains($0) }
    guard let quote = rest.first, "'\"".utf8.contains(quote), hasComparison(ArraySlice(rest)) else { return nil }
    return prefixed("log show ", text)
  }

  private static func prefixed(_ prefix: String, _ text: MappedText) -> MappedText {
    let start = text.place(of: 0..<0).lowerBound
    var whole = MappedText()
    whole.append(prefix, from: start..<start)
    whole.append(text)
    return whole
  }

  /// The words in a block that show the language of its source.
  private static let calls: [(kind: FileKind, words: [String])] = [
    (.swift, ["NSPredicate(", "NSExpression(", ".init(format:"]),
    (.objectiveC, ["predicateWithFormat:", "expressionWithFormat:", "objectsWhere:"]),
    (.code(.python), ["predicateWithFormat_", ".IOS_PREDICATE", ".IOS_CLASS_CHAIN", "ios_predicate"]),
    (.code(.java), ["NSPredicate.FromFormat", "iOSNsPredicate", "iOSClassChain", "IosNSPredicate"]),
    (.code(.script), ["-ios predicate string", "-ios class chain", "predicateWithFormat("]),
  ]
  private static let search = WordSearch(Set(calls.flatMap(\.words)))

  /// The languages whose words occur in a text. Linear.
  private static func sources(in text: String) -> [FileKind] {
    let found = search.words(in: Array(text.utf8))
    return found.isEmpty ? [] : calls.filter { !found.isDisjoint(with: $0.words) }.map(\.kind)
  }

  /// A member that a page may show alone, and the list that it belongs to: items of a Munki manifest, steps of AutoPkg.
  private static let lists = [("condition", "conditional_items"), ("Processor", "Process")]

  /// Completes a part of a property list to a whole one: the members `<key>condition</key><string>…</string>`, or steps of AutoPkg; nil for another
  /// text.
  private static func whole(_ text: MappedText) -> MappedText? {
    let content = text.text.drop(while: \.isWhitespace)
    let isMembers = content.hasPrefix("<key>")
    let list = lists.first { content.contains("<key>\($0)</key>") && !content.contains("<key>\($1)</key>") }?.1
    guard isMembers || list != nil && content.hasPrefix("<dict>") else { return nil }
    let start = text.place(of: 0..<0).lowerBound
    var whole = MappedText()
    let missing = missingEnds(in: text.text)
    let outer = list.map { ("<dict><key>\($0)</key><array>", "</array></dict>") } ?? ("", "")
    whole.append(outer.0 + (isMembers ? "<dict>" : ""), from: start..<start)
    whole.append(text)
    whole.append(missing + (isMembers ? "</dict>" : "") + outer.1, from: start..<start)
    return whole
  }

  /// The closing tags for the lists and dictionaries that an excerpt leaves open, innermost first.
  private static func missingEnds(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return "" }
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)(dict|array)>/) {
      if tag.output.1.isEmpty { open.append(tag.output.2) } else { _ = open.popLast() }
    }
    return open.reversed().map { "</\($0)>" }.joined()
  }

  /// Whether a text is an excerpt of a property list: `<dict>…</dict>`.
  private static func isPropertyList(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace }
    return start.hasPrefix("<dict>") || start.hasPrefix("<array>")
  }
}
