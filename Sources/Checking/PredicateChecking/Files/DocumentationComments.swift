import PredicateDocuments

/// The documentation comments of sources and scripts. They are read like pages.
///
/// ```swift
/// // /// View the log with `log stream --predicate 'subsystem == "com.example"'`.
/// ```
struct DocumentationComments {
  private let bytes: [UInt8]
  private var files: [EmbeddedFile] = []
  /// The lines of the comment that is being read, without the signs of the language.
  private var lines: [ArraySlice<UInt8>] = []
  /// Whether three double quotes begin a text of several lines.
  private var hasTextBlocks = false

  /// The comments that may contain a predicate. A comment is a page, and the line of a test, `// RUN: log show …`, is a script. Linear.
  static func files(in bytes: [UInt8], _ kind: FileKind) -> [EmbeddedFile] {
    var comments = DocumentationComments(bytes)
    switch kind {
    case .shell: comments.readHead()
    case .code(.python): comments.readDocstrings()
    case .swift, .objectiveC, .code(.script), .code(.java), .code(.kotlin), .code(.rust), .code(.c):
      comments.hasTextBlocks = [.swift, .code(.java), .code(.kotlin)].contains(kind)
      guard ["///", "/**", "/*!", "//!", "RUN:"].contains(where: { bytes.holds($0.utf8) }) else { return [] }
      comments.readComments()
    default: return []
    }
    return comments.files
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Ends the comment. It is kept if it has code with a comparison.
  private mutating func end() {
    defer { lines = [] }
    let isPage = lines.contains { line in
      line.contains { "`'\"".utf8.contains($0) } && ComparisonSigns.occur(in: line)
    }
    guard isPage else { return }
    var text = MappedText()
    for line in lines {
      text.append(line)
      text.append("\n", from: line.endIndex..<min(line.endIndex + 1, bytes.count))
    }
    files.append(EmbeddedFile(text, .markdown, nil))
  }

  /// Reads `///`, `//!`, `/** … */` and `/*! … */` at the beginnings of lines.
  private mutating func readComments() {
    var isInBlock = false
    var isInText = false
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let content = line.drop(while: Self.isBlank)
      if hasTextBlocks, !isInBlock, isInText || !content.starts(with: "//".utf8), endsOtherwise(line) {
        isInText.toggle()
      }
      if isInText {
        if !lines.isEmpty { end() }
      } else if isInBlock {
        isInBlock = !takeBlockLine(content)
      } else if content.starts(with: "/**".utf8) || content.starts(with: "/*!".utf8) {
        end()
        isInBlock = !takeBlockLine(content.dropFirst(3))
      } else if content.starts(with: "///".utf8) || content.starts(with: "//!".utf8) {
        let rest = content.dropFirst(3)
        lines.append(rest.first == 0x20 ? rest.dropFirst() : rest)
      } else {
        if !lines.isEmpty { end() }
        readTest(content)
      }
    }
    end()
  }

  /// Whether a text of several lines begins in a line and does not end there, or the reverse.
  private func endsOtherwise(_ line: ArraySlice<UInt8>) -> Bool {
    let quotes = Array("\"\"\"".utf8)
    var count = 0
    var position = line.startIndex
    while let found = bytes.offset(of: quotes, from: position, to: line.endIndex) {
      count += 1
      position = found + quotes.count
    }
    return !count.isMultiple(of: 2)
  }

  /// Reads a line of a block comment, without the asterisk at its beginning. Returns whether the comment ends in the line.
  private mutating func takeBlockLine(_ content: ArraySlice<UInt8>) -> Bool {
    var line = content
    var isEnd = false
    if let close = bytes.offset(of: Array("*/".utf8), from: line.startIndex, to: line.endIndex) {
      line = line[..<close]
      isEnd = true
    }
    if line.first == UInt8(ascii: "*") { line = line.dropFirst() }
    lines.append(line.first == 0x20 ? line.dropFirst() : line)
    if isEnd { end() }
    return isEnd
  }

