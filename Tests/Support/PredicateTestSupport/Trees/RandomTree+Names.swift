extension RandomTree {
  /// Names that are easily mistaken for something else.
  static let oddNames = [
    "size", "SELF", "self", "First", "any", "nil", "in", "true", "INTERSECT", "uti", "function", "ci", "e5", "_", "x1",
    "UTI-EQUALS", "b c", " ", "a.b", "1a", "#a", "@count", "$x", "%K", "a\"b", "a'b", "a\\b", "\\u0041", "-", "a:b",
    ":",
    "é", "e\u{301}", "\u{301}", "Ünïcode", "日本", "🎬", "a🎬", "👨‍👩‍👧", "\n", "\r\n", "\0", "\u{7F}", "\u{85}", "\u{2028}",
    "\u{FEFF}",
    "(", ")", "{}", "a*", "in*", "é*", "*", "a**", "[0]", "select", "NSDate", "ß", "ǅ", "\u{202E}x", "\u{10FFFF}",
    "a\u{200D}",
  ]

  /// Any text, including the empty one.
  mutating func name() -> String {
    if random.oneIn(3) { return random.pick(["a", "b", "name", "year", "_x9"]) }
    return random.oneIn(20) ? "" : nonEmptyName()
  }

  mutating func nonEmptyName() -> String {
    if random.oneIn(8) { return random.pick(Self.oddNames) + random.pick(Self.oddNames) }
    return random.pick(Self.oddNames)
  }

  mutating func variableName() -> String {
    random.oneIn(2) ? random.pick(["x", "y", "tag"]) : nonEmptyName()
  }

  /// One to three names, each followed by a colon.
  mutating func selectorName() -> String {
    let count = Int.random(in: 1...3, using: &random)
    return (0..<count).map { _ in selectorPart() + ":" }.joined()
  }

  /// A selector, or a name alone.
  mutating func functionName() -> String {
    random.oneIn(2) ? selectorName() : selectorPart()
  }

  private mutating func selectorPart() -> String {
    if random.oneIn(2) { return random.pick(["foo", "isKindOf", "by", "with"]) }
    let name = String(nonEmptyName().unicodeScalars.filter { $0 != ":" })
    return name.isEmpty ? "x" : name
  }
}
