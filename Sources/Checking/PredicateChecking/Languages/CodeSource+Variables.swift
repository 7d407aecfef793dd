import PredicateDocuments
import PredicateSyntax

/// The texts that a program assigns to variables and members, and their use as predicates.
extension CodeSource {
  /// The text of a variable whose value begins with a literal; nil if another function changes the text. The text may have parts that the program
  /// inserts or appends: `"name == '%s'" % name`, `String.format("name == '%s'", name)`, `"name == " + name`.
  func assignedText(of literal: SourceLiteral) -> SourceLiteral? {
    // An empty literal is not recorded: the program replaces it later.
    if literal.text.text.isEmpty { return nil }
    if let formatCall {
      var made = literal
      made.noteFormat(inBraces: formatCall == ".Format(", at: position)
      guard let end = callEnd(from: position) else { return nil }
      return withRest(made, from: end)
    }
    if endsStatement(after: " \t)", at: "\r\n;}/#") || isHead && endsStatement(after: " \t", at: ",)") {
      return literal
    }
    guard let next = bytes[position...].firstIndex(where: { !" \t\r\n".utf8.contains($0) }) else { return literal }
    if language == .ruby, [" if ", " unless "].contains(where: has) { return literal }
    if bytes[next] == UInt8(ascii: "+") { return literal.interpolations.isEmpty ? nil : literal }
    guard isFormatted(at: next) != nil else { return nil }
    if bytes[next] == UInt8(ascii: "%") { return literal }
    return bytes[next...].firstIndex(of: UInt8(ascii: "(")).flatMap { callEnd(from: $0 + 1) }
      .flatMap { withRest(literal, from: $0) }
  }

  /// The text of a call, marked as open if the program appends something to the call's result. Nil if it calls another function with the text.
  private func withRest(_ literal: SourceLiteral, from end: Int) -> SourceLiteral? {
    var rest = self
    rest.position = end
    if rest.endsStatement(after: " \t)", at: "\r\n;}/#") { return literal }
    guard rest.endsStatement(after: " \t\r\n", at: "+") else { return nil }
    var open = literal
    open.appendUnknown(at: end)
    return open
  }

  /// The offset after the bracket that closes a call, from an offset in its arguments; nil if no such bracket is near.
  func callEnd(from start: Int) -> Int? {
    var rest = self
    rest.position = start
    var depth = 1
    while rest.position < min(start + Self.headReach, bytes.count) {
      if rest.skipNoCode() { continue }
      depth += Bracket.change(bytes[rest.position])
      rest.position += 1
      if depth == 0 { return rest.position }
    }
    return nil
  }

  /// Declares a variable, and the member of an object or a type with the same name.
  mutating func declare(_ name: String, _ literal: SourceLiteral?) {
    named.declare(name, literal)
    assignedIndents[name] = lineIndent
    assignedBlocks[name] = blocks
    let type = openBlocks.last.flatMap { $0.isType ? $0.number : nil }
    if let type { typeMembers[type, default: [:]][name] = .some(literal) }
    if isOfObject || (language == .python ? indents.isEmpty : type != nil) { declare(member: name, literal) }
  }

  /// Whether a function makes a text of the variable before a place, and whether the values replace `{}` and not `%s`. Nil if none does.
  func isFormatted(at place: Int) -> Bool? {
    let rest = bytes[place...]
    switch language {
    case .python, .ruby:
      if rest.first == UInt8(ascii: "%") { return false }
      return language == .python && rest.starts(with: ".format(".utf8) ? true : nil
    case .java: return [".format(", ".formatted("].contains { rest.starts(with: $0.utf8) } ? false : nil
    default: return nil
    }
  }

  /// The call of a formatting function, if its name begins with `word`, the word before the position. Nil for every other word.
  func formatCall(after word: ArraySlice<UInt8>) -> (isInBraces: Bool, length: Int)? {
    switch String(decoding: word, as: UTF8.self) {
    case "String", "string": [".format(", ".Format("].first(where: has).map { ($0 == ".Format(", $0.utf8.count) }
    case "format" where language == .java: has("(") ? (false, 1) : nil
    case "fmt": has(".Sprintf(") ? (false, ".Sprintf(".utf8.count) : nil
    case "format" where language == .rust: has("!(") ? (true, 2) : nil
    case "format" where language == .ruby, "sprintf" where language == .ruby: has("(") ? (false, 1) : nil
    case "util" where language == .script: has(".format(") ? (false, ".format(".utf8.count) : nil
    default: nil
    }
  }

