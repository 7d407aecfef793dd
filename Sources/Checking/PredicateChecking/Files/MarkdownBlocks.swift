import PredicateDocuments
import PredicateSyntax

/// Reads a code block of a page as each kind of file that it may be.
enum MarkdownBlock {
  /// The files of a block. The word after the fence names the language; without the word, calls in the block show it. Other languages may be tried,
  /// too, because a page may name a wrong language: Objective-C in a block of Swift.
  static func files(_ block: MappedText, _ word: String) -> [EmbeddedFile] {
    let text = step(block) ?? option(block) ?? block
    if let excerpt = PropertyListExcerpt.completed(text) {
      // The block may be a script with a property list.
      let isXML = ["", "xml", "plist"].contains(word) || text.text.contains("<?xml")
      return [EmbeddedFile(excerpt, .xmlPropertyList, nil)]
        + (isXML && !text.text.contains("<<") ? [] : code(text, word))
    }
    return code(text, word)
  }

  /// The kinds of file that a block may be, other than an excerpt of a property list. If `word` does not name a known language, the content shows the kinds.
  private static func code(_ text: MappedText, _ word: String) -> [EmbeddedFile] {
    let kind: FileKind? =
      switch word {
      case "swift": .swift
      case "objc", "objective-c", "objectivec", "obj-c", "objective-c++", "m", "mm": .objectiveC
      case "sh", "bash", "zsh", "shell", "fish": .shell
      case "json": .json
      case "yaml", "yml": .yaml
      case "sql", "sqlite": .sql
      case "predicate", "nspredicate": .lines
      default: (CodeLanguage(name: word) ?? CodeLanguage(ending: word)).map { .code($0) }
      }
    if kind == .swift || kind == .objectiveC {
      let shown = sources(in: text.text).filter { $0 == .swift || $0 == .objectiveC }
      return (shown.isEmpty ? [kind ?? .swift] : shown).map { EmbeddedFile(text, $0, nil) }
    }
    if kind == .json, let lines = jsonLines(text) { return lines }
    if let kind {
      // Swift or Objective-C code is also found in a block that names another language, such as Ruby.
      let others = kind == .lines ? [] : sources(in: text.text).filter { $0 == .swift || $0 == .objectiveC }
      return ([kind] + others).map { EmbeddedFile(text, $0, nil) }
    }
    if let file = EmbeddedFile(text, path: nil) { return [file] }
    let statements = SQLStatements.occur(in: text.text) ? [EmbeddedFile(text, .sql, nil)] : []
    if !statements.isEmpty, SQLStatements.begin(text.text) { return statements }
    // An excerpt of the configuration of an agent that collects logs: <localfile>…</localfile>
    if text.text.contains("<localfile>") { return [EmbeddedFile(text, .xml, nil)] }
    if isPropertyList(text.text) { return [EmbeddedFile(text, .xmlPropertyList, nil)] }
    // A terminal session or a block without a language is read as shell, too, because shell commands are found in any text.
    let locators: [FileKind] = hasLocatorLine(text.text) ? [.code(.robot)] : []
    return (locators + sources(in: text.text) + [.shell]).map { EmbeddedFile(text, $0, nil) } + statements
  }

  /// The objects of a block that has one in each line; nil for another block.
  private static func jsonLines(_ text: MappedText) -> [EmbeddedFile]? {
    let bytes = Array(text.text.utf8)
    let lines = bytes.split(separator: 0x0A).filter { !$0.allSatisfy { " \t\r".utf8.contains($0) } }
    let isObject: (ArraySlice<UInt8>) -> Bool = { line in
      line.first == UInt8(ascii: "{") && line.last { !" \t\r".utf8.contains($0) } == UInt8(ascii: "}")
    }
    guard lines.count > 1, lines.allSatisfy(isObject) else { return nil }
    return lines.map { EmbeddedFile(MappedText($0).placed(in: text), .json, nil) }
  }

  /// The beginnings of locators without the quotes of a program, as Appium's clients and Robot Framework write them.
  private static let locators =
    (LocatorStrategy.names.flatMap { [$0 + ":", $0 + "="] }
    + ["ios_predicate=", "ios_class_chain="]).map { Array($0.utf8) }

