extension UntrustedTexts {
  /// Every construct of the language, many times inside itself or with extreme values, over the properties of ``attacks``. None of the texts may find
  /// anything either.
  package static let constructs: [String] = repeated + patterns + numbers + functions + names

  /// Constructs nested in one another: with few levels, which a policy allows, and with far too many.
  private static let repeated: [String] = [60, 200, 5_000].flatMap { count in
    func many(_ text: String) -> String { String(repeating: text, count: count) }
    return [
      many("NOT (") + "title == 'x'" + many(")"), many("NOT ") + "title == 'x'", many("-") + "1 == title.length",
      many("{") + "1" + many("}") + " == title", "title.length IN {" + many("1,") + "2}", "title.length > " + many("9"),
      "title.length == 0." + many("0") + "1", "title.length == 1e" + many("9"), "title == \"" + many("a") + "\"",
      "title CONTAINS[cd] \"" + many("e\u{301}") + "\"", "title" + many(".title") + " == 'x'",
      "title.length == 1" + many(" + 1000"), "title.length == " + many("abs(") + "-7" + many(")"),
      many("SUBQUERY({1}, $x, ") + "title == 'x'" + many(").@count > 0"),
      many("TERNARY(title == 'x', 1, ") + "2" + many(")") + " == 1", "title LIKE \"" + many("*a") + "!\"",
      "title LIKE '" + many("?*") + "!'", "title MATCHES \"" + many("(a|") + "!" + many(")") + "\"",
      "title MATCHES \"" + many("a?") + many("a") + "!\"", many("title"), many("["), many("title[") + "0" + many("]"),
      many("\""), many("\\"), many("%@"), many("$a"), many("#"), many("@"), many("."), many("\u{0}"), many("\u{202E}"),
      many("😀"), many("/*"), many(" "), "title.length BETWEEN {" + many("{1,") + "1" + many("}") + ", 2}",
      many("FUNCTION(") + "title, 'length:'" + many(")"), many("CAST(") + "title, 'NSString'" + many(")") + " == 'x'",
      many("2 ** ") + "2 == title.length", many("1 << ") + "63 == title.length", many("ANY ") + "title == 'x'",
      "title == 'x'" + many(" ") + "AND title == 'y'", many("title ==[cdcdcd] ") + "'x'",
      "title + title" + many(" + title") + " == 'x'", "title IN " + many("{'x'} UNION ") + "{'y'}",
    ]
  }

  /// Patterns that backtrack, that grow when they are compiled, and that are not patterns.
  private static let patterns = [
    "title MATCHES '(a+)+$'", "title MATCHES '(a|aa)+$'", "title MATCHES '^(([a-z])+.)+[A-Z]([a-z])+$'",
    "title MATCHES '(?=(a+))a*b\\\\1'", "title MATCHES '(a{1,1000}){1,1000}'",
    "title MATCHES '(((((a{100}){100}){100}){100}){100})'", "title MATCHES '\\\\p{L}{99999999}'",
    "title MATCHES '[[a-z]&&[^a-z]]'", "title MATCHES '(?i)\\\\Q'", "title MATCHES 'a{999999999999}'",
    "title MATCHES '(?<n>a)\\\\k<n>'", "title MATCHES title + '('", "title MATCHES title + '!'",
    "uppercase(title) MATCHES '(A+)+$'", "title ==[l] \"" + String(repeating: "\u{300}", count: 1_300) + "\"",
    "title CONTAINS[d] \"!\u{300}\"", "title BEGINSWITH[cd] \"\u{FDFA}\"", "\u{FEFF}title == 'x'",
  ]