  /// Whether a word means the object or the type of the code around it.
  func isOwnObject(_ word: ArraySlice<UInt8>) -> Bool {
    ["self", "this", "cls"].contains { word.elementsEqual($0.utf8) }
  }

  /// The literal of a member of an object or a type after a place, `self.cell`, `Locators.CELL`, and the offset after it; nil for another value.
  func member(of owner: ArraySlice<UInt8>) -> (SourceLiteral, Int)? {
    var end = owner.endIndex
    var name = bytes[end..<end]
    while end < bytes.count, bytes[end] == UInt8(ascii: "."), isFormatted(at: end) == nil {
      name = bytes[(end + 1)...].prefix(while: NameByte.isPart)
      end = name.endIndex
    }
    guard !name.isEmpty, var literal = member(at: bytes[owner.startIndex..<end]) ?? member(name, of: owner) else {
      return nil
    }
    guard let next = bytes[end...].firstIndex(where: { $0 != 0x20 }) else { return (literal, end) }
    if let isInBraces = isFormatted(at: next) {
      // self.CELL % name, self.CELL.format(name)
      noteFormat(of: &literal, inBraces: isInBraces, callAt: next)
    } else if !",)]};\r\n".utf8.contains(bytes[next]) {
      return nil
    }
    return (literal, end)
  }

  /// Makes the name of a constant a place if the constant is the name of a strategy: `const ByIOSPredicate = "-ios predicate string"`. Returns whether
  /// it is one.
  mutating func renameStrategy() -> Bool {
    guard let name = renamed, ["predicate", "chain", "ios"].contains(where: name.lowercased().contains),
      endsStatement(after: " \t", at: "\r\n;#")
    else { return false }
    addPlace(name)
    return true
  }

  /// The predicate of the variable that a command inserts as its whole predicate, `log show --predicate '${FILTER}'`; the predicate itself if the
  /// command inserts another value.
  func insertedVariable(_ predicate: FoundPredicate, in command: SourceLiteral) -> FoundPredicate {
    guard predicate.text.text == "_",
      let part = command.interpolations.first(where: { $0.place.lowerBound == Int(predicate.start) })
    else { return predicate }
    let words = names(in: part.place)
    guard words.count == 1, let value = named[words[0]], value.others.isEmpty else { return predicate }
    return FoundPredicate(commandOf: value)
  }

  private func member(_ name: ArraySlice<UInt8>, of owner: ArraySlice<UInt8>) -> SourceLiteral? {
    guard isOwnObject(owner) || owner.first.map({ (0x41...0x5A).contains($0) }) ?? false else { return nil }
    return members[String(decoding: name, as: UTF8.self)] ?? nil
  }

  /// Reads `name += "…"`. A text that is appended in an inner block is unknown, because the block may not run.
  mutating func append(to name: String, at value: Int) {
    guard var whole = named[name] else {
      named.forget(name)
      return
    }
    let start = position
    defer { position = start }
    position = value
    skipSpace()
    let isSame =
      language == .python
      ? assignedIndents[name] == lineIndent && named.isOfInnermost(name)
      : language != .ruby && named.isOfInnermost(name)
    if isSame, whole.others.isEmpty, let prefix = literalPrefix(), let part = literals(prefix),
      let text = assignedText(of: part)
    {
      whole.append(text)
    } else {
      whole.open(at: value)
    }
    named.replace(name, whole)
  }

  /// Takes a query of Spotlight in a source that runs `mdfind` with it: `execFile("mdfind", ["-onlyin", folder, "kMDItemFSName == 'x'"])`. Returns
  /// false for another literal.
  mutating func takeQuery(_ literal: SourceLiteral) -> Bool {
    guard profile.syntax.contains(.spotlight), literal.text.text.contains("kMD"),
      let queries, SpotlightQuery.isQuery(literal.text.text, queries)
    else { return false }
    found.append(FoundPredicate(commandOf: literal))
    return true
  }

