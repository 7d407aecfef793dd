import Foundation
import PredicateDocuments
import PredicateSyntax

/// A file that is a text of another file: a script in a property list, a declaration in a here-document, a property list in XML or Base64.
struct EmbeddedFile {
  /// The text with its places in the outer file.
  let text: MappedText
  let kind: FileKind
  /// The path of the text in the outer document.
  let path: String?
  /// Whether the outer file has it in Base64.
  let isEncoded: Bool

  /// The greatest number of bytes in Base64 that are read.
  private static let encodedLimit = 1 << 20
  /// The beginnings of property lists, declarations and binary property lists in Base64.
  private static let encodedStarts = [
    "PD94bWw", "PHBsaXN0", "PCFET0NUWVBF", "eyJ", "ewo", "ewkK", "ewog", "ewoJ", "ew0K",
  ]

  /// The file in a text, recognized by its first characters; nil for a text that is not a file.
  init?(_ text: MappedText, path: String?) {
    if let kind = Self.kind(of: text.text) {
      self.init(text, kind, path, isEncoded: false)
    } else if let decoded = Self.decoded(text), let kind = Self.kind(of: decoded.text) {
      self.init(decoded, kind, path, isEncoded: true)
    } else {
      return nil
    }
  }

  init(_ text: MappedText, _ kind: FileKind, _ path: String?, isEncoded: Bool = false) {
    self.text = text
    self.kind = kind
    self.path = path
    self.isEncoded = isEncoded
  }

  private static func kind(of text: String) -> FileKind? {
    let start = text.utf8.drop { " \t\r\n".utf8.contains($0) }
    switch start.first {
    case UInt8(ascii: "<"), UInt8(ascii: "#"):
      let kind = FileKind(name: "", start: Array(start.prefix(1_024)))
      return kind == .lines || kind == .other ? nil : kind
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let next = start.dropFirst().first { !" \t\r\n".utf8.contains($0) }
      return next == UInt8(ascii: "\"") || next == UInt8(ascii: "{") ? .json : nil
    default: return nil
    }
  }

  /// The Base64 text, decoded; nil if it is not a file of a kind that may have predicates.
  private static func decoded(_ text: MappedText) -> MappedText? {
    let start = text.text.utf8.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(12)
    guard encodedStarts.contains(where: { start.starts(with: $0.utf8) }), text.text.utf8.count <= encodedLimit else {
      return nil
    }
    let bytes = Array(text.text.utf8)
    let digits = bytes.indices.filter { !" \t\r\n".utf8.contains(bytes[$0]) }
    guard let data = Data(base64Encoded: Data(digits.map { bytes[$0] })),
      let decoded = String(data: data, encoding: .utf8)
    else { return nil }
    var found = MappedText()
    var offset = 0
    for scalar in decoded.unicodeScalars {
      let count = UTF8.width(scalar)
      // Four digits encode three bytes.
      let first = digits[offset * 8 / 6]
      let last = digits[(offset + count) * 8 / 6 - ((offset + count) % 3 == 0 ? 1 : 0)]
      found.append(String(Character(scalar)), from: text.place(of: first..<last + 1))
      offset += count
    }
    return found
  }
}

