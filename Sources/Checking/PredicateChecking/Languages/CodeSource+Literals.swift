import PredicateDocuments
import PredicateSyntax

/// The literals of a source, with the values that the program joins to them.
extension CodeSource {
  /// Methods called on a literal that change only its spaces, or nothing.
  private static let spaceMethods = [
    ".trimIndent()", ".trimMargin()", ".stripIndent()", ".strip()", ".trim()", ".freeze",
  ]

  /// The letters before the quote of a literal that begins here, such as `rf`; nil if no literal begins here.
  func literalPrefix() -> [UInt8]? {
    var quote = position
    if language == .c {
      if has("R\"") { quote += 1 }
    } else if language == .python || language == .java || language == .rust {
      // C# has $"…" and @"…", Scala has s"…".
      let letters = language == .python ? "rRfFbBuU" : language == .rust ? "rb#" : "$@s"
      let most = language == .rust ? 6 : 2
      while quote < bytes.count, quote - position < most, letters.utf8.contains(bytes[quote]) { quote += 1 }
    }
    guard quote < bytes.count else { return nil }
    switch bytes[quote] {
    case UInt8(ascii: "\""): break
    case UInt8(ascii: "'") where ![.java, .rust, .appleScript, .c, .terraform].contains(language): break
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
      // A backslash joins the next line.
      while language == .python, has("\\\n") {
        position += 2
        skipSpace()
      }
      if has(".join(") {
        if let clause = joinedClause(by: whole.text.text) { return clause }
        // " AND ".join(parts): the program makes the whole text.
        position = behind
        whole.makeUnknown(at: behind)
        return whole
      }
      let sign = language == .appleScript ? UInt8(ascii: "&") : UInt8(ascii: "+")
      let isJoined = position < bytes.count && bytes[position] == sign
      if isJoined {
        position += 1
        skipSpace()
      }
      if !isJoined, language == .python, has("if "), let other = otherwise() {
        whole.others += [other] + other.others
        return whole
      }
      if isJoined || [.python, .ruby, .c].contains(language), let prefix = literalPrefix(), let part = literal(prefix) {
        whole.append(part)
        continue
      }
      if isJoined, let end = JoinedValue.end(in: bytes, from: position, joinedBy: sign), end < bytes.count,
        bytes[end] == sign
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
      } else if formatCall == nil, [.python, .script, .java].contains(language) {
        whole.noteTemplate(at: behind)
      }
      position = behind
      if language == .c { noteFormat(&whole) }
      return whole
    }
  }

  /// The clauses that `join` makes a predicate of: `" OR ".join(f"label == '{n}'" for n in names)`, `" AND ".join(parts)`. Each is a predicate. Nil for
  /// other arguments. The position then stays.
  private mutating func joinedClause(by separator: String) -> SourceLiteral? {
    guard language == .python, choices < Self.mostChoices, ListName.joinsConditions(separator) else { return nil }
    choices += 1
    defer { choices -= 1 }
    let start = position
    position += ".join(".utf8.count
    let arguments = position
    while position < bytes.count, "[( \t\r\n".utf8.contains(bytes[position]) { position += 1 }
    if let prefix = literalPrefix(), let clause = literals(prefix), clause.others.isEmpty {
      skipSpace()
      if has("for "), let end = callEnd(from: arguments) {
        position = end
        return clause
      }
    }
    position = arguments
    let list = word()
    if has(")"), let whole = elements(of: list) {
      position += 1
      return whole
    }
    position = start
    return nil
  }

  /// The literal of the other branch of `"…" if condition else "…"`, from the condition on; nil for another value.
  private mutating func otherwise() -> SourceLiteral? {
    guard choices < Self.mostChoices else { return nil }
    choices += 1
    defer { choices -= 1 }
    let start = position
    while position < bytes.count, bytes[position] != 0x0A || depth > 0, position - start < Self.headReach {
      if has(" else ") || has("\nelse ") {
        position += " else ".utf8.count
        skipSpace()
        if let prefix = literalPrefix(), let literal = literals(prefix) { return literal }
        break
      }
      if skipNoCode() { continue }
      if ",)]};".utf8.contains(bytes[position]) { break }
      position += 1
    }
    position = start
    return nil
  }

  /// Records the parts of a literal that the call at an offset replaces. A text that the program appends to the result of the call is unknown.
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
    let isVerbatim = prefix.contains(UInt8(ascii: "@"))
    let isTriple =
      ![.script, .ruby, .rust, .appleScript, .c, .terraform].contains(language) && !isVerbatim
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
      if isVerbatim, has("\"\"") {
        // @"name == ""x""" of C#: two quotes mean one.
        found.text.append(bytes[plain...position])
        position += 2
        plain = position
        continue
      }
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

/// Reads the escapes and the inserted values of a literal.
extension CodeSource {
  /// Whether two braces at the position mean one brace: in `f"…"` of Python, in `$"…"` of C#, and in the formats of Rust.
  func hasBracePair(_ prefix: [UInt8]) -> Bool {
    let hasFormat =
      language == .rust || language == .python && prefix.contains { $0 | 0x20 == UInt8(ascii: "f") }
      || language == .java && prefix.contains(UInt8(ascii: "$"))
    return hasFormat && (has("{{") || has("}}"))
  }