  /// Takes the predicates of a literal that can only be a class chain: `**/XCUIElementTypeCell[`label == "x"`]`. Returns false for another literal, and
  /// for one with braces, in which a function may insert values. A list after IN has braces of its own.
  mutating func takeChain(_ literal: SourceLiteral) -> Bool {
    guard let mark = places.first(where: { $0.elementsEqual(ClassChain.start.utf8) }),
      ClassChain.isWhole(literal.text.text), !literal.text.text.replacing(/(?i:IN)\s*\{\s*['"]/, with: "").contains("{")
    else { return false }
    place = mark
    placeEnd = position
    isCall = false
    found.append(predicate(literal))
    return true
  }

  /// Takes the predicate of a literal with a term that only predicates have, `@status(…)`, or that begins with a function of predicates, `SUBQUERY(`.
  /// Returns false for another literal.
  mutating func takeMarked(_ literal: SourceLiteral) -> Bool {
    guard let mark = MarkedText.mark(in: literal.text.text, among: places) else { return false }
    place = mark
    placeEnd = position
    isCall = false
    found.append(predicate(literal))
    return true
  }
}

/// Queries of Spotlight in the arguments of a program.
enum SpotlightQuery {
  /// The texts of a source that are queries.
  enum Forms {
    /// Texts whose first comparison has a value in quotes. They are queries in any source.
    case quoted
    /// Texts with a sign of comparison. A text with a word, such as CONTAINS, may be a format of NSPredicate.
    case signs
    /// Texts with a sign, and texts with a word, which Spotlight does not have.
    case signsAndWords
  }

  /// The code that shows that a source runs `mdfind`: its name as a literal, or the module of Python.
  private static let runs = [
    "mdfind\"", "mdfind'", "import mdfind", "mdfind.query(", "mdfind.count(", "mdfind.mdfind(",
  ]

  /// The texts of a source that may be queries. Nil if the source has predicates of NSMetadataQuery and does not run `mdfind` with separate arguments.
  static func forms(in bytes: [UInt8], _ profile: UseProfile) -> Forms? {
    guard profile.syntax.contains(.spotlight) else { return nil }
    let hasFormats = ["NSPredicate", "NSMetadataQuery"].contains { bytes.holds($0.utf8) }
    guard runs.contains(where: { bytes.holds($0.utf8) }) else { return hasFormats ? nil : .quoted }
    return hasFormats ? .signs : .signsAndWords
  }

  /// Whether a text compares an attribute of Spotlight at its beginning.
  static func isQuery(_ text: String, _ forms: Forms) -> Bool {
    guard text.contains("kMD") else { return false }
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0).drop { $0.isMark("(") || $0.text == "!" }
    guard let key = tokens.first, key.text.hasPrefix("kMD"), let sign = tokens.dropFirst().first else { return false }
    let hasSign = ["=", "==", "!=", "<", ">", "<=", ">="].contains(sign.text)
    if hasSign, forms != .quoted { return joinsConditions(tokens) }
    guard hasSign ? sign.text != "=" : forms == .signsAndWords && sign.isComparisonWord else { return false }
    var rest = tokens.dropFirst(2)
    // The options of NSPredicate: CONTAINS[cd]
    if rest.first?.isMark("[") ?? false { rest = rest.drop { !$0.isMark("]") }.dropFirst() }
    guard let value = rest.popFirst(), value.kind == .string else { return false }
    // The modifiers of Spotlight: "a"cd
    if rest.first?.kind == .word, rest.first?.range.lowerBound == value.range.upperBound { rest = rest.dropFirst() }
    // The text may go on with another comparison. Other words after it are prose.
    guard let next = rest.first else { return true }
    return next.isMark(")") || next.isJunction && (next.kind == .sign || !hasSign)
  }

  /// Whether a condition follows each “and” and “or” of a text. In prose, other words follow: “kMDItemFSName == x and the rest”.
  private static func joinsConditions(_ tokens: ArraySlice<SourceToken>) -> Bool {
    zip(tokens, tokens.dropFirst()).allSatisfy { word, next in
      word.kind != .word || !word.isJunction || next.text.hasPrefix("kMD") || next.isMark("(") || next.text == "!"
        || next.isWord("not") || next.text == "InRange"
    }
  }
}

/// Texts that are predicates wherever they are: they have a term or begin with a function that only predicates have.
enum MarkedText {
  /// The place that a text shows: `SUBQUERY(` at its beginning, or `@status(` anywhere in a comparison. Nil for another text.
  ///
  /// ```swift
  /// MarkedText.mark(in: "(@status(device.model.family) == 'Mac')", among: [Array("@status(".utf8)])  // @status(
  /// ```
  static func mark(in text: String, among places: [[UInt8]]) -> [UInt8]? {
    let marks = places.filter { $0.last == UInt8(ascii: "(") && isMark($0) }
    if marks.isEmpty { return nil }
    let bytes = Array(text.utf8)
    guard let first = bytes.first(where: { !" \t\r\n(!".utf8.contains($0) }),
      first == UInt8(ascii: "@") || ByteClass.isWord(first)
    else { return nil }
    return marks.first { isWhole(bytes, mark: $0) }
  }

  /// The function whose call can begin a predicate. Profiles name its place with a bracket: `SUBQUERY(`.
  static let function = "SUBQUERY"
  private static let functionPlace = Array("\(function)(".utf8)

  /// Whether a place is a mark, `@status(` or `SUBQUERY(`, and not a call of a program.
  static func isMark(_ place: some Collection<UInt8>) -> Bool {
    place.first == UInt8(ascii: "@") || place.elementsEqual(functionPlace)
  }

  /// The text that every predicate at a place contains. For a function it is the name without the bracket, because spaces may precede the bracket.
  static func word(of place: String) -> String { place.utf8.elementsEqual(functionPlace) ? function : place }

  /// The words that a predicate with a term may begin with.
  private static let openings: Set<String> = ["NOT", "ANY", "ALL", "SOME", "NONE", function, "TRUEPREDICATE"]

  /// Whether a text is a predicate with the mark.
  static func isWhole(_ bytes: [UInt8], mark: [UInt8]) -> Bool {
    let start = bytes.drop { " \t\r\n(!".utf8.contains($0) }
    let word = start.prefix(while: ByteClass.isWord)
    if mark.first == UInt8(ascii: "@") {
      return bytes.holds(mark)
        && (word.isEmpty || openings.contains(String(decoding: word, as: UTF8.self).uppercased()))
        && ComparisonSigns.occur(in: bytes[...])
    }
    let rest = start.dropFirst(word.count).drop { " \t\r\n".utf8.contains($0) }
    let begins = String(decoding: word, as: UTF8.self).uppercased() == function && rest.first == UInt8(ascii: "(")
    return (begins || isOperand(bytes)) && bytes.holds(".@count".utf8) && bytes.contains(UInt8(ascii: "$"))
      && compares(start)
  }

  /// Whether the function is an operand of AND, OR or NOT, behind a comparison of something else: `items.@count == 1 AND SUBQUERY(…)`.
  private static func isOperand(_ bytes: [UInt8]) -> Bool {
    guard bytes.holds("\(function)(".utf8) || bytes.holds("\(function) (".utf8) else { return false }
    let tokens = SourceToken.all(in: bytes, from: 0)
    guard let index = tokens.firstIndex(where: { $0.text == function }), index > 0 else { return false }
    let before = tokens[index - 1]
    return (["and", "or", "not"].contains(where: before.isWord) || ["&", "|", "&&", "||", "("].contains(before.text))
      && ConsumerWords.compares(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a text compares the result of its first function. `SUBQUERY(list, $x, $x.a == 1).@count` is a value, not a predicate.
  private static func compares(_ text: ArraySlice<UInt8>) -> Bool {
    ComparisonSigns.occur(in: TextQuotes.outermost(of: text)[...])
  }
}

/// Finds operators of comparison in texts that may be prose.
enum ComparisonSigns {
  private static let comparisons = [" CONTAIN", " LIKE", " MATCHES", " BEGINSWITH", " ENDSWITH", " IN ", " BETWEEN"].map
  {
    Array($0.utf8)
  }

  /// Whether a text has a comparison operator, as a sign or as a word.
  static func occur(in text: ArraySlice<UInt8>) -> Bool {
    if text.contains(where: { "=<>".utf8.contains($0) }) { return true }
    let words = Array(text)
    if comparisons.contains(where: { words.holds($0) }) { return true }
    // Prose has small letters, too. A predicate compares with a text in quotes or with a number.
    guard text.count(where: { "\"'".utf8.contains($0) }) > 1 || text.contains(where: { (0x30...0x39).contains($0) })
    else { return false }
    let capitals = text.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    return comparisons.contains { capitals.holds($0) }
  }
}