  /// Whether a text begins with a locator without the quotes of a program: `-ios predicate string:label == "x"`.
  static func isLocator(_ text: ArraySlice<UInt8>) -> Bool { locators.contains { text.starts(with: $0) } }

  /// Whether a line begins with a locator without the quotes of a program.
  private static func hasLocatorLine(_ text: String) -> Bool {
    guard text.contains("-ios ") || text.contains("ios_") else { return false }
    return Array(text.utf8).split(separator: 0x0A).contains { line in
      isLocator(line.drop { $0 == 0x20 || $0 == 0x09 })
    }
  }

  /// The files of a text between back quotes: a call with a predicate, otherwise a shell command. A call without a comparison is left out, because it
  /// only names the function.
  static func inlineFiles(_ text: MappedText) -> [EmbeddedFile] {
    let bytes = Array(text.text.utf8)
    // An argument of its own, without the quotes of a program: -ios predicate string:label == "x"
    if isLocator(bytes[...]) { return [EmbeddedFile(text, .code(.robot), nil)] }
    if SQLStatements.begin(text.text), SQLStatements.occur(in: text.text) { return [EmbeddedFile(text, .sql, nil)] }
    if bytes.holds("XCUIElementType".utf8), bytes.holds("[`".utf8),
      ClassChain.isWhole(text.text) || text.text.hasPrefix("XCUI") && ClassChain.isWhole("**/" + text.text)
    {
      return [EmbeddedFile(prefixed("-ios class chain:", text), .code(.robot), nil)]
    }
    let isOfLocator = [#"-ios "#, #""--predicate""#].contains { bytes.holds($0.utf8) }
    if isOfLocator { return [EmbeddedFile(text, .code(.script), nil)] }
    if let call = format(text, bytes) { return [EmbeddedFile(call, .swift, nil)] }
    if let quote = bytes.firstIndex(where: { "\"'".utf8.contains($0) }), ComparisonSigns.occur(in: bytes[quote...]) {
      let kinds = sources(in: text.text) + (bytes.holds(".filter(\"".utf8) ? [.swift] : [])
      if !kinds.isEmpty { return kinds.map { EmbeddedFile(text, $0, nil) } }
    }
    return [EmbeddedFile(option(text) ?? text, .shell, nil)]
  }

  /// Completes a format in quotes, `"name == %@"`, to a call; nil for another text, such as a message with specifiers.
  private static func format(_ text: MappedText, _ bytes: [UInt8]) -> MappedText? {
    let start = bytes.first == UInt8(ascii: "@") ? 1 : 0
    let format = bytes.dropFirst(start)
    let quote = UInt8(ascii: "\"")
    guard format.count > 2, format.first == quote, format.last == quote, !format.dropFirst().dropLast().contains(quote),
      ["%@", "%K"].contains(where: { bytes.holds($0.utf8) })
    else { return nil }
    let content = String(decoding: format.dropFirst().dropLast(), as: UTF8.self)
    guard ConsumerWords.compares(content), content.contains("==") || !content.contains("=") else { return nil }
    var call = prefixed("NSPredicate(format: ", text.dropFirst(start))
    let end = text.place(of: bytes.count..<bytes.count).lowerBound
    call.append(", argumentArray: values)", from: end..<end)
    return call
  }

  /// Completes steps of an AutoPkg recipe that a page shows in YAML to a whole recipe; nil for another text.
  private static func step(_ text: MappedText) -> MappedText? {
    var first = text.text.utf8[...]
    repeat {
      first = first.drop { " \t\r\n".utf8.contains($0) }
      // A comment before the steps.
      if first.first == UInt8(ascii: "#") { first = first.drop { $0 != 0x0A } }
    } while first.first == 0x0A
    guard first.starts(with: "- Processor:".utf8) || first.starts(with: "- Arguments:".utf8) else { return nil }
    return prefixed("Process:\n", text)
  }

  /// Completes the option `--predicate '…'` that a page shows without a command around it to the command `log show`; nil for another text.
  private static func option(_ text: MappedText) -> MappedText? {
    let first = text.text.utf8.drop { " \t\r\n".utf8.contains($0) }
    let name = "--predicate"
    guard first.starts(with: name.utf8) else { return nil }
    let rest = first.dropFirst(name.utf8.count).drop { " =".utf8.contains($0) }
    guard let quote = rest.first, "'\"".utf8.contains(quote), ComparisonSigns.occur(in: ArraySlice(rest)) else {
      return nil
    }
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
    (
      .code(.script),
      [
        "-ios predicate string", "-ios class chain", "predicateWithFormat(", "yIosPredicateString", "yIosClassChain",
        #""--predicate""#, "'--predicate'",
      ]
    ),
  ]
  private static let search = WordSearch(Set(calls.flatMap(\.words)))

  /// The languages whose words occur in a text. Linear.
  private static func sources(in text: String) -> [FileKind] {
    let found = search.words(in: Array(text.utf8))
    return found.isEmpty ? [] : calls.filter { !found.isDisjoint(with: $0.words) }.map(\.kind)
  }

  /// Whether a text is an excerpt of a property list: `<dict>…</dict>`.
  private static func isPropertyList(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace }
    return start.hasPrefix("<dict>") || start.hasPrefix("<array>")
  }
}

