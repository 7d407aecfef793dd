/// Texts in every style of YAML.
extension YAMLDocument {
  /// Reads a text without quotes. It may continue on lines that are indented further than the column `parent`.
  mutating func plainText(above parent: Int, inFlow: Bool) -> MappedText {
    var text = MappedText()
    while true {
      let start = position
      var end = start
      while let byte, !Self.isBreak(byte) {
        if byte == UInt8(ascii: "#"), position > 0, Self.isBlank(bytes[position - 1]) { break }
        if byte == UInt8(ascii: ":"), Self.isSpace(self.byte(1)) || inFlow && ",]}".utf8.contains(self.byte(1) ?? 0) {
          break
        }
        if inFlow, ",[]{}".utf8.contains(byte) { break }
        position += 1
        if !Self.isBlank(byte) { end = position }
      }
      text.append(bytes[start..<end])
      guard Self.isBreak(byte), !inFlow, goToContinuation(above: parent, &text) else { return text }
    }
  }

  /// Moves to the next line if it continues the text: the line is indented further than the column `parent`, and is not a comment.
  private mutating func goToContinuation(above parent: Int, _ text: inout MappedText) -> Bool {
    let start = position
    var breaks = 0
    var index = position
    while index < bytes.count, Self.isSpace(bytes[index]) {
      if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) {
        breaks += 1
      }
      index += 1
    }
    guard index < bytes.count, column(index) > parent, bytes[index] != UInt8(ascii: "#") else { return false }
    text.append(breaks > 1 ? String(repeating: "\n", count: breaks - 1) : " ", from: start..<start + 1)
    position = index
    return true
  }

  /// Reads a text in single or double quotes.
  mutating func quotedText() throws(DocumentIssue) -> MappedText {
    let start = position
    let quote = bytes[position]
    position += 1
    var text = MappedText()
    var plain = position
    while let byte {
      if byte == quote {
        if quote == UInt8(ascii: "'"), self.byte(1) == quote {
          text.append(bytes[plain..<position])
          text.append("'", from: position..<position + 2)
          position += 2
          plain = position
          continue
        }
        text.append(bytes[plain..<position])
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text.append(bytes[plain..<position])
        try escape(into: &text)
        plain = position
      } else if Self.isBreak(byte) {
        var end = position
        while end > plain, Self.isBlank(bytes[end - 1]) { end -= 1 }
        text.append(bytes[plain..<end])
        _ = goToContinuation(above: -1, &text)
        if position < bytes.count, Self.isBreak(self.byte) {
          throw DocumentIssue("the second quote is missing", at: start)
        }
        plain = position
      } else {
        position += 1
      }
    }
    throw DocumentIssue("the second quote is missing", at: start)
  }

  /// The text of a range that has quotes that are not escaped, without the escapes of YAML. Nil if a quote inside of the text is not closed in the
  /// same way as it is opened. Then the quotes may have another meaning: in `'a == '' OR b == 'c''`, the two quotes may be an empty text.
  mutating func mendedText(in range: Range<Int>, _ quote: UInt8) throws(DocumentIssue) -> MappedText? {
    var text = MappedText()
    var plain = range.lowerBound
    // Whether the quote that opened the current inner text is escaped; nil outside of inner texts.
    var opened: Bool?
    position = range.lowerBound
    while position < range.upperBound {
      let isEscape = bytes[position] == UInt8(ascii: quote == UInt8(ascii: "'") ? "'" : "\\")
      let next = position + 1 < range.upperBound ? bytes[position + 1] : nil
      let isEscaped = isEscape && next == quote
      if bytes[position] == quote || isEscaped {
        if let isOpened = opened {
          guard isOpened == isEscaped else { return nil }
          opened = nil
          // The next quote would begin another text inside of the text: `"a == "b"" "q"`.
          let after = position + (isEscaped ? 2 : 1)
          if after < range.upperBound, bytes[after] == quote { return nil }
        } else {
          opened = isEscaped
        }
      }
      if isEscaped {
        text.append(bytes[plain..<position])
        text.append(String(decoding: [quote], as: UTF8.self), from: position..<position + 2)
        position += 2
        plain = position
        // Two quotes before a blank or a bracket may be an empty text.
        let isEmpty = position >= range.upperBound || " \t),}".utf8.contains(bytes[position])
        if opened == true, isEmpty, quote == UInt8(ascii: "'") { return nil }
      } else if isEscape, quote == UInt8(ascii: "\"") {
        text.append(bytes[plain..<position])
        try escape(into: &text)
        plain = position
      } else {
        position += 1
      }
    }
    guard opened == nil, position == range.upperBound else { return nil }
    text.append(bytes[plain..<position])
    return text
  }

  private mutating func escape(into text: inout MappedText) throws(DocumentIssue) {
    let start = position
    guard let letter = byte(1) else { throw issue("the text ends in its escape") }
    position += 2
    if let part = EscapeLetter.meaning(letter, among: "\"\\/bfnrt0ave _NLP") {
      text.append(part, from: start..<position)
      return
    }
    if Self.isBreak(letter) {
      while Self.isSpace(byte), position < bytes.count { position += 1 }
      return
    }
    let lengths: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    guard let length = lengths[letter], position + length <= bytes.count,
      let value = UInt32(String(decoding: bytes[position..<position + length], as: UTF8.self), radix: 16)
    else {
      throw DocumentIssue(
        "the escape sequence is not allowed in double quotes in YAML. For a backslash, write \\\\", at: start)
    }
    position += length
    text.append(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")), from: start..<position)
  }

  /// Reads a text of several lines after `|` or `>`, without its last line ends.
  mutating func blockText(above parent: Int) throws(DocumentIssue) -> MappedText {
    let isFolded = byte == UInt8(ascii: ">")
    position += 1
    var indent: Int?
    while let byte, !Self.isSpace(byte) {
      if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) {
        indent = max(parent, 0) + Int(byte - UInt8(ascii: "0"))
      }
      position += 1
    }
    while let byte, !Self.isBreak(byte) { position += 1 }
    var text = MappedText()
    var breaks: [Range<Int>] = []
    while position < bytes.count {
      let lineBreak = position
      skipBreak()
      let start = position
      while byte == 0x20, position - start < indent ?? .max { position += 1 }
      let isBlankLine = Self.isBreak(byte) || byte == nil
      if !isBlankLine {
        let found = position - start
        if found <= parent || found < indent ?? 0 {
          position = lineBreak
          return text
        }
        indent = indent ?? found
      }
      breaks.append(lineBreak..<start)
      if isBlankLine {
        if byte == nil { break }
        continue
      }
      join(breaks, to: &text, isFolded: isFolded)
      breaks = []
      let content = position
      while let byte, !Self.isBreak(byte) { position += 1 }
      text.append(bytes[content..<position])
    }
    return text
  }

  private mutating func skipBreak() {
    if byte == 0x0D, byte(1) == 0x0A { position += 1 }
    if Self.isBreak(byte) { position += 1 }
  }

  private func join(_ breaks: [Range<Int>], to text: inout MappedText, isFolded: Bool) {
    if text.text.isEmpty { return }
    if isFolded, breaks.count == 1 {
      text.append(" ", from: breaks[0])
    } else {
      for place in breaks.dropFirst(isFolded ? 1 : 0) { text.append("\n", from: place) }
    }
  }
}
