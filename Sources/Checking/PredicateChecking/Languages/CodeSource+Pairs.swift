import PredicateSyntax

/// The state of the search for the literal that belongs to a locator strategy.
struct PairSigns {
  /// The last sign since the strategy; 0 directly after it.
  var last: UInt8 = 0
  /// Whether the expression compares something: `by == AppiumBy.IOS_PREDICATE`, `case '-ios predicate string':`.
  var isComparison = false
  /// Whether the next literal is the value of another argument: `timeout="10"`.
  var isOfOther = false
  /// The last literal, and the offset behind it.
  var before: (literal: SourceLiteral, end: Int)?
}

/// Decides which literal belongs to a locator strategy: a literal in the same call, pair or object.
extension CodeSource {
  /// The names of the argument or member that holds the predicate.
  static let labels: Set<String> = [
    "value", "selector", "locator", "predicate", "query", "expression", "by_value",
    "format", "predicateformat",
  ]
  /// Locator strategies without predicates. All others begin with a hyphen: `-android uiautomator`.
  private static let strategies: Set<String> = [
    "accessibility id", "class chain", "class name", "css selector", "id", "link text", "name", "partial link text",
    "predicate string", "tag name", "xpath",
  ]

  /// Begins the search for a literal at a locator strategy, unless the program compares the strategy with something.
  mutating func beginPair() {
    isNext = !pair.isComparison || isBranchOfStrategies
    pair.last = 0
    pair.isOfOther = false
    formatCall = nil
  }

