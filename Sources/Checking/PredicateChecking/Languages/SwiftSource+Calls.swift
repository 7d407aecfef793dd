import PredicateDocuments

/// A call of Swift with a format: `NSPredicate(format:)`, `filter(_:)`, `objects(in:where:)`, `(predicateFormat:)`, `objects(_:).filter(_:)`.
struct SwiftCall {
  /// The place as the profile writes it.
  let place: String
  /// The type or the function; empty if only the label of the argument shows that it is a format.
  let type: String
  /// The labels of the arguments before the format.
  let before: [String]
  /// The label of the format; `_` for none.
  let label: String
  /// The function whose result has the method: `objects` of `objects(_:).filter(_:)`. Nil if the method of any object is meant.
  let receiver: String?
  /// Whether the arguments have the type `Any`, so that each becomes an object: `filter(_:)` and `index(matching:)` of RealmSwift. Other calls take
  /// them as C does.
  var boxesArguments: Bool { type == "filter" || type == "index" }

  /// The call of a place; nil for a place of another kind.
  init?(_ place: String) {
    let parts = place.split(separator: ").", maxSplits: 1)
    guard let call = parts.last, let open = call.firstIndex(of: "("), place.hasSuffix(":)") else { return nil }
    let labels = call[call.index(after: open)...].split { $0 == ":" || $0 == ")" }.map(String.init)
    guard let label = labels.last else { return nil }
    self.place = place
    type = String(call[..<open])
    receiver = parts.count > 1 ? parts[0].prefix { $0 != "(" }.description : nil
    before = labels.dropLast()
    self.label = label
  }
}

extension SwiftSource {
  /// The greatest number of bytes before a method that are searched for the function of its object.
  private static let receiverReach = 400
  /// Methods that return an object of the same kind.
  private static let sameKind: Set<String> = ["distinct", "filter", "sorted", "where"]

  /// Whether the method at an offset belongs to the result of a function with a type as its argument, `realm.objects(Film.self).filter`, perhaps after
  /// other methods: `.objects(Film.self).sorted(byKeyPath: "year").filter`.
  func isMethod(at start: Int, ofResultOf function: String) -> Bool {
    var code = bytes[max(start - Self.receiverReach, 0)..<start]
    while true {
      code = code.withoutSpaceAtEnd
      guard code.popLast() == UInt8(ascii: ".") else { return false }
      code = code.withoutSpaceAtEnd
      guard code.popLast() == UInt8(ascii: ")"), let open = Bracket.opening(in: code) else { return false }
      let argument = code[(open + 1)...]
      code = code[..<open]
      let name = String(decoding: code.suffix(while: NameByte.isPart), as: UTF8.self)
      code = code.dropLast(name.utf8.count)
      if name == function {
        // realm.dynamicObjects("Film") names the type by a text.
        return (argument.ends(with: ".self".utf8) || name == "dynamicObjects") && code.last == UInt8(ascii: ".")
      }
      guard Self.sameKind.contains(name) else { return false }
    }
  }

  /// The format of `(in: realm, where: "…"` after the name of a call with several labels; nil for another argument.
  mutating func argument(of call: SwiftCall) -> SourceLiteral? {
    skipSpace()
    guard has("(") else { return nil }
    position += 1
    for label in call.before {
      skipSpace()
      guard word() == label, has(":"), skipArgument() else { return nil }
    }
    skipSpace()
    guard word() == call.label else { return nil }
    return formatBehindColon()
  }

  /// The format after a label that is enough to show one, `get(predicateFormat: "…")`; nil for a text without a comparison.
  mutating func labelled(_ label: String) -> SourceLiteral? {
    let start = position
    if let literal = formatBehindColon(),
      ConsumerWords.compares(literal.text.text, isOpen: !literal.interpolations.isEmpty),
      !(label == "predicateString" && ShellPredicates.isQuery(literal.text.text))
    {
      return literal
    }
    position = start
    return nil
  }

  /// The format of a function or a type whose name ends with “Predicate”, `findWithPredicate(format: "…")`; nil for a text without a comparison.
  mutating func formatOfWrapper(named name: String) -> SourceLiteral? {
    guard has("(format:"), !OtherQueries.areNamed(name) else { return nil }
    position += "(format".utf8.count
    guard let literal = formatBehindColon(),
      ConsumerWords.compares(literal.text.text, isOpen: !literal.interpolations.isEmpty),
      !OtherQueries.areText(literal.text.text)
    else { return nil }
    return literal
  }