  /// The end of the inserted value that begins at the position; nil if none begins.
  func interpolation(_ prefix: [UInt8], _ quote: UInt8) -> Int? {
    let opens: String
    switch language {
    case .python: opens = prefix.contains { $0 | 0x20 == UInt8(ascii: "f") } ? "{" : ""
    case .script: opens = quote == UInt8(ascii: "`") ? "${" : ""
    case .java, .kotlin: opens = prefix.contains(UInt8(ascii: "$")) ? "{" : "${"
    case .ruby: opens = quote == UInt8(ascii: "'") ? "" : "#{"
    case .robot, .terraform: opens = "${"
    case .appleScript, .c: opens = ""
    case .rust: opens = "{"
    }
    if insertsNames || language == .java && prefix.contains(UInt8(ascii: "s")), let end = insertedName { return end }
    guard !opens.isEmpty, has(opens) else { return nil }
    let close = bytes[position...].prefix(1_000).firstIndex(of: UInt8(ascii: "}"))
    // In Rust, only braces such as {name}, {:?} and {} insert a value. Other braces are those of a list.
    let isName: (UInt8) -> Bool = { NameByte.isPart($0) || ":?.#$<>^".utf8.contains($0) }
    if language == .rust, let close, !bytes[(position + 1)..<close].allSatisfy(isName) { return nil }
    return close.map { $0 + 1 }
  }

  /// The end of `$name` at the position, in a literal that inserts values so; nil for other text. `[$name == "x"$]` is a part of a class chain.
  private var insertedName: Int? {
    guard has("$"), position > 0, bytes[position - 1] != UInt8(ascii: "[") else { return nil }
    let name = bytes[(position + 1)...].prefix(while: ByteClass.isWord)
    guard let first = name.first, !(0x30...0x39).contains(first) else { return nil }
    return name.endIndex
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

/// The arguments of Robot Framework, which have no quotation marks.
extension CodeSource {
  /// Reads the arguments of Robot Framework. Two spaces, a tab or the end of the line ends an argument.
  mutating func readPlainArguments() {
    for line in bytes.split(separator: 0x0A) {
      var start = line.startIndex
      while start < line.endIndex {
        if line[start] == 0x20 || line[start] == 0x09 {
          start += 1
          continue
        }
        let end = line[start...].indices.first { index in
          line[index] == 0x09 || line[index] == 0x0D || line[index...].starts(with: "  ".utf8)
        }
        let part = line[start..<(end ?? line.endIndex)]
        if part.first == UInt8(ascii: "#") { break }
        let isPrefix: ([UInt8]) -> Bool = { $0.last == UInt8(ascii: "=") || $0.last == UInt8(ascii: ":") }
        if let place = places.first(where: { isPrefix($0) && part.starts(with: $0) }), part.count > place.count {
          self.place = place
          found.append(argument(part.dropFirst(place.count)))
        } else if profile.syntax.contains(.classChain),
          let name = ["nsp=", "ios="].first(where: { part.starts(with: $0.utf8) }),
          name == "nsp=" || isLocator(part.dropFirst(name.utf8.count))
        {
          place = []
          found.append(argument(part.dropFirst(name.utf8.count)))
        }
        start = end.map { $0 + 1 } ?? line.endIndex
      }
    }
  }

  /// Whether the value of an argument, `ios=…`, is a predicate or a class chain.
  private func isLocator(_ value: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: value, as: UTF8.self)
    return ClassChain.begins(text) || ConsumerWords(profile).beginsWithComparison(text)
  }

  private func argument(_ part: ArraySlice<UInt8>) -> FoundPredicate {
    var literal = SourceLiteral()
    var plain = part.startIndex
    var index = part.startIndex
    while index < part.endIndex {
      guard part[index...].starts(with: "${".utf8), let close = part[index...].firstIndex(of: UInt8(ascii: "}")) else {
        index += 1
        continue
      }
      literal.text.append(part[plain..<index])
      literal.append(interpolation: index..<close + 1)
      index = close + 1
      plain = index
    }
    literal.text.append(part[plain..<part.endIndex])
    return predicate(literal)
  }
}

/// The here-documents of Ruby.
extension CodeSource {
  /// The here-documents that are documents with predicates: `<<~XML … XML`. Linear in the file for each name that ends one.
  static func hereDocuments(in bytes: [UInt8]) -> [SourceLiteral] {
    var found: [SourceLiteral] = []
    var unfinished: Set<String> = []
    var position = 0
    while let sign = bytes.offset(of: Array("<<".utf8), from: position) {
      position = sign + 2
      let head = bytes[position...].drop { "~-".utf8.contains($0) }
      let isPlain = head.first == UInt8(ascii: "'")
      let word = head.drop { "'\"".utf8.contains($0) }.prefix(while: NameByte.isPart)
      let name = String(decoding: word, as: UTF8.self)
      guard word.first.map({ (0x41...0x5A).contains($0) }) ?? false, !unfinished.contains(name),
        let first = bytes[word.endIndex...].firstIndex(of: 0x0A).map({ $0 + 1 })
      else { continue }
      var start = first
      var end: Int?
      while start < bytes.count, end == nil {
        let next = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        if bytes[start..<next].drop(while: { " \t".utf8.contains($0) }).elementsEqual(word) { end = start }
        start = next + 1
      }
      guard let end else {
        unfinished.insert(name)
        continue
      }
      position = end
      let literal = text(of: first..<end, in: bytes, isPlain)
      if DocumentLiterals.hold(literal) { found.append(literal) }
    }
    return found
  }

  /// The text of a here-document, with the values that the program inserts unless it is plain.
  private static func text(of range: Range<Int>, in bytes: [UInt8], _ isPlain: Bool) -> SourceLiteral {
    var literal = SourceLiteral()
    var plain = range.lowerBound
    while !isPlain, let open = bytes.offset(of: Array("#{".utf8), from: plain, to: range.upperBound),
      let close = bytes[open..<range.upperBound].firstIndex(of: UInt8(ascii: "}"))
    {
      literal.text.append(bytes[plain..<open])
      literal.append(interpolation: open..<close + 1)
      plain = close + 1
    }
    literal.text.append(bytes[plain..<range.upperBound])
    return literal
  }
}
