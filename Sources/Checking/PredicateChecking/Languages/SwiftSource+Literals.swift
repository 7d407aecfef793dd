import PredicateDocuments

/// Reads the literals of a Swift source: one line or several, raw or not, with escapes and interpolations.
extension SwiftSource {
  /// Reads the literal at the position; nil if there is none, or if it does not end.
  mutating func literal() -> SourceLiteral? {
    var hashes = 0
    while position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "#") { hashes += 1 }
    let quotes = position + hashes
    guard quotes < bytes.count, bytes[quotes] == UInt8(ascii: "\"") else { return nil }
    let isLong = bytes[quotes...].starts(with: "\"\"\"".utf8)
    let end =
      [UInt8](repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1)
      + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    position = quotes + (isLong ? 3 : 1)
    var found = SourceLiteral()
    let first = position
    var plain = position
    while position < bytes.count {
      if bytes[position...].starts(with: end) {
        found.text.append(bytes[plain..<position])
        let last = position
        position += end.count
        return isLong ? unindented(found, first, last) : found
      }
      if bytes[position] == 0x0A, !isLong { return nil }
      let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
      guard bytes[position...].starts(with: escape) else {
        position += 1
        continue
      }
      found.text.append(bytes[plain..<position])
      let start = position
      position += escape.count
      guard self.escape(from: start, into: &found) else { return nil }
      plain = position
    }
    return nil
  }

  /// Reads `String(format: "name == '%@'", name)`: the program formats the text before the predicate is parsed.
  mutating func madeText(of calls: [String]) -> SourceLiteral? {
    let first = position
    guard let call = calls.first(where: has) else { return nil }
    position += call.utf8.count
    skipSpace()
    let start = position
    guard position < bytes.count, var whole = literal() else {
      position = first
      return nil
    }
    whole.interpolations = [.init(place: start..<position, range: 0..<whole.text.text.utf8.count)]
    var depth = 1
    while position < bytes.count, depth > 0, bytes[position] != 0x0A {
      if skipNoCode() { continue }
      depth += Bracket.change(bytes[position])
      position += 1
    }
    return whole
  }

  private mutating func escape(from start: Int, into found: inout SourceLiteral) -> Bool {
    guard position < bytes.count else { return false }
    let letter = bytes[position]
    position += 1
    if let meaning = EscapeLetter.meaning(letter, among: "ntr0\\\"'") {
      found.text.append(meaning, from: start..<position)
      return true
    }
    switch letter {
    case 0x0A, 0x20, 0x09, 0x0D:
      // A backslash at the end of a line: the text continues in the next line.
      while position < bytes.count, bytes[position - 1] != 0x0A { position += 1 }
    case UInt8(ascii: "u"):
      guard position < bytes.count, bytes[position] == UInt8(ascii: "{"),
        let close = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: "}")),
        let value = UInt32(String(decoding: bytes[position + 1..<close], as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return false }
      position = close + 1
      found.text.append(String(Character(scalar)), from: start..<position)
    case UInt8(ascii: "("):
      var depth = 1
      while position < bytes.count, depth > 0 {
        if bytes[position] == UInt8(ascii: "(") { depth += 1 }
        if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
        position += 1
      }
      let value = String(decoding: bytes[start + 2..<max(start + 2, position - 1)], as: UTF8.self)
      if let path = InsertedValue.keyPath(value) ?? constant(value) {
        found.text.append(path, from: start..<position)
      } else {
        found.append(interpolation: start..<position)
      }
    default: return false
    }
    return true
  }

  /// The text of a constant of the file that an interpolation names: `\(titleKey)`, `\(Self.titleKey)`; nil for another value.
  private func constant(_ value: String) -> String? {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isOfType = parts.count == 2 && parts[0].first?.isUppercase == true
    guard let name = parts.last, parts.count == 1 || isOfType, let literal = named[name],
      literal.interpolations.isEmpty, !literal.text.text.isEmpty,
      literal.others.isEmpty
    else { return nil }
    return literal.text.text
  }

  /// A literal of several lines, without its first line end and its indentation.
  private func unindented(_ literal: SourceLiteral, _ first: Int, _ last: Int) -> SourceLiteral {
    let lineStart = (bytes[first..<last].lastIndex(of: 0x0A) ?? first) + 1
    let indent = last - lineStart
    var found = SourceLiteral()
    var isLineStart = true
    var skipped = 0
    let text = Array(literal.text.text.utf8)
    var run = 0
    var index = 0
    while index < text.count {
      defer { index += 1 }
      let offset = literal.text.place(of: index..<index + 1).lowerBound
      if offset >= lineStart - 1, lineStart > first { break }
      if offset == first, text[index] == 0x0A { continue }
      if isLineStart, skipped < indent, text[index] == 0x20 || text[index] == 0x09 {
        skipped += 1
        continue
      }
      isLineStart = text[index] == 0x0A
      if isLineStart { skipped = 0 }
      run = index + 1
      while run < text.count, text[run] & 0xC0 == 0x80 { run += 1 }
      found.text.append(String(decoding: text[index..<run], as: UTF8.self), from: literal.text.place(of: index..<run))
      index = run - 1
    }
    found.interpolations = literal.interpolations.map {
      let offset = found.text.offset(of: $0.place.lowerBound)
      return .init(place: $0.place, range: offset..<offset + 1)
    }
    return found
  }
}