  /// Takes the literal before a strategy that ends a call: `locator("label == 'x'", "-ios predicate string")`. Returns false for another strategy.
  mutating func takeBefore(_ strategy: SourceLiteral, of place: [UInt8]) -> Bool {
    guard profile.syntax.contains(.classChain), let before = pair.before,
      bytes[position...].first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: ")")
    else { return false }
    let quote = Int(strategy.text.place(of: 0..<0).lowerBound) - 1
    guard before.end < quote, bytes[before.end..<quote].filter({ !" \t\r\n".utf8.contains($0) }) == [UInt8(ascii: ",")]
    else {
      return false
    }
    self.place = place
    placeEnd = position
    isCall = false
    take(predicate: before.literal, isLocator: false)
    return true
  }

  /// Whether the strategy is the last branch of a choice before the text: `k ? "-android uiautomator" : "-ios predicate string", "…"`.
  private var isBranchOfStrategies: Bool {
    let before = bytes[..<max(placeEnd - place.count - 2, 0)].last { !" \t\r\n\"'".utf8.contains($0) }
    return before == UInt8(ascii: ":") && bytes[placeEnd...].first { $0 != 0x20 } == UInt8(ascii: ",")
  }

  /// Reads a sign outside of literals. Between a strategy and its literal only commas, brackets, colons and the sign of a named argument are allowed.
  /// The end of the statement ends the search.
  mutating func notePairSign(_ byte: UInt8) {
    switch byte {
    case 0x20, 0x09, 0x0D: return
    case 0x0A:
      let goesOn = depth > 0 || ",(=>".utf8.contains(pair.last) || pair.last == UInt8(ascii: ":") && language != .python
      if isNext, !goesOn { isNext = false }
      if depth == 0 { pair.isComparison = false }
      return
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "?"):
      // These signs are no assignments: `a == b`, `a != b`, `a ? b : c`.
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if byte == UInt8(ascii: "?") || next == UInt8(ascii: "=") { pair.isComparison = true }
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      pair.isComparison = false
    case UInt8(ascii: ":") where language == .python && depth == 0: isNext = false
    default: break
    }
    // attributes["NSExtensionActivationRule"] = "…"
    let endsIndex = byte == UInt8(ascii: "]") && pair.last == 0 && isAssigned(after: position + 1)
    if isNext, !endsIndex, !"(,:=>".utf8.contains(byte) { isNext = false }
    pair.last = byte
  }

  /// Goes to the bracket of the next argument of a command in Rust: `.arg("--predicate").arg("…")`. Returns false before other code.
  mutating func skipToArgument() -> Bool {
    let call = bytes[(position + 1)...].drop { " \t\r\n".utf8.contains($0) }
    guard call.starts(with: ".arg(".utf8) else { return false }
    depth = max(depth - 1, 0)
    position = call.startIndex + ".arg".utf8.count
    depth += 1
    return true
  }

  /// Whether the next sign is `=` or `:`, which comes before a value.
  private func isAssigned(after place: Int) -> Bool {
    let next = bytes[place...].drop { " \t".utf8.contains($0) }.prefix(2)
    return next.first == UInt8(ascii: ":") || next.first == UInt8(ascii: "=") && next.last != UInt8(ascii: "=")
  }

  /// Reads the name of an argument between a locator strategy and the literal that belongs to it, and notes whether the argument can hold the
  /// predicate. Returns true, because the search for the literal continues after the name.
  mutating func noteLabel(_ name: ArraySlice<UInt8>) -> Bool {
    pair.isOfOther = !Self.isLabel(String(decoding: name, as: UTF8.self))
    return true
  }

  /// Whether a name is that of an argument or a member with a predicate, perhaps after another word: `value`, `wantValue`, `expected_value`.
  private static func isLabel(_ name: String) -> Bool {
    if labels.contains(name.lowercased()) { return true }
    let last = name.lastIndex { $0.isUppercase || $0 == "_" } ?? name.startIndex
    return labels.contains(name[last...].drop { $0 == "_" }.lowercased())
  }

  /// Whether a literal after a strategy is the strategy's predicate. It is not if it is a key, another strategy, or the value of another argument.
  mutating func isValueOfPair(_ text: String) -> Bool {
    if pair.isOfOther {
      pair.isOfOther = false
      return false
    }
    let isKey = bytes[position...].first { !" \t".utf8.contains($0) } == UInt8(ascii: ":")
    let isStrategy = Self.strategies.contains(text) || text.hasPrefix("-")
    if isKey || isStrategy { isNext = isKey && Self.labels.contains(text.lowercased()) }
    return !isKey && !isStrategy
  }

  /// Reads a variable of unknown text before a literal that the program joins: `base + "/XCUIElementTypeCell"`, `this.base + "…"`. Returns false for
  /// another value.
  mutating func joinUnknown(from start: Int) -> Bool {
    guard joined == nil, !NameByte.isPart(bytes[max(start - 1, 0)]), bytes[max(start - 1, 0)] != UInt8(ascii: ".")
    else { return false }
    let path = bytes[position...].prefix { NameByte.isPart($0) || $0 == UInt8(ascii: ".") }
    let sign = bytes[path.endIndex...].firstIndex { $0 != 0x20 }
    guard let sign, bytes[sign] == UInt8(ascii: "+"), sign + 1 < bytes.count, !"+=".utf8.contains(bytes[sign + 1]),
      let value = bytes[(sign + 1)...].first(where: { !" \t\r\n".utf8.contains($0) }), "\"'`".utf8.contains(value)
    else { return false }
    var unknown = SourceLiteral()
    unknown.append(interpolation: start..<path.endIndex)
    joined = unknown
    position = sign + 1
    return true
  }

  /// The literal of the variable that is the whole text after a prefix: `${selector}`, and `'-ios predicate string:' + selector`.
  mutating func namedValue(of rest: SourceLiteral) -> SourceLiteral? {
    if rest.interpolations.count == 1, let only = rest.interpolations.first, only.range == 0..<rest.text.text.utf8.count
    {
      let name = names(in: only.place)
      if name.count == 1, only.range.count == 1 { return named[name[0]] }
      if only.range.count == 1, let whole = joinedClauses(in: bytes[only.place]) { return whole }
      // ${this.cell}, ${Locators.cell}
      if only.range.count == 1, let first = bytes[only.place].firstIndex(where: NameByte.isPart),
        let (literal, end) = member(of: bytes[first...].prefix(while: NameByte.isPart)),
        end == only.place.upperBound - 1
      {
        return literal
      }
      // ${k ? "…" : "…"}
      var source = self
      source.position = only.place.lowerBound + 2
      if language == .script, only.range.count == 1, let literal = source.choice(isArgument: true) { return literal }
    }
    guard rest.text.text.isEmpty else { return nil }
    let start = position
    defer { position = start }
    skipSpace()
    guard has("+") else { return nil }
    position += 1
    skipSpace()
    let first = position
    let name = word()
    if has(".") { return member(of: bytes[first..<position])?.0 }
    return endsStatement(after: " \t", at: ",)];\r\n") ? named[name] : nil
  }
}