  /// Numbers and dates at the ends of their types.
  private static let numbers = [
    "title.length == 9223372036854775807 + title.length", "title.length / 0 == 1", "title.length % 0 == 1",
    "modulus:by:(title.length, 0) == 1", "title.length ** 99999 == 1", "1 << 64 == title.length",
    "1 << -1 == title.length", "-9223372036854775808 / -1 == title.length", "title.length == -9223372036854775808",
    "title.length == 99999999999999999999999999999999999999999999", "abs(-9223372036854775808) == title.length",
    "CAST(1e400, 'NSDate') == now()", "CAST(1e308, 'NSDate') == now()", "now() + 1e308 == now()",
    "CAST('999999999-01-01', 'NSDate') == now()", "now().year == 1e300", "(now() + 1e17).year == title.length",
    "(now() + 1e17).weekday == 9", "(now() - 1e300).startOfYear == now()", "title.length > 1e300",
    "round(title.length, 999999999) == -1", "round(title.length, -999999999) == -1", "percentile({1, 2}, 1e300) == 9",
    "percentile({1, 2}, -5) == 9", "random(9223372036854775807) == -1", "random(-1) == -2", "randomn(0) == -1",
    "sum({1, 9223372036854775807}) == 3", "trunc(1e300) == title.length", "sqrt(-1) == title.length",
    "ln(0) == title.length", "exp(1e308) == title.length", "bitwiseAnd:with:(0.5, 1) == 7",
    "leftshift:by:(title.length, 99) == 1", "title.length BETWEEN 5", "title.length BETWEEN {1}", "title.length IN 5",
    "title.length IN {}", "{1}[9223372036854775807] == 1", "{1}[-1] == 1", "{1}[1e300] == 1",
  ]

  /// Calls that make large texts, that read at wrong places, or that other libraries execute.
  private static let functions = [
    "substring(title, -1, 99999999999) == 'x'", "substring(title, 9223372036854775807, 9223372036854775807) == 'x'",
    "replace(title, '', 'xxxxxxxxxx') == 'a'", "replace(title, 'a', title) == 'x'",
    "replace(replace(replace(replace(title,'a',title),'a',title),'a',title),'a',title) == 'x'",
    "format(now(), 'secret') == 'x'", "format(now(), \"" + String(repeating: "y", count: 3_000) + "\") == 'x'",
    "version(title) == version('" + String(repeating: "1.", count: 1_500) + "1')",
    "distanceToLocation:fromLocation:(1, 2) == 7", "noindex:(title) == 'x'", "castObject:toType:(1, 'NSDate') == now()",
    "tokenize:using:(title, 'x') == 1", "valueForKey:('secret') == 's'",
    "FUNCTION(SELF, 'valueForKey:', 'secret') == 's'",
    "FUNCTION(SELF, 'secret') == 's'", "CAST(SELF, 'NSString') CONTAINS 's'", "CAST('title', 'Class') == nil",
  ]

  /// Names that other libraries, databases and tools have, and tries to read objects as a whole.
  private static let names = [
    "SELF['secret'] == 's'", "description CONTAINS 'secret'", "SELF.description CONTAINS 's'",
    "Post.@max.secret == 's'",
    "Note.@max.secret == 's'", "ANY Post.secret == 's'", "ANY Note.secret == 's'", "Post[1].secret == 's'",
    "Note[1].secret == 's'", "SUBQUERY(Post, $p, $p.secret BEGINSWITH 's').@count > 0", "rowid == 1", "_rowid_ == 1",
    "sqlite_master.sql == 'x'", "SELF.#secret == 's'", "#secret == 's'", "\"secret\" == title",
    "SELF.\"secret\" == 's'",
    "title*.secret == 's'", "FETCH(Post, 'secret') == 1", "ANYKEY == 's'", "objectID == 1", "%K == 'x'",
    "title == %d", "$secret == 1", "$n := 3", "title == secret", "title.secret == 's'", "title.@max.secret == 's'",
    "SECRET == 's'", "ѕecret == 's'", "secret.length == 1", "TERNARY(secret == 's', 1, 2) == 1",
    "SUBQUERY({SELF}, $s, $s.secret == 's').@count > 0", "{SELF}[0].secret == 's'", "title == 'x' ; secret == 's'",
  ]

  /// Tokens from which random texts are made.
  package static let tokens = [
    "title", "title.length", "secret", "ANY", "ALL", "NONE", "NOT", "AND", "OR", "(", ")", "{", "}", "[", "]", "==",
    "!=",
    "<", ">=", "IN", "LIKE", "MATCHES", "CONTAINS[cd]", "BETWEEN", "SUBQUERY(", "$x", ",", ".@count", "@sum.self", "1",
    "-3",
    "1e9", "'a'", "\"b*\"", "nil", "+", "-", "*", "/", "**", "<<", "&", ".", "SELF", "CAST(", "'NSDate'", "sum(",
    "length(",
    "TERNARY(", "now()", "UNION", "FUNCTION(", "%@", "YES", "\u{301}", "\\", "show", "desc", ":=", "\u{0}", "é", "'",
  ]

  /// Tokens in a random order, the same for the same seed.
  package static func random(seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...14, using: &random)
    return (0..<count).map { _ in tokens.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }
}