  private mutating func formatBehindColon() -> SourceLiteral? {
    skipSpace()
    guard has(":") else { return nil }
    position += 1
    skipSpace()
    let start = position
    if let literal = joined() {
      skipSpace()
      return has(",") || has(")") ? literal : nil
    }
    position = start
    guard let literal = named[word()], !literal.text.text.isEmpty, has(",") || has(")") else { return nil }
    return literal
  }
}

/// Finds the commands that a Swift source runs or shows. A command is in the arguments of a process (`"--predicate"`), or in a literal
/// (`"log show --predicate '…'"`).
struct SwiftCommands {
  /// The literals of options.
  let options: [[UInt8]]
  /// The literals of locator strategies.
  let strategies: [(literal: [UInt8], name: String)]
  /// The places that literals may have.
  let places: [String]
  let profile: UseProfile
  /// Whether a literal may be a command.
  let areInLiterals: Bool
  /// The places that a literal itself shows: `@status(`.
  let marks: [[UInt8]]
  /// The literals that may be queries of Spotlight; nil if the source does not run `mdfind`.
  let queries: SpotlightQuery.Forms?

  init(_ places: [String], _ profile: UseProfile, in bytes: [UInt8]) {
    options = ProcessOptions.literals(places, in: bytes)
    strategies = SwiftSource.strategies(places, in: bytes)
    queries = SpotlightQuery.forms(in: bytes, profile)
    let isSpotlight = profile.syntax.contains(.spotlight)
    self.places = places.filter { $0.contains(" --") || isSpotlight }
    self.profile = profile
    marks = places.filter { MarkedText.isMark($0.utf8) && bytes.holds($0.dropLast().utf8) }.map { Array($0.utf8) }
    areInLiterals = self.places.contains { place in
      place.split(separator: " ").last.map { bytes.holds((isSpotlight ? "\($0) " : " \($0)").utf8) } ?? false
    }
  }
}

extension SwiftSource {
  /// The greatest number of bytes between the head of a function and a call in it.
  private static let functionReach = 2_000

  /// The type of a parameter or a constant of the function around the position: `Int` after `func find(id: Int)`. Nil if the function does not show it.
  func declaredType(of name: String) -> String? {
    guard !name.isEmpty, name.utf8.allSatisfy(NameByte.isPart), !(name.first?.isNumber ?? true) else { return nil }
    let before = Array(bytes[max(position - Self.functionReach, 0)..<position])
    var heads = 0
    while let next = before.offset(of: Array("func ".utf8), from: heads == 0 ? 0 : heads) { heads = next + 5 }
    guard heads > 0, Self.isOpen(before[heads...]) else { return nil }
    let declaration = Array("\(name): ".utf8)
    var types: Set<String> = []
    var start = heads
    while let found = before.offset(of: declaration, from: start) {
      start = found + declaration.count
      let type = before[start...].prefix(while: NameByte.isPart)
      if NameByte.isPart(before[found - 1]) { continue }
      // `Int?`, `[Int]` and the argument `Int(text)` are other types.
      let sign = before[type.endIndex...].first ?? UInt8(ascii: "?")
      types.insert(",) =\n{".utf8.contains(sign) ? String(decoding: type, as: UTF8.self) : "?")
    }
    // A closure or another declaration may hide the name.
    let isHidden = ["\(name) in", "let \(name)", "var \(name)", "\(name),"].contains {
      before.offset(of: Array($0.utf8), from: heads) != nil
    }
    return types.count == 1 && !isHidden ? types.first : nil
  }