/// The fenced blocks of a Markdown file, and those in the tags of Jekyll.
enum MarkdownBlocks {
  /// The blocks in languages that may have predicates, recognized by the word after the fence, otherwise by their first characters.
  static func files(in bytes: [UInt8]) -> [EmbeddedFile] {
    var found: [EmbeddedFile] = []
    var open: (fence: [UInt8], indent: Int, word: String, text: MappedText)?
    var start = 0
    // The lines of a block that is marked by four spaces, and whether the line before it was blank.
    var indented = MappedText()
    var isBehindBlank = true
    func endIndented() {
      if !indented.isBlank, let file = file(indented, "") { found.append(file) }
      indented = MappedText()
    }
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      let line = bytes[start..<end]
      let isBlank = line.allSatisfy { " \t\r\n".utf8.contains($0) }
      // A line with marks of its own is a fence or a paragraph of a list.
      let isMarked =
        line.contains(UInt8(ascii: "`")) || line.contains(UInt8(ascii: "~")) || tag(line.drop { $0 == 0x20 }) != nil
      let indent = isMarked ? 0 : line.first == 0x09 ? 1 : line.starts(with: [0x20, 0x20, 0x20, 0x20]) ? 4 : 0
      if open == nil, indent > 0, isBehindBlank || !indented.text.isEmpty, !isBlank {
        indented.append(line.dropFirst(indent))
        continue
      }
      if !isBlank { endIndented() }
      isBehindBlank = isBlank
      if open == nil { found += inlineCode(in: line, of: bytes) }
      let content = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
      let fence = Array(content.prefix { $0 == content.first && "`~".utf8.contains($0) })
      if var block = open {
        let isEnd =
          block.fence.isEmpty
          ? content.starts(with: "{% end".utf8)
          : fence.starts(with: block.fence) && content.dropFirst(fence.count).allSatisfy { " \t\r\n".utf8.contains($0) }
        if isEnd {
          if let file = file(block.text, block.word) { found.append(file) }
          open = nil
        } else {
          block.text.append(line.dropFirst(min(block.indent, content.startIndex - start)))
          open = block
        }
      } else if fence.count >= 3 {
        let info = content.dropFirst(fence.count).split { " \t\r\n{".utf8.contains($0) }.first ?? []
        open = (fence, content.startIndex - start, String(decoding: info, as: UTF8.self).lowercased(), MappedText())
      } else if let word = tag(content) {
        open = ([], content.startIndex - start, word, MappedText())
      }
    }
    endIndented()
    return found
  }

  /// The language of a block in tags: `xml` of `{% highlight xml %}` and of `{% codeblock lang:xml %}`; nil for another line.
  private static func tag(_ line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: "{% highlight ".utf8) || line.starts(with: "{% codeblock".utf8) else { return nil }
    let words = line.split { " \t\r\n%{}".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self).lowercased() }
    return words.dropFirst().first.map { $0.hasPrefix("lang:") ? String($0.dropFirst(5)) : $0 } ?? ""
  }

  private static func file(_ text: MappedText, _ word: String) -> EmbeddedFile? {
    let kind: FileKind? =
      switch word {
      case "swift": .swift
      case "objc", "objective-c", "objectivec", "obj-c": .objectiveC
      case "sh", "bash", "zsh", "shell": .shell
      case "json": .json
      case "yaml", "yml": .yaml
      case "predicate", "nspredicate": .lines
      default: (CodeLanguage(name: word) ?? CodeLanguage(ending: word)).map { .code($0) }
      }
    if let kind { return EmbeddedFile(text, kind, nil) }
    // A session of a terminal, or a fence without a language: commands are found in any text.
    if let file = EmbeddedFile(text, path: nil) { return file }
    if let whole = whole(text) ?? (isPropertyList(text.text) ? text : nil) {
      return EmbeddedFile(whole, .xmlPropertyList, nil)
    }
    return EmbeddedFile(text, .shell, nil)
  }

  /// Members of a part that a page shows, and the lists that the part belongs to: items of a Munki manifest, steps of AutoPkg.
  private static let lists = [("condition", "conditional_items"), ("Processor", "Process")]

  /// The dictionary that a page shows a part of: the members `<key>condition</key><string>…</string>`, or steps of AutoPkg; nil for another text.
  private static func whole(_ text: MappedText) -> MappedText? {
    let content = text.text.drop(while: \.isWhitespace)
    let isMembers = content.hasPrefix("<key>")
    let list = lists.first { content.contains("<key>\($0)</key>") && !content.contains("<key>\($1)</key>") }?.1
    guard isMembers || list != nil && content.hasPrefix("<dict>") else { return nil }
    let start = text.place(of: 0..<0).lowerBound
    var whole = MappedText()
    let outer = list.map { ("<dict><key>\($0)</key><array>", "</array></dict>") } ?? ("", "")
    whole.append(outer.0 + (isMembers ? "<dict>" : ""), from: start..<start)
    whole.append(text)
    whole.append((isMembers ? "</dict>" : "") + outer.1, from: start..<start)
    return whole
  }

  /// Whether a text is a part of a property list: `<dict>…</dict>`.
  private static func isPropertyList(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace }
    return start.hasPrefix("<dict>") || start.hasPrefix("<array>")
  }

  /// The texts between back quotes in a line. A text without a space is left out, because it is not a command with a predicate.
  private static func inlineCode(in line: ArraySlice<UInt8>, of bytes: [UInt8]) -> [EmbeddedFile] {
    guard line.count < 2_000 else { return [] }
    let mark = UInt8(ascii: "`")
    var quotes = line.indices.filter { line[$0] == mark }
    // A command may go on in the next line.
    let next = bytes[line.endIndex...].prefix { $0 != 0x0A }.prefix(2_000)
    if quotes.count % 2 == 1, next.filter({ $0 == mark }).count % 2 == 1, let end = next.firstIndex(of: mark) {
      quotes.append(end)
    }
    let isRow = line.first { $0 != 0x20 } == UInt8(ascii: "|")
    return stride(from: 0, to: quotes.count - 1, by: 2).compactMap { index in
      let code = bytes[(quotes[index] + 1)..<quotes[index + 1]]
      guard code.contains(0x20) else { return nil }
      let isCall = [#"-ios "#, #""--predicate""#].contains { Array(code).holds($0.utf8) }
      let text = isRow ? withoutEscapedBars(code) : oneLine(code)
      return EmbeddedFile(text, isCall ? .code(.script) : .shell, nil)
    }
  }

  /// The code of a table's cell, where `\|` means a bar.
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

  /// The code with a space for the end of a line.
  private static func oneLine(_ code: ArraySlice<UInt8>) -> MappedText {
    var text = MappedText()
    for part in code.split(separator: 0x0A) {
      if !text.text.isEmpty { text.append(" ", from: part.startIndex - 1..<part.startIndex) }
      text.append(part)
    }
    return text
  }
}