/// The code blocks of a Markdown file: fenced, indented, or between Jekyll's tags.
enum MarkdownBlocks {
  /// The files in blocks whose language may contain predicates. The word after the fence names the language; without it, the block's first characters
  /// show it.
  ///
  /// The texts of blocks and of inline code are returned, too: a text may be a predicate alone.
  static func files(in bytes: [UInt8]) -> (files: [EmbeddedFile], texts: [MappedText]) {
    var found: [EmbeddedFile] = []
    var texts: [MappedText] = []
    var open: (fence: [UInt8], indent: Int, word: String, text: MappedText)?
    var start = 0
    // The lines of an open block that is indented by four spaces, and whether the line before the current one was blank.
    var indented = MappedText()
    var isBehindBlank = true
    var isDirective = false
    // The language of the block of AsciiDoc that begins next: [source,swift]
    var listing: String?
    func endIndented() {
      if !indented.isBlank {
        found += MarkdownBlock.files(indented, "")
        texts.append(indented)
      }
      indented = MappedText()
    }
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      let line = bytes[start..<end]
      let isBlank = line.allSatisfy { " \t\r\n".utf8.contains($0) }
      // A line with a back quote, a tilde or a tag is not an indented block: it is a fence or a paragraph of a list.
      let isMarked =
        line.contains(UInt8(ascii: "`")) || line.contains(UInt8(ascii: "~")) || tag(line.drop { $0 == 0x20 }) != nil
      // In reStructuredText, the block after `.. code-block:: swift` may be indented by only two spaces.
      let least = isDirective ? 2 : 4
      let spaces = line.prefix { $0 == 0x20 }.count
      let indent = isMarked ? 0 : line.first == 0x09 ? 1 : spaces >= least ? min(spaces, 4) : 0
      if open == nil, indent > 0, isBehindBlank || !indented.text.isEmpty, !isBlank {
        indented.append(line.dropFirst(indent))
        listing = nil
        continue
      }
      if !isBlank {
        endIndented()
        // In reStructuredText a block also follows two colons at the end of a line.
        let words = line.reversed().drop { " \t\r\n".utf8.contains($0) }
        isDirective =
          line.starts(with: ".. code".utf8) || line.starts(with: ".. sourcecode".utf8) || words.starts(with: "::".utf8)
      }
      isBehindBlank = isBlank
      if open == nil {
        let codes = inlineCode(in: line, of: bytes)
        found += codes.flatMap(MarkdownBlock.inlineFiles)
        texts += codes
        if let text = command(at: start, of: bytes) { found.append(EmbeddedFile(text, .shell, nil)) }
      }
      let content = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
      let marks = listing != nil || open?.fence.first == UInt8(ascii: "-") ? "`~-" : "`~"
      let fence = Array(content.prefix { $0 == content.first && marks.utf8.contains($0) })
      if var block = open {
        let isEnd =
          block.fence.isEmpty
          ? content.starts(with: "{% end".utf8)
          : fence.starts(with: block.fence) && content.dropFirst(fence.count).allSatisfy { " \t\r\n".utf8.contains($0) }
        if isEnd {
          found += MarkdownBlock.files(block.text, block.word)
          texts.append(block.text)
          open = nil
        } else {
          block.text.append(line.dropFirst(min(block.indent, content.startIndex - start)))
          open = block
        }
      } else if fence.count >= (fence.first == UInt8(ascii: "-") ? 4 : 3),
        !isInline(content.dropFirst(fence.count), fence)
      {
        let info = content.dropFirst(fence.count).split { " \t\r\n{".utf8.contains($0) }.first ?? []
        let word = listing ?? String(decoding: info, as: UTF8.self).lowercased()
        open = (fence, content.startIndex - start, word, MappedText())
        listing = nil
      } else if let word = tag(content) {
        open = ([], content.startIndex - start, word, MappedText())
      } else if !isBlank, !isTitle(content) {
        listing = listingLanguage(content)
      }
    }
    endIndented()
    return (found, texts)
  }

  /// Whether back quotes at the beginning of a line begin inline code: the line has more back quotes.
  private static func isInline(_ rest: ArraySlice<UInt8>, _ fence: [UInt8]) -> Bool {
    fence.first == UInt8(ascii: "`") && rest.contains(UInt8(ascii: "`"))
  }

  /// The language that a line of AsciiDoc gives the block after it: `swift` for `[source%linenums,swift]`. Nil for another line, such as a link of
  /// Markdown: `[source code](…)`.
  private static func listingLanguage(_ line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: "[source".utf8) else { return nil }
    let line = String(decoding: line, as: UTF8.self)
    return line.wholeMatch(of: /\[source(?:%[\w-]+)*, *([\w#+-]+) *(?:,[^\]]*)?\]\s*/)?.output.1.lowercased()
  }

  /// Whether a line of AsciiDoc is the title of the block after it: `.A film`.
  private static func isTitle(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: ".") && line.dropFirst().first.map { !". \t".utf8.contains($0) } ?? false
  }

  /// The language that an opening tag of Jekyll names: `xml` for `{% highlight xml %}` and for `{% codeblock lang:xml %}`; nil for another line.
  private static func tag(_ line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: "{% highlight ".utf8) || line.starts(with: "{% codeblock".utf8) else { return nil }
    let words = line.split { " \t\r\n%{}".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self).lowercased() }
    return words.dropFirst().first.map { $0.hasPrefix("lang:") ? String($0.dropFirst(5)) : $0 } ?? ""
  }

  /// The shell command that makes up a paragraph: `log show --predicate '…'`, also after a prompt. Nil for another line, and for a predicate without
  /// quotes, which may be prose.
  private static func command(at start: Int, of bytes: [UInt8]) -> MappedText? {
    let first = bytes[start...].firstIndex { !" \t>$*#%+-".utf8.contains($0) } ?? bytes.count
    let names = ["log show ", "log stream ", "sudo log ", "/usr/bin/log ", "xcrun simctl spawn "]
    guard names.contains(where: { bytes[first...].starts(with: $0.utf8) }) else { return commandInLine(first, bytes) }
    // A backslash joins the next line.
    var end = first
    repeat {
      end = bytes[min(end + 1, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
    } while end < bytes.count && bytes[..<end].last { $0 != 0x0D } == UInt8(ascii: "\\")
    let line = bytes[first..<end]
    let text = MappedText(line)
    let isShown = line.count < 2_000 && !line.contains(UInt8(ascii: "`")) && text.text.contains("--predicate")
    return isShown && ShellPredicates.hasQuotedPredicate(in: text.text, orOpen: true) ? text : nil
  }

  /// The command after other words in a line, up to the end of its predicate: `Client: log show --predicate '…'`, `1. Run log show --predicate '…' now`.
  private static func commandInLine(_ first: Int, _ bytes: [UInt8]) -> MappedText? {
    let end = bytes[first...].firstIndex(of: 0x0A) ?? bytes.count
    guard end - first < 2_000, let option = bytes.offset(of: Array("--predicate".utf8), from: first, to: end),
      let start = ["log show ", "log stream "].lazy.compactMap({
        bytes.offset(of: Array($0.utf8), from: first, to: option)
      }).first,
      start > first, " \t(\"'>:/".utf8.contains(bytes[start - 1]), !bytes[first..<end].contains(UInt8(ascii: "`")),
      let open = bytes[option..<end].firstIndex(where: { "'\"".utf8.contains($0) }),
      bytes[(option + "--predicate".utf8.count)..<open].allSatisfy({ " =".utf8.contains($0) }),
      let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open]),
      close + 1 == end || " \r\t.,;:)\"'".utf8.contains(bytes[close + 1]),
      ComparisonSigns.occur(in: bytes[open..<close])
    else { return nil }
    return MappedText(bytes[start...close])
  }

  /// The texts between back quotes in a line. A text without a space is left out, because a command with a predicate has spaces.
  private static func inlineCode(in line: ArraySlice<UInt8>, of bytes: [UInt8]) -> [MappedText] {
    guard line.count < 2_000 else { return [] }
    let mark = UInt8(ascii: "`")
    var quotes = line.indices.filter { line[$0] == mark }
    // The closing back quote may be in the next line.
    let next = bytes[line.endIndex...].prefix { $0 != 0x0A }.prefix(2_000)
    if quotes.count % 2 == 1, next.filter({ $0 == mark }).count % 2 == 1, let end = next.firstIndex(of: mark) {
      quotes.append(end)
    }
    joinClassChains(&quotes, of: bytes)
    let long = longCode(in: line)
    let isRow = line.first { $0 != 0x20 } == UInt8(ascii: "|")
    return stride(from: 0, to: quotes.count - 1, by: 2).compactMap { index -> MappedText? in
      let code = bytes[(quotes[index] + 1)..<quotes[index + 1]]
      guard code.contains(0x20) else { return nil }
      return isRow ? withoutEscapedBars(code) : oneLine(code)
    } + long
  }

  /// The inline code between several back quotes, in which single back quotes are text: ``XCUIElementTypeCell[`label == "x"`]``. A text without a
  /// back quote is left out, because it is also found between single back quotes.
  private static func longCode(in line: ArraySlice<UInt8>) -> [MappedText] {
    let mark = UInt8(ascii: "`")
    var found: [MappedText] = []
    var open: Range<Int>?
    var index = line.startIndex
    while let start = line[index...].firstIndex(of: mark) {
      let end = line[start...].firstIndex { $0 != mark } ?? line.endIndex
      index = end
      guard end - start > 1 else { continue }
      guard let first = open, first.count == end - start else {
        open = open ?? start..<end
        continue
      }
      let code = line[first.upperBound..<start]
      if code.contains(mark), code.contains(0x20) { found.append(MappedText(code)) }
      open = nil
    }
    return found
  }

  /// Removes the back quotes of a class chain's predicates from those that begin and end inline code: `` `ios_class_chain=**/…[`label == "x"`]` ``.
  private static func joinClassChains(_ quotes: inout [Int], of bytes: [UInt8]) {
    var first = 0
    while first + 1 < quotes.count {
      let code = bytes[(quotes[first] + 1)..<quotes[first + 1]]
      if MarkdownBlock.isLocator(code) || Array(code).holds(ClassChain.start.utf8) {
        while first + 3 < quotes.count, bytes[quotes[first + 1] - 1] == UInt8(ascii: "["),
          bytes[quotes[first + 2] + 1] == UInt8(ascii: "]")
        {
          quotes.removeSubrange((first + 1)...(first + 2))
        }
      }
      first += 2
    }
  }

  /// The code of a table cell, with each `\|` replaced by `|`.
  private static func withoutEscapedBars(_ code: ArraySlice<UInt8>) -> MappedText {
    var text = MappedText()
    var plain = code.startIndex
    for index in code.indices.dropLast() where code[index] == UInt8(ascii: "\\") && code[index + 1] == UInt8(ascii: "|")
    {
      text.append(code[plain..<index])
      plain = index + 1
    }
    text.append(code[plain...])
    return text
  }

  /// The code with a space for each line end.
  private static func oneLine(_ code: ArraySlice<UInt8>) -> MappedText {
    var text = MappedText()
    for part in code.split(separator: 0x0A) {
      if !text.text.isEmpty { text.append(" ", from: part.startIndex - 1..<part.startIndex) }
      text.append(part)
    }
    return text
  }
}