  /// Reads the command of a test of LLVM: `// RUN: log show --predicate "…"`.
  private mutating func readTest(_ content: ArraySlice<UInt8>) {
    guard content.starts(with: "//".utf8) else { return }
    let words = content.dropFirst(2).drop(while: Self.isBlank)
    guard words.starts(with: "RUN:".utf8) else { return }
    files.append(EmbeddedFile(Self.command(words.dropFirst("RUN:".utf8.count)), .shell, nil))
  }

  /// The command of a test as a script, whose variables are the parts that LLVM's program lit replaces: `$s` for `%s`. A text in single quotes
  /// is unchanged, because a shell does not replace variables there.
  private static func command(_ line: ArraySlice<UInt8>) -> MappedText {
    var text = MappedText()
    var plain = line.startIndex
    var isQuoted = false
    for (index, byte) in zip(line.indices, line).dropLast() {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      guard byte == UInt8(ascii: "%"), !isQuoted, "sStTp{".utf8.contains(line[index + 1]) else { continue }
      text.append(line[plain..<index])
      text.append("$", from: index..<index + 1)
      plain = index + 1
    }
    text.append(line[plain...])
    return text
  }

  /// The beginnings of commands that a comment may switch off.
  private static let commands = ["log ", "mdfind ", "sudo ", "/usr/bin/", "xcrun "].map { Array($0.utf8) }

  /// Reads the lines of the comment at the beginning of a script. A command directly after `# ` is code that is commented out. An example is indented
  /// further, or follows other words.
  private mutating func readHead() {
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "#!".utf8) { continue }
      let content = line.drop(while: Self.isBlank)
      if content.isEmpty, lines.isEmpty { continue }
      guard content.first == UInt8(ascii: "#") else { break }
      let text = content.dropFirst().drop(while: Self.isBlank)
      let isCode = text.startIndex - content.startIndex < 3 && Self.commands.contains { text.starts(with: $0) }
      lines.append(isCode ? text.suffix(0) : text)
    }
    end()
  }

  /// Reads the texts in three quotes directly after the head of a function or a class, and at the beginning of the file.
  private mutating func readDocstrings() {
    var mayBegin = true
    var quotes: [UInt8]?
    var indent = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let content = line.drop(while: Self.isBlank)
      if let open = quotes {
        let rest = line.dropFirst(min(indent, content.startIndex - line.startIndex))
        let close = bytes.offset(of: open, from: content.startIndex, to: line.endIndex)
        lines.append(close.map { bytes[rest.startIndex..<max($0, rest.startIndex)] } ?? rest)
        // An example may directly follow its title, `:Usage:`. On a page, a blank line comes before an indented example.
        if rest.last == UInt8(ascii: ":") { lines.append(rest.suffix(0)) }
        if close == nil { continue }
        quotes = nil
        end()
      } else if mayBegin, let open = Self.quotes(content) {
        indent = content.startIndex - line.startIndex
        let start = (content.firstIndex(of: open[0]) ?? content.startIndex) + open.count
        if let close = bytes.offset(of: open, from: start, to: line.endIndex) {
          lines.append(bytes[start..<close])
          end()
        } else {
          lines.append(bytes[start..<line.endIndex])
          quotes = open
        }
      }
      if content.isEmpty || content.first == UInt8(ascii: "#") { continue }
      mayBegin = line.last { !Self.isBlank($0) } == UInt8(ascii: ":")
    }
    lines = []
  }

  /// The quotes that a documentation string begins with, perhaps after a letter: `r"""`. Nil for another line.
  private static func quotes(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    let rest = content.drop { "rRuU".utf8.contains($0) }
    guard content.count - rest.count < 2 else { return nil }
    return ["\"\"\"", "'''"].map { Array($0.utf8) }.first { rest.starts(with: $0) }
  }
}
