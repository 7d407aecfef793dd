import PredicateDocuments

/// Reads the escapes and the inserted values of a literal.
extension CodeSource {
  /// Whether two braces at the position stand for one: in `f"…"` of Python and in the formats of Rust.
  func hasBracePair(_ prefix: [UInt8]) -> Bool {
    let hasFormat = language == .rust || language == .python && prefix.contains { $0 | 0x20 == UInt8(ascii: "f") }
    return hasFormat && (has("{{") || has("}}"))
  }

  /// The end of the inserted value that begins at the position; nil if none begins.
  func interpolation(_ prefix: [UInt8], _ quote: UInt8) -> Int? {
    let opens: String
    switch language {
    case .python: opens = prefix.contains { $0 | 0x20 == UInt8(ascii: "f") } ? "{" : ""
    case .script: opens = quote == UInt8(ascii: "`") ? "${" : ""
    case .java: opens = prefix.contains(UInt8(ascii: "$")) ? "{" : "${"
    case .ruby: opens = quote == UInt8(ascii: "'") ? "" : "#{"
    case .robot: opens = "${"
    case .appleScript, .c: opens = ""
    case .rust: opens = "{"
    }
    guard !opens.isEmpty, has(opens) else { return nil }
    let close = bytes[position...].prefix(1_000).firstIndex(of: UInt8(ascii: "}"))
    // In Rust, only braces such as {name}, {:?} and {} insert a value. Other braces are those of a list.
    let isName: (UInt8) -> Bool = { NameByte.isPart($0) || ":?.#$<>^".utf8.contains($0) }
    if language == .rust, let close, !bytes[(position + 1)..<close].allSatisfy(isName) { return nil }
    return close.map { $0 + 1 }
  }

  mutating func escape(into found: inout SourceLiteral) {
    let start = position
    position += 1
    guard position < bytes.count else { return }
    let letter = bytes[position]
    position += 1
    if let meaning = EscapeLetter.meaning(letter, among: "ntr\\\"'`$#") {
      return found.text.append(meaning, from: start..<position)
    }
    switch letter {
    case 0x0A: break
    case UInt8(ascii: "u"), UInt8(ascii: "x"):
      let isBraced = has("{")
      position += isBraced ? 1 : 0
      let value = digits(16, atMost: isBraced ? 6 : letter == UInt8(ascii: "u") ? 4 : 2)
      position = min(position + (isBraced ? 1 : 0), bytes.count)
      found.text.append(
        String(Character(value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")), from: start..<position)
    default:
      // Python keeps the backslash of an unknown escape. JavaScript and Ruby drop it.
      let isKept = language == .python
      position -= isKept || letter >= 0x80 ? 1 : 0
      if isKept {
        found.text.append(bytes[start..<start + 1])
      } else if letter < 0x80 {
        found.text.append(String(decoding: [letter], as: UTF8.self), from: start..<position)
      }
    }
  }
}
