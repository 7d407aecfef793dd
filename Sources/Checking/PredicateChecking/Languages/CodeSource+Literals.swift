import PredicateDocuments

/// The literals of a source, with the values that the program joins to them.
extension CodeSource {
  /// Methods called on a literal that change only its spaces.
  private static let spaceMethods = [".trimIndent()", ".trimMargin()", ".stripIndent()", ".strip()", ".trim()"]

  /// The letters before the quote of a literal that begins here, such as `rf`; nil if no literal begins here.
  func literalPrefix() -> [UInt8]? {
    var quote = position
    if language == .c {
      if has("R\"") { quote += 1 }
    } else if language == .python || language == .java || language == .rust {
      let letters = language == .python ? "rRfFbBuU" : language == .rust ? "rb#" : "$@"
      let most = language == .rust ? 6 : 2
      while quote < bytes.count, quote - position < most, letters.utf8.contains(bytes[quote]) { quote += 1 }
    }
    guard quote < bytes.count else { return nil }
    switch bytes[quote] {
    case UInt8(ascii: "\""): break
    case UInt8(ascii: "'") where ![.java, .rust, .appleScript, .c].contains(language): break
    case UInt8(ascii: "`") where language == .script || language == .ruby: break
    default: return nil
    }
    return Array(bytes[position..<quote])
  }

  /// The literal here and those that the program joins to it: `"…" + "…"`, in Python also `"…" "…"`. A joined value is an interpolation.
  mutating func literals(_ prefix: [UInt8]) -> SourceLiteral? {
    guard var whole = literal(prefix) else {
      position += prefix.count + 1
      return nil
    }
    while true {
      let behind = position
      skipSpace()
      if has(".join(") {
        // " AND ".join(parts): the program makes the whole text.
        position = behind
        whole.makeUnknown(at: behind)
        return whole
      }
      let isJoined = has("+")
      if isJoined {
        position += 1
        skipSpace()
      }
      if isJoined || [.python, .ruby, .c].contains(language), let prefix = literalPrefix(), let part = literal(prefix) {
        whole.append(part)
        continue
      }
      if isJoined, let end = JoinedValue.end(in: bytes, from: position), end < bytes.count,
        bytes[end] == UInt8(ascii: "+")
      {
        whole.append(interpolation: position..<end)
        position = end
        continue
      }
      if let method = Self.spaceMethods.first(where: has) {
        position += method.utf8.count
        return whole
      }
      // "name == '%s'" % name, "name == '{}'".format(name)
      if !isJoined, let isInBraces = isFormatted(at: position) {
        noteFormat(of: &whole, inBraces: isInBraces, callAt: position)
      } else if isJoined || has("%") || has(".") {
        whole.appendUnknown(at: behind)
      }
      position = behind
      if language == .c { noteFormat(&whole) }
      return whole
    }
  }

  /// Records the parts of a literal that the call at an offset replaces. A text that the program joins behind the call is unknown.
  func noteFormat(of literal: inout SourceLiteral, inBraces: Bool, callAt place: Int) {
    literal.noteFormat(inBraces: inBraces, at: place)
    if let end = JoinedValue.end(in: bytes, from: place), end < bytes.count, bytes[end] == UInt8(ascii: "+") {
      literal.appendUnknown(at: place)
    }
  }

  /// Records the parts of a literal of C that `snprintf`, `std::format` or `arg` may replace.
  private func noteFormat(_ literal: inout SourceLiteral) {
    let text = literal.text.text
    literal.noteSpecifiers(inBraces: false)
    // The braces of std::format would be read as a list.
    if text.contains("{}") { literal = SourceLiteral() }
    if text.contains(/%[0-9]/) { literal.appendUnknown(at: position) }
  }

  /// The text of `R"(…)"`, or of `R"name(…)name"`.
  private mutating func rawLiteral() -> SourceLiteral? {
    let start = position
    position += "R\"".utf8.count
    guard let open = bytes[position...].prefix(17).firstIndex(of: UInt8(ascii: "(")) else {
      position = start
      return nil
    }
    let end = [UInt8(ascii: ")")] + bytes[position..<open] + [UInt8(ascii: "\"")]
    guard let close = bytes.offset(of: end, from: open + 1) else {
      position = start
      return nil
    }
    var found = SourceLiteral()
    found.text.append(bytes[(open + 1)..<close])
    position = close + end.count
    return found
  }

  private mutating func literal(_ prefix: [UInt8]) -> SourceLiteral? {
    if language == .c, !prefix.isEmpty { return rawLiteral() }
    let start = position
    position += prefix.count
    let quote = bytes[position]
    let isTriple =
      ![.script, .ruby, .rust, .appleScript, .c].contains(language)
      && bytes[position...].starts(with: [quote, quote, quote])
    let hashes = prefix.filter { $0 == UInt8(ascii: "#") }
    let end = [UInt8](repeating: quote, count: isTriple ? 3 : 1) + hashes
    position += end.count - hashes.count
    let isRaw = prefix.contains { "rR@".utf8.contains($0) }
    let spansLines =
      isTriple || quote == UInt8(ascii: "`") || isRaw && language == .java || language == .ruby || language == .rust
    var found = SourceLiteral()
    var plain = position
    while position < bytes.count {
      // """name == "x"""" of Kotlin: the last three of the quotes end the text.
      let isLonger = isTriple && language == .java && bytes[position...].starts(with: end + [quote])
      if bytes[position...].starts(with: end), !isLonger {
        found.text.append(bytes[plain..<position])
        position += end.count
        return found
      }
      if bytes[position] == 0x0A, !spansLines { break }
      if bytes[position] == UInt8(ascii: "\\"), !isRaw {
        found.text.append(bytes[plain..<position])
        escape(into: &found)
        plain = position
      } else if hasBracePair(prefix) {
        found.text.append(bytes[plain...position])
        position += 2
        plain = position
      } else if let close = interpolation(prefix, quote) {
        found.text.append(bytes[plain..<position])
        found.append(interpolation: position..<close)
        position = close
        plain = position
      } else {
        position += 1
      }
    }
    position = start
    return nil
  }
}