  /// Whether the block of a function is still open at the end of a text that begins with the function's name, and no initializer begins after it.
  private static func isOpen(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for (place, byte) in zip(text.indices, text) {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth <= 0 { return false }
      }
      let begins = place > text.startIndex && !NameByte.isPart(text[place - 1]) && text[place - 1] != UInt8(ascii: ".")
      if begins, ["init(", "subscript("].contains(where: { text[place...].starts(with: $0.utf8) }) { return false }
    }
    return depth > 0
  }

  /// The literals that are documents: a declaration in JSON, a Core Data model in XML. Linear.
  static func documents(in bytes: [UInt8]) -> [SourceLiteral] {
    guard DocumentLiterals.mayBe(in: bytes) else { return [] }
    var source = SwiftSource(bytes)
    var found: [SourceLiteral] = []
    while source.position < bytes.count {
      let start = source.position
      if source.has("\"") || source.has("#\""), let literal = source.literal() {
        if DocumentLiterals.hold(literal) { found.append(literal) }
      } else {
        source.position = start
        if !source.skipNoCode() { source.position += 1 }
      }
      source.position = max(source.position, start + 1)
    }
    return found
  }

  /// The greatest nesting of literals in the interpolations of literals.
  private static let depthLimit = 3

  /// The predicates of a literal that is a command, and of the code in its interpolations.
  mutating func predicatesOfLiteral(
    _ commands: SwiftCommands, isOfFormats: Bool, at places: [String], _ depth: Int,
    _ constant: @escaping (String) -> String?
  ) -> [FoundPredicate] {
    let start = position
    guard let literal = literal() else {
      position = start + 1
      return []
    }
    if commands.areInLiterals, ShellPredicates.isCommand(literal.text.text, of: commands.places) {
      let behind = position
      // A value that the program appends may hold the rest of the predicate.
      guard let whole = joined(to: literal) else {
        position = behind
        return []
      }
      return ShellPredicates.find(in: whole, at: commands.places, profile: commands.profile) ?? []
    }
    if let queries = commands.queries, SpotlightQuery.isQuery(literal.text.text, queries) {
      let behind = position
      if let whole = joined(to: literal) { return [FoundPredicate(commandOf: whole)] }
      position = behind
    }
    if !commands.marks.isEmpty, MarkedText.mark(in: literal.text.text, among: commands.marks) != nil {
      let behind = position
      if let whole = joined(to: literal) { return [FoundPredicate(commandOf: whole)] }
      position = behind
    }
    guard isOfFormats, depth < Self.depthLimit else { return [] }
    return literal.interpolations.flatMap { part -> [FoundPredicate] in
      let code = bytes[part.place]
      guard code.count > 3, Array(code).holds("NSPredicate(".utf8) else { return [] }
      let inner = MappedText(code.dropFirst(2).dropLast())
      return SwiftSource.find(
        in: Array(inner.text.utf8), at: places, profile: commands.profile, depth: depth + 1, constant: constant
      ).map { $0.placed(in: inner) }
    }
  }

  /// The predicates after `"--predicate",` in the arguments of a process: a literal, that of a name, or conditions that the program joins.
  mutating func optionValue() -> [FoundPredicate] {
    skipSpace()
    guard has(",") else { return [] }
    position += 1
    return predicates()
  }

  /// The predicates of the value here.
  private mutating func predicates() -> [FoundPredicate] {
    skipSpace()
    guard let literal = joinedConditions(before: ",)]") ?? value() else { return [] }
    return ([literal] + literal.others).map { FoundPredicate(commandOf: $0) }
  }

  /// The literal of a member of a dictionary after its key: `: "…"`, `: .string("…")`, `] = "…"`, `] = rule`.
  mutating func memberValue() -> [FoundPredicate] {
    skipSpace()
    if has("]") {
      position += 1
      skipSpace()
      guard has("="), !has("==") else { return [] }
    } else if !has(":") {
      return []
    }
    position += 1
    skipSpace()
    if has(".string(") { position += ".string(".utf8.count }
    return predicates()
  }

  /// The literal here, or that of a name; nil for another value.
  mutating func value() -> SourceLiteral? {
    if let literal = joined() { return literal }
    let start = position
    if let literal = named[word()], !literal.text.text.isEmpty, endsStatement(after: " \t", at: ",)]}\r\n;/") {
      return literal
    }
    position = start
    guard ["Self", "self"].contains(word()), has("."), let literal = constant(from: start) else {
      position = start
      return nil
    }
    return literal
  }
}

extension SwiftSource {
  /// Reads the two literals of `(label: condition ? "…" : "…"` after a name; empty for another argument.
  mutating func branches(_ labels: [String]) -> [SourceLiteral] {
    skipSpace()
    if has(".init") { position += ".init".utf8.count }
    guard has("(") else { return [] }
    position += 1
    skipSpace()
    label = word()
    guard labels.contains(label), has(":") else { return [] }
    position += 1
    guard let first = choice(spansLines: true) else { return [] }
    skipSpace()
    return has(",") || has(")") ? [first] + first.others : []
  }

  /// Reads an expression that chooses one of several literals: `condition ? "…" : "…"`, `if condition { "…" } else { "…" }`, `text ?? "…"`. Returns the
  /// first literal, with the others in `others`; nil for another value.
  ///
  /// - Parameter spansLines: Whether the value is an argument, so that a line end does not end it.
  mutating func choice(spansLines: Bool = false) -> SourceLiteral? {
    ChoiceReader.choice(in: &self, [.words, .blocks, .lines], isArgument: spansLines) { source in
      source.has("\"") || source.has("#\"") ? source.joined() : nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space at their end.
  fileprivate var withoutSpaceAtEnd: Self { dropLast(reversed().prefix { " \t\r\n".utf8.contains($0) }.count) }

  /// The last bytes, as far as they meet a condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> Self {
    suffix(reversed().prefix(while: condition).count)
  }

  fileprivate func ends(with text: some Collection<UInt8>) -> Bool { suffix(text.count).elementsEqual(text) }
}
