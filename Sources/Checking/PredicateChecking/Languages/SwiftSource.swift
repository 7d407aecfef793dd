import PredicateDocuments
import PredicateSyntax

/// The formats in a source in Swift: `NSPredicate(format: "…")`, `NSExpression(format: "…")`.
struct SwiftSource: FormatSource {
  let bytes: [UInt8]
  var position = 0
  /// The literals of constants and variables.
  private var named = NamedLiterals<SourceLiteral>()
  /// The parameters of the function whose block comes next.
  private var parameters: [String] = []
  /// The literal of a constant of another file.
  private let outer: (String) -> String?

  /// The greatest number of literals and values that are joined into one format.
  private static let mostParts = 32
  /// The greatest number of bytes that are read of a function's parameters.
  private static let parameterReach = 400

  private init(_ bytes: [UInt8], _ outer: @escaping (String) -> String? = { _ in nil }) {
    self.bytes = bytes
    self.outer = outer
  }

  /// The formats at places such as `NSPredicate(format:)` and `filter(_:)`, a method whose argument has no label.
  ///
  /// - Parameter constant: The literal of a constant of another file: `format`, `Formats.recent`.
  static func find(
    in bytes: [UInt8], at places: [String], options: [String] = [],
    constant: @escaping (String) -> String? = { _ in nil }
  ) -> [FoundPredicate] {
    let calls = places.compactMap { place -> (type: String, label: String)? in
      let parts = place.split { $0 == "(" || $0 == ":" || $0 == ")" }.map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    var source = SwiftSource(bytes, constant)
    var found: [FoundPredicate] = []
    // `log --predicate` of a process: the file names the command, and a literal holds the option.
    let options = ProcessOptions.literals(options, in: bytes)
    while source.position < bytes.count {
      if let option = options.first(where: { bytes[source.position...].starts(with: $0) }) {
        source.position += option.count
        if let predicate = source.optionValue() { found.append(predicate) }
        continue
      }
      if source.skipNoCode() { continue }
      let start = source.position
      let word = source.word()
      let type: String?
      if !word.isEmpty {
        type = word
        source.note(word)
      } else if bytes[start] == UInt8(ascii: "."), source.has(".init(") {
        type = ImplicitType.name(in: bytes, before: start, among: calls.map(\.type))
      } else {
        type = nil
        source.noteBlock()
      }
      let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      let labels = calls.filter { $0.type == type && ($0.label != "_" || isMember) }.map(\.label)
      let behind = source.position
      if let type, !labels.isEmpty, let literal = source.argument(labels) {
        let count = source.argumentCount()
        let use = PredicateUse(bytes, call: start..<source.position)
        found.append(source.predicate(literal, type: type, argumentCount: count, use: use))
      } else if let type, !labels.isEmpty, !labels.contains("_") {
        source.position = behind
        for literal in source.branches(labels) {
          let use = PredicateUse(bytes, call: start..<source.position)
          found.append(source.predicate(literal, type: type, argumentCount: nil, use: use))
        }
      } else if labels == ["_"] {
        // The argument may be a call that makes a predicate.
        source.position = behind
      }
      source.position = max(source.position, start + 1)
    }
    return found
  }

  /// The literal after `"--predicate",` in the arguments of a process.
  private mutating func optionValue() -> FoundPredicate? {
    skipSpace()
    guard has(",") else { return nil }
    position += 1
    guard let literal = joined() else { return nil }
    let text = literal.text.text
    return FoundPredicate(
      literal.text,
      isMadeAtRunTime: literal.interpolations.contains { !TextQuotes.contain($0.range.lowerBound, in: text) },
      replaced: literal.interpolations.map(\.range))
  }

  private func predicate(
    _ literal: SourceLiteral, type: String, argumentCount: Int?, use: PredicateUse
  ) -> FoundPredicate {
    let text = literal.text.text
    // One note is enough: its remedy, passing arguments, applies to all values.
    let spoilt = literal.interpolations.filter {
      let isWhole = $0.range == 0..<text.utf8.count && $0.range.count > 1
      let isValue = isWhole ? InsertedPart.isValueInserted(in: text) : InsertedPart.isValue($0.range, in: text)
      return isValue && !InsertedValue(bytes, $0.place).isHarmless
    }.prefix(1).map { PredicateIssue.interpolated(SourceRange($0.range.lowerBound, $0.range.upperBound)) }
    let isMadeAtRunTime = !literal.interpolations.isEmpty
    var found = FoundPredicate(
      literal.text, form: type == "NSExpression" ? .value : .condition,
      spoilt: spoilt + (isMadeAtRunTime ? [] : FormatArguments.issues(in: text, count: argumentCount)),
      isMadeAtRunTime: isMadeAtRunTime, takesArguments: true)
    found.use = use
    return found
  }

  /// Reads a declaration, the parameters of a function, or a change of a variable.
  private mutating func note(_ word: String) {
    switch word {
    case "let", "var": declaration()
    case "func", "init", "subscript":
      let first = position - word.utf8.count
      // A call .init(format: format) has no parameters.
      if first == 0 || bytes[first - 1] != UInt8(ascii: ".") { parameters = parameterNames() }
    default:
      let first = position - word.utf8.count
      // request.predicate = … changes a property of another object.
      let isMember =
        first > 0 && bytes[first - 1] == UInt8(ascii: ".") && !bytes[..<first].suffix(5).elementsEqual("self.".utf8)
      guard named[word] != nil, !isMember else { return }
      let start = position
      skipSpace()
      let isChanged = has("=") && !has("==") || has("+=") || has(".append") || has(".insert")
      if isChanged { named.forget(word) }
      position = start
    }
  }

  /// Begins or ends a block at a brace.
  private mutating func noteBlock() {
    switch bytes[position] {
    case UInt8(ascii: "{"):
      named.open(hiding: parameters + closureParameters())
      parameters = []
    case UInt8(ascii: "}"): named.close()
    default: break
    }
  }

  /// `format = "…"` and `format: String = "…"`, after `let` or `var`. Another value leaves the name without a literal.
  private mutating func declaration() {
    skipSpace()
    let name = word()
    if name.isEmpty { return }
    var literal: SourceLiteral?
    let start = position
    skipSpace()
    if has(":") {
      position += 1
      skipSpace()
      if word() == "String" { skipSpace() }
    }
    if has("="), !has("==") {
      position += 1
      skipSpace()
      literal = madeText(of: ["String(format:", "NSString(format:"]) ?? joined()
      // An empty text is replaced later.
      if literal?.text.text.isEmpty == true || !endsStatement(after: " \t", at: "\r\n;}/") { literal = nil }
    }
    if literal == nil { position = start }
    named.declare(name, literal)
  }

  /// The names before the colons of the parameters that follow.
  private func parameterNames() -> [String] {
    guard let open = bytes[position...].prefix(200).firstIndex(of: UInt8(ascii: "(")) else { return [] }
    var names: [String] = []
    var depth = 0
    var first = open
    for index in bytes[open...].prefix(Self.parameterReach).indices {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ":"): names.append(String(decoding: bytes[first..<index], as: UTF8.self))
      default: break
      }
      if depth == 0 { break }
      if !NameByte.isPart(bytes[index]) { first = index + 1 }
    }
    return names
  }

  /// `first` and `second` of `{ first, second in`; empty for a block that is not a closure.
  private func closureParameters() -> [String] {
    var names: [String] = []
    var first = position + 1
    for index in bytes[(position + 1)...].prefix(Self.parameterReach).indices where !NameByte.isPart(bytes[index]) {
      let word = String(decoding: bytes[first..<index], as: UTF8.self)
      if word == "in" { return names }
      if !word.isEmpty { names.append(word) }
      guard " \t,()[]:?.<>".utf8.contains(bytes[index]) else { return [] }
      first = index + 1
    }
    return []
  }

  /// Skips a comment or a string that is not an argument. Returns whether there was one.
  mutating func skipNoCode() -> Bool {
    if has("//") {
      skipLine()
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

  /// `(label: "…" + "…"` after a name; nil for another argument.
  private mutating func argument(_ labels: [String]) -> SourceLiteral? {
    skipSpace()
    if has(".init") { position += 5 }
    guard has("(") else { return nil }
    position += 1
    skipSpace()
    if !labels.contains("_") {
      guard labels.contains(word()) else { return nil }
      skipSpace()
      guard has(":") else { return nil }
      position += 1
      skipSpace()
    }
    if let made = madeText(of: ["String(format:"]) { return made }
    if let literal = joined() {
      skipSpace()
      return has(",") || has(")") ? literal : nil
    }
    let start = position
    let name = word()
    if let literal = named[name] {
      skipSpace()
      if has("as String") { position += "as String".utf8.count }
      return has(",") || has(")") ? literal : nil
    }
    return name.isEmpty || named.declares(name) ? nil : outerConstant(from: start)
  }

  /// A constant of another file, `format` or `Formats.recent`. Its text has the place of the name.
  private mutating func outerConstant(from start: Int) -> SourceLiteral? {
    while has(".") {
      position += 1
      if word().isEmpty { return nil }
    }
    let end = position
    skipSpace()
    guard has(",") || has(")") else { return nil }
    let path = names(in: start..<end).suffix(2).joined(separator: ".")
    guard let text = outer(path) else { return nil }
    var literal = SourceLiteral()
    literal.text.append(text, from: start..<end)
    return literal
  }

  /// The literals of constants that other files may name: `format` of the file, `Formats.recent` of a type.
  static func constants(in bytes: [UInt8]) -> [String: String] {
    var source = SwiftSource(bytes)
    var found: [String: String] = [:]
    // The types around the place; nil for the block of a function.
    var blocks: [String?] = []
    var type: String?
    while source.position < bytes.count {
      if source.skipNoCode() { continue }
      let start = source.position
      switch source.word() {
      case "enum", "struct", "class", "extension", "actor":
        source.skipSpace()
        type = source.word()
      case "let" where !blocks.contains(nil):
        var names = source
        names.skipSpace()
        let name = names.word()
        source.declaration()
        if let literal = source.named[name], literal.interpolations.isEmpty {
          found[(blocks.last ?? nil).map { "\($0).\(name)" } ?? name] = literal.text.text
        }
      case "func", "init", "var", "subscript": type = nil
      case "" where bytes[start] == UInt8(ascii: "{"):
        blocks.append(type)
        type = nil
      case "" where bytes[start] == UInt8(ascii: "}"): _ = blocks.popLast()
      default: break
      }
      source.position = max(source.position, start + 1)
    }
    return found
  }

  /// The literal that begins here and those that `+` joins to it; nil if there is none, or if it does not end.
  mutating func joined() -> SourceLiteral? {
    skipSpace()
    guard var whole = literal() else { return nil }
    for _ in 0..<Self.mostParts {
      let behind = position
      skipSpace()
      guard has("+") else {
        position = behind
        return whole
      }
      position += 1
      skipSpace()
      if let part = literal() {
        whole.append(part)
      } else {
        // A value between joined literals becomes a part of the format.
        guard let end = JoinedValue.end(in: bytes, from: position) else { return nil }
        whole.append(interpolation: position..<end)
        position = end
      }
    }
    return nil
  }

  /// `String(format: "name == '%@'", name)`: a text that the program makes before the predicate reads it.
  private mutating func madeText(of calls: [String]) -> SourceLiteral? {
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

  /// The literal that begins here; nil if there is none, or if it does not end.
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
    if let meaning = EscapeLetter.meaning(letter, among: "ntr0\\\"'") {
      found.text.append(meaning, from: start..<position)
      return true
    }
    switch letter {
    case 0x0A, 0x20, 0x09, 0x0D:
      // The line continues in the next one.
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

  /// The text of a constant of the file: `\(titleKey)`, `\(Self.titleKey)`; nil for another value.
  private func constant(_ value: String) -> String? {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isOfType = parts.count == 2 && parts[0].first?.isUppercase == true
    guard let name = parts.last, parts.count == 1 || isOfType, let literal = named[name], literal.interpolations.isEmpty
    else { return nil }
    return literal.text.text
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
