import PredicateSyntax

/// The formats in a source in Swift: `NSPredicate(format: "…")`, `NSExpression(format: "…")`.
struct SwiftSource {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The formats at places such as `NSPredicate(format:)`.
  static func find(in bytes: [UInt8], at places: [String]) -> [FoundPredicate] {
    let calls = places.compactMap { place -> (type: String, label: String)? in
      let parts = place.split { $0 == "(" || $0 == ":" || $0 == ")" }.map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    var source = SwiftSource(bytes)
    var found: [FoundPredicate] = []
    while source.position < bytes.count {
      if source.skipNoCode() { continue }
      let start = source.position
      let word = source.word()
      if word.isEmpty {
        source.position += 1
        continue
      }
      guard calls.contains(where: { $0.type == word }) else { continue }
      let labels = calls.filter { $0.type == word }.map(\.label)
      if let literal = source.argument(labels) {
        found.append(Self.predicate(literal, type: word, argumentCount: source.argumentCount()))
      }
      source.position = max(source.position, start + 1)
    }
    return found
  }

  private static func predicate(_ literal: SourceLiteral, type: String, argumentCount: Int?) -> FoundPredicate {
    let text = literal.text.text
    let spoilt = literal.interpolations.map { interpolation in
      PredicateIssue.interpolated(SourceRange(interpolation.range.lowerBound, interpolation.range.upperBound))
    }
    let isMadeAtRunTime = !literal.interpolations.isEmpty
    return FoundPredicate(
      literal.text, form: type == "NSExpression" ? .value : .condition,
      spoilt: spoilt + (isMadeAtRunTime ? [] : FormatArguments.issues(in: text, count: argumentCount)),
      isMadeAtRunTime: isMadeAtRunTime, takesArguments: true)
  }

  /// The number of arguments behind the format; nil where the source does not show it.
  private func argumentCount() -> Int? {
    FormatArguments.count(in: bytes, from: position) { place in
      var source = self
      source.position = place
      return source.skipNoCode() ? source.position : nil
    }
  }

  private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Goes over a comment or a string that is no argument; whether there was one.
  private mutating func skipNoCode() -> Bool {
    if has("//") {
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      return true
    }
    if has("/*") {
      var depth = 0
      while position < bytes.count {
        if has("/*") {
          depth += 1
          position += 2
        } else if has("*/") {
          depth -= 1
          position += 2
          if depth == 0 { break }
        } else {
          position += 1
        }
      }
      return true
    }
    if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "#") {
      let start = position
      if literal() != nil { return true }
      position = start + 1
      return true
    }
    return false
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      if " \t\r\n".utf8.contains(bytes[position]) {
        position += 1
      } else if has("//") || has("/*") {
        _ = skipNoCode()
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    let start = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// `(label: "…" + "…"`, behind a type's name; nil where the argument is no literal.
  private mutating func argument(_ labels: [String]) -> SourceLiteral? {
    skipSpace()
    if has(".init") { position += 5 }
    guard has("(") else { return nil }
    position += 1
    skipSpace()
    guard labels.contains(word()) else { return nil }
    skipSpace()
    guard has(":") else { return nil }
    position += 1
    var whole = SourceLiteral()
    skipSpace()
    if has("String(format:") { return madeText() }
    var isFirst = true
    while true {
      skipSpace()
      guard position < bytes.count else { return nil }
      if let part = literal() {
        whole.append(part)
      } else {
        // A value between literals that the program joins: what it holds becomes a part of the format.
        guard !isFirst, let end = JoinedValue.end(in: bytes, from: position) else { return nil }
        whole.append(interpolation: position..<end)
        position = end
      }
      isFirst = false
      skipSpace()
      guard has("+") else { break }
      position += 1
    }
    return has(",") || has(")") ? whole : nil
  }

  /// `String(format: "name == '%@'", name)`: a text that the program makes before the predicate reads it.
  private mutating func madeText() -> SourceLiteral? {
    position += "String(format:".utf8.count
    skipSpace()
    let start = position
    guard position < bytes.count, var whole = literal() else { return nil }
    whole.interpolations = [.init(place: start..<position, range: 0..<whole.text.text.utf8.count)]
    return whole
  }

  /// The literal at this place; nil where there is none, or where it does not end.
  private mutating func literal() -> SourceLiteral? {
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

  private mutating func escape(from start: Int, into found: inout SourceLiteral) -> Bool {
    guard position < bytes.count else { return false }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "n"): found.text.append("\n", from: start..<position)
    case UInt8(ascii: "t"): found.text.append("\t", from: start..<position)
    case UInt8(ascii: "r"): found.text.append("\r", from: start..<position)
    case UInt8(ascii: "0"): found.text.append("\0", from: start..<position)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      found.text.append(String(decoding: [letter], as: UTF8.self), from: start..<position)
    case 0x0A, 0x20, 0x09, 0x0D:
      // The line goes on in the next one.
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
      if let path = Self.keyPath(value) {
        found.text.append(path, from: start..<position)
      } else {
        found.append(interpolation: start..<position)
      }
    default: return false
    }
    return true
  }

  /// `borrower.name` of `#keyPath(Movie.borrower.name)`, which the compiler checks; nil for another value.
  private static func keyPath(_ value: String) -> String? {
    let value = value.filter { $0 != " " }
    guard value.hasPrefix("#keyPath("), value.hasSuffix(")") else { return nil }
    let parts = value.dropFirst("#keyPath(".count).dropLast().split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : nil
  }

  /// A literal of several lines without its first line end and its indentation.
  private func unindented(_ literal: SourceLiteral, _ first: Int, _ last: Int) -> SourceLiteral {
    let lineStart = (bytes[first..<last].lastIndex(of: 0x0A) ?? first) + 1
    let indent = last - lineStart
    var found = SourceLiteral()
    var isLineStart = true
    var skipped = 0
    let text = Array(literal.text.text.utf8)
    var run = 0
    func place(_ index: Int) -> SourceRange { literal.text.place(of: SourceRange(index, index + 1)) }
    var index = 0
    while index < text.count {
      defer { index += 1 }
      let offset = Int(place(index).lowerBound)
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
      let range = literal.text.place(of: SourceRange(index, run))
      found.text.append(
        String(decoding: text[index..<run], as: UTF8.self), from: Int(range.lowerBound)..<Int(range.upperBound))
      index = run - 1
    }
    found.interpolations = literal.interpolations.map {
      let offset = found.text.offset(of: $0.place.lowerBound)
      return .init(place: $0.place, range: offset..<offset + 1)
    }
    return found
  }
}
