import PredicateModel
import PredicateSyntax

// Hints that rewrite constructs of other languages in this language. Each rewritten statement is parsed and bound before it is proposed.
extension StatementAdvice {
  /// Suggests `genre IN {'Noir', 'War'}` for `genre = 'Noir' or 'War'`.
  func alternative(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard inside.count == 1, let position = tokens.firstIndex(where: { $0.range == inside[0].range }), position > 3,
      ["OR", "||"].contains(tokens[position - 1].text.uppercased()), ["=", "=="].contains(tokens[position - 3].text)
    else { return nil }
    let path = Self.path(endingAt: Array(tokens[..<(position - 3)])).map(\.text).joined()
    return hint(
      "several values must be a list in braces, so write",
      "\(path) IN {\(tokens[position - 2].text), \(inside[0].text)}", entity)
  }

  /// Suggests `tags.@count > 0` for `exists(tags)`.
  func existence(_ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard inside.count > 3, inside[0].isWord("exists") || inside[0].isWord("has"), inside[1].isMark("(") else {
      return nil
    }
    let path = inside.dropFirst(2).dropLast().map(\.text).joined()
    return hint("a condition compares:", "\(path).@count > 0", entity)
      ?? hint("a condition compares:", "\(path) != nil", entity)
  }

  /// Suggests `Movie show avg(rating)` for `avg(rating)`.
  func shownValue(_ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    // A word such as `no` is a constant, and was not meant as a value.
    guard let first = inside.first, let last = inside.last, inside.contains(where: { $0.kind == .word }),
      inside.count > 1 || place(of: inside, from: entity) != nil
    else { return nil }
    let value = String(
      decoding: Array(text.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    return statement("a value comes after show:", "\(entity.name) show \(value)")
  }

  /// Suggests `Movie where year > 1990 show title` for `Movie show title where year > 1990`.
  func conditionFirst(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, word.isWord("where"),
      let start = tokens.firstIndex(where: { $0.range == word.range }),
      let clause = tokens.firstIndex(where: { ClauseKind($0) != nil }), clause < start
    else { return nil }
    let end = tokens[(start + 1)...].firstIndex { ClauseKind($0) != nil } ?? tokens.endIndex
    let bytes = Array(text.utf8)
    func part(_ tokens: ArraySlice<SourceToken>) -> String {
      guard let first = tokens.first, let last = tokens.last else { return "" }
      return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
    let parts = [tokens[..<clause], tokens[start..<end], tokens[clause..<start], tokens[end...]].map(part)
    return statement("the condition comes first:", parts.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// Suggests `Movie sort by year desc limit 1` for `year = max(year)`.
  func extreme(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard let name = inside.first, name.isWord("max") || name.isWord("min"), inside.count > 3,
      let sign = tokens.last(where: { $0.range.upperBound <= name.range.lowerBound }), ["=", "=="].contains(sign.text)
    else { return nil }
    let path = inside.dropFirst(2).dropLast().map(\.text).joined()
    let order = name.isWord("max") ? " desc" : ""
    return statement("to find the object with this value, write", "\(entity.name) sort by \(path)\(order) limit 1")
  }

  /// Suggests `'It\\'s'` for `'It''s'`.
  func doubledQuote(_ tokens: [SourceToken], _ inside: [SourceToken]) -> Hint? {
    guard let second = inside.first, second.kind == .string,
      let first = tokens.first(where: { $0.range.upperBound == second.range.lowerBound }), first.kind == .string
    else { return nil }
    return "a quote inside a text needs a backslash before it: \(first.text.dropLast())\\\(second.text)"
  }

  /// Suggests `group by lowercase(genre) as genre` for `group by genre[c]`.
  func folded(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let first = inside.first, let last = inside.last, first.kind == .word,
      let end = tokens.firstIndex(where: { $0.range == last.range }), end + 3 < tokens.count,
      tokens[end + 1].isMark("["), tokens[end + 3].isMark("]"), tokens[end + 2].text.lowercased().contains("c"),
      tokens[end + 2].text.lowercased().allSatisfy({ "cdnl".contains($0) })
    else { return nil }
    let value = "lowercase(\(inside.map(\.text).joined()))"
    let place = first.range.lowerBound..<tokens[end + 3].range.upperBound
    let isNamed = end + 4 < tokens.count && tokens[end + 4].isWord("as")
    return statement("write", Self.text(text, replacing: place, by: isNamed ? value : "\(value) as \(last.text)"))
  }

  /// Suggests `SUBQUERY(Event, $x, $x.userId == id).@count > 0` for `id IN Event.userId`.
  func membership(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, let named = model.entity(inOneOrMany: word.text),
      let position = tokens.firstIndex(where: { $0.range == word.range }), position > 1,
      tokens[position - 1].isWord("in")
    else { return nil }
    let left = Self.path(endingAt: Array(tokens[..<(position - 1)]))
    let right = tokens[(position + 1)...].enumerated().prefix { number, token in
      number.isMultiple(of: 2) ? token.isMark(".") : token.kind == .word
    }.map(\.element)
    guard let first = left.first, let last = right.last, last.kind == .word else { return nil }
    let condition = "$x\(right.map(\.text).joined()) == \(left.map(\.text).joined())"
    return statement(
      "write",
      Self.text(
        text, replacing: first.range.lowerBound..<last.range.upperBound,
        by: "SUBQUERY(\(named.name), $x, \(condition)).@count > 0"))
  }

  /// Suggests `Movie[24]` for `Movie 24`.
  func keyed(_ tokens: [SourceToken], _ inside: [SourceToken]) -> Hint? {
    guard tokens.count == 2, let entity = model.entity(inOneOrMany: tokens[0].text), tokens[1].kind == .number,
      entity.keyName != nil
    else { return nil }
    return statement("write", ObjectReference.label(entity.name, [tokens[1].text]))
  }

  /// Suggests `Loan where friend.id == 3` for `Friend[3].loans`, and `Friend where id == 3 show friendName` for `Friend[3].friendName`.
  func keyedPath(_ tokens: [SourceToken], in text: String) -> Hint? {
    guard tokens.count > 5, tokens[1].isMark("["), tokens[3].isMark("]"), tokens[4].isMark("."),
      let entity = model.entity(inOneOrMany: tokens[0].text), tokens[2].kind == .number, let name = entity.keyName
    else { return nil }
    let key = tokens[2].text
    if tokens.count == 6, let relationship = entity.relationship(named: tokens[5].text),
      let inverse = relationship.inverse,
      let elements = model.entity(named: relationship.destination), relationship.cardinality == .toMany
    {
      let isOne = elements.relationship(named: inverse)?.cardinality == .toOne
      return statement("write", "\(elements.name) where \(isOne ? "" : "ANY ")\(inverse).\(name) == \(key)")
    }
    let path = String(decoding: Array(text.utf8)[tokens[5].range.lowerBound...], as: UTF8.self)
    return statement("write", "\(entity.name) where \(name) == \(key) show \(path)")
  }

  /// Suggests `count Movie where year > 1990` for `Movie where year > 1990 count`.
  func counted(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, word.isWord("count"), tokens.last?.range == word.range else { return nil }
    return statement(
      "write", "count " + StatementText.trimmed(Array(text.utf8)[..<word.range.lowerBound]))
  }

  /// Suggests an operator for several words: `tags.@count == 0` for `tags is empty`, `title BEGINSWITH "A"` for `title starts with "A"`.
  func operation(of issue: PredicateIssue, in text: String) -> Hint? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    guard let range = issue.range,
      let position = tokens.firstIndex(where: { token in
        // The issue for a value that is not a condition has the range of the value before the operator.
        issue.code == "bare-value"
          ? token.range.lowerBound >= Int(range.upperBound) : token.range.lowerBound == Int(range.lowerBound)
      }), position > 0
    else { return nil }
    let words = tokens[position...].prefix(6).map { $0.text.lowercased() }
    let path = Self.path(endingAt: Array(tokens[..<position]))
    let name = path.map(\.text).joined()
    func proposal(_ count: Int, _ forms: String...) -> Hint? {
      guard let first = path.first else { return nil }
      let place = first.range.lowerBound..<tokens[position + count - 1].range.upperBound
      return forms.lazy.compactMap { statement("write", Self.text(text, replacing: place, by: $0)) }.first
    }
    let empty = Self.withoutElements(name)
    if let (count, sign) = Self.magnitude(words) { return proposal(count, "\(name) \(sign)") }
    switch words.prefix(2) {
    case ["is", "empty"]: return proposal(2, empty, "\(name) == \"\"", "\(name) == nil")
    case ["is", "not"] where words.count > 2 && words[2] == "empty":
      return proposal(3, "\(name).@count > 0", "\(name) != \"\"", "\(name) != nil")
    case ["is", "missing"], ["is", "unknown"]: return proposal(2, "\(name) == nil")
    case ["does", "not"] where words.count > 2 && words[2] == "exist": return proposal(3, "\(name) == nil")
    case ["is", "not"]: return proposal(2, "\(name) !=")
    case ["starts", "with"]: return proposal(2, "\(name) BEGINSWITH")
    case ["ends", "with"]: return proposal(2, "\(name) ENDSWITH")
    default:
      // The operator consists of several words after one value: `rating exists`.
      if words[0] == "exists" { return proposal(1, "\(name).@count > 0", "\(name) != nil") }
      if words[0] == "empty" { return proposal(1, empty, "\(name) == \"\"", "\(name) == nil") }
      if Self.searches.contains(words[0]), position + 1 < tokens.count, tokens[position + 1].kind == .string {
        return Self.whole(tokens[position + 1].text).flatMap { proposal(2, "\(name) MATCHES \($0)") }
      }
      return Self.comparisons[words[0]].flatMap { proposal(1, "\(name) \($0)") }
    }
  }

  /// The condition that a path has no elements. A path of several steps may have a relationship that is nil, and then its count is nil.
  static func withoutElements(_ path: String) -> String {
    path.contains(".") ? "NOT \(path).@count > 0" : "\(path).@count == 0"
  }

  /// Suggests `total > 10` for `total is greater than 10`: how many words are the operator, and its sign. Nil for other words.
  private static func magnitude(_ words: [String]) -> (count: Int, sign: String)? {
    var count = words.first == "is" ? 1 : 0
    guard count < words.count, let sign = magnitudes[words[count]] else { return nil }
    count += 1
    func takes(_ word: String) -> Bool { count < words.count && words[count] == word }
    if takes("than") || sign == "==" && takes("to") { count += 1 }
    guard sign != "==", count + 1 < words.count, words[count] == "or", words[count + 1] == "equal" else {
      return (count, sign)
    }
    count += 2
    if takes("to") { count += 1 }
    return (count, sign + "=")
  }

  private static let magnitudes = [
    "greater": ">", "more": ">", "larger": ">", "bigger": ">", "higher": ">", "above": ">", "over": ">", "later": ">",
    "less": "<", "smaller": "<", "fewer": "<", "lower": "<", "below": "<", "under": "<", "earlier": "<", "equal": "==",
  ]

  /// Operators of other languages that look for a pattern anywhere in a text.
  private static let searches: Set<String> = ["regexp", "rlike", "regex"]

  /// A pattern for the whole text, as MATCHES has it, from a pattern that is looked for: `'The.*'` from `'^The'`. Nil for a pattern whose alternatives
  /// have ends of their own.
  static func whole(_ literal: String) -> String? {
    var pattern = String(literal.dropFirst().dropLast())
    if pattern.contains("|") {
      if pattern.contains("^") || pattern.contains("$") { return nil }
      pattern = "(?:\(pattern))"
    }
    if pattern.hasPrefix("^") {
      pattern.removeFirst()
    } else if !pattern.hasPrefix(".*") {
      pattern = ".*" + pattern
    }
    let escapes = pattern.dropLast().reversed().prefix { $0 == "\\" }.count
    if pattern.hasSuffix("$"), escapes.isMultiple(of: 2) {
      pattern.removeLast()
    } else if !pattern.hasSuffix(".*") {
      pattern += ".*"
    }
    return "\(literal.prefix(1))\(pattern)\(literal.suffix(1))"
  }

  /// The operators for words of other languages.
  private static let comparisons = [
    "is": "==", "equals": "==", "eq": "==", "before": "<", "after": ">", "since": ">=", "until": "<=",
    "startswith": "BEGINSWITH", "hasprefix": "BEGINSWITH", "hassuffix": "ENDSWITH", "match": "MATCHES",
    "includes": "CONTAINS", "contain": "CONTAINS", "beginwith": "BEGINSWITH",
    "startwith": "BEGINSWITH", "endwith": "ENDSWITH",
  ]

  /// Suggests `year BETWEEN {1990, 2000}` for `year in 1990..2000`.
  func span(in text: String) -> Hint? {
    let bytes = Array(text.utf8)
    guard let word = SourceToken.all(in: bytes, from: 0).last(where: { $0.isWord("in") }) else { return nil }
    let rest = String(decoding: bytes[word.range.upperBound...], as: UTF8.self)
    guard let dots = rest.range(of: "..") else { return nil }
    let low = rest[..<dots.lowerBound].drop { $0 == " " }
    var behind = rest[dots.upperBound...]
    if behind.first == "." { behind.removeFirst() }
    let high = behind.prefix { $0.isNumber || $0 == "-" }
    guard Int(low) != nil, Int(high) != nil else { return nil }
    let end = word.range.upperBound + rest.utf8.count - behind.dropFirst(high.count).utf8.count
    return statement(
      "write", Self.text(text, replacing: word.range.lowerBound..<end, by: "BETWEEN {\(low), \(high)}"))
  }

  /// Units of time, in seconds. Months and years are missing, because their lengths vary.
  static let seconds = [
    "second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "week": 604_800,
  ]

  /// Suggests `now() - 30 * 86400` for `now() - 30 days`, and `> now() - 30 * 86400` for `within the last 30 days` and the like.
  func timeSpan(in text: String, _ entity: Entity?) -> Hint? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    func hasWords(_ words: [String], before end: Int) -> Bool {
      end >= words.count && zip(words, tokens[(end - words.count)..<end]).allSatisfy { $1.isWord($0) }
    }
    let found = tokens.indices.dropFirst(2).lazy.compactMap { position -> (Int, Int)? in
      let word = tokens[position].text.lowercased()
      let unit = Self.seconds[word] ?? Self.seconds[String(word.dropLast())]
      return tokens[position - 1].kind == .number ? unit.map { (position, $0) } : nil
    }.first
    guard let (position, unit) = found else { return nil }
    let hasAgo = position + 1 < tokens.count && tokens[position + 1].isWord("ago")
    let end = tokens[hasAgo ? position + 1 : position].range.upperBound
    let number = tokens[position - 1]
    // If the left side is a number attribute, the number before the unit is not a time span.
    let path = Self.path(endingAt: Array(tokens[..<(position - 2)]))
    if !hasAgo, let entity, case .value(let type, _)? = place(of: path, from: entity), type.family == .number {
      return "\(path.map(\.text).joined()) has a number without a unit of time"
    }
    let length = unit == 1 ? number.text : "\(number.text) * \(unit)"
    let habits: [(words: [String], form: String)] = [
      (["within", "the", "last"], "> now() -"), (["within", "last"], "> now() -"),
      (["in", "the", "last"], "> now() -"),
      (["in", "last"], "> now() -"), (["older", "than"], "< now() -"), (["newer", "than"], "> now() -"),
    ]
    for habit in habits where hasWords(habit.words, before: position - 1) {
      let start = tokens[position - 1 - habit.words.count].range.lowerBound
      return statement(
        "a time span must be a number of seconds, so write",
        Self.text(text, replacing: start..<end, by: "\(habit.form) \(length)"))
    }
    let place = number.range.lowerBound..<end
    return statement(
      "a time span must be a number of seconds, so write",
      Self.text(text, replacing: place, by: hasAgo ? "now() - \(length)" : length))
  }

  /// Suggests `price == 2.5` for `price == 2,5`, and `price == 1000.5` for `price == 1.000,5` and `price == 1,000.5`. The
  /// commas of a list such as `{1,2}` give no hint.
  func decimalComma(in text: String) -> Hint? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let commas = Self.commasOutsideLists(in: tokens).lazy.compactMap { comma in
      SourceToken.numberWithComma(in: tokens, at: comma).map { (comma, $0) }
    }
    // The statement is parsed again for each comma, so the hint is about one of the first commas.
    return commas.prefix(16).compactMap { comma, place -> Hint? in
      let (whole, fraction) = (tokens[comma - 1], tokens[comma + 1])
      func mended(_ words: String, _ number: String) -> Hint? {
        statement(words, Self.text(text, replacing: place, by: number))
      }
      let hasPoint = whole.text.contains(".")
      // `1,000` may be a thousand.
      if !hasPoint, whole.text.utf8.count < 4, whole.text != "0", fraction.text.utf8.count == 3 {
        return Hint.either([
          mended("for thousands, write", whole.text + fraction.text),
          mended("for a fraction, write", "\(whole.text).\(fraction.text)"),
        ])
      }
      let number =
        fraction.text.contains(".")
        ? whole.text + fraction.text : "\(hasPoint ? whole.text.filter { $0 != "." } : whole.text).\(fraction.text)"
      return mended("a number has a point:", number)
    }.first
  }

  /// The positions of the commas that do not separate elements of a list such as `{1,2}`.
  private static func commasOutsideLists(in tokens: [SourceToken]) -> [Int] {
    var brackets: [String] = []
    return tokens.indices.filter { position in
      let text = tokens[position].text
      switch text {
      case "{", "(", "[": brackets.append(text)
      case "}", ")", "]": _ = brackets.popLast()
      default: break
      }
      return text == "," && brackets.last != "{"
    }
  }

  /// Suggests `sort by year` for `sort year`.
  func missingBy(_ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first else { return nil }
    return statement("write", Self.text(text, replacing: word.range, by: "\(word.text) by"))
  }

  /// Suggests `first 1 of each genre` for `first of each genre`.
  func firstOfEach(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let of = inside.first, of.isWord("of"), let position = tokens.firstIndex(where: { $0.range == of.range }),
      position > 0, tokens[position - 1].isWord("first")
    else { return nil }
    return statement("write", Self.text(text, replacing: tokens[position - 1].range, by: "first 1"))
  }

  /// Suggests `limit 5 offset 3` for `limit 3, 5`.
  func limits(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let first = inside.first, let position = tokens.firstIndex(where: { $0.range == first.range }),
      position + 2 < tokens.count, position > 0, tokens[position - 1].isWord("limit"), tokens[position + 1].isMark(","),
      tokens[position + 2].kind == .number
    else { return nil }
    let place = first.range.lowerBound..<tokens[position + 2].range.upperBound
    return statement(
      "write", Self.text(text, replacing: place, by: "\(tokens[position + 2].text) offset \(first.text)"))
  }

  /// The tree of a statement. For a command, the tree of the statement in its argument.
  func parsed(_ text: String) -> StatementTree {
    let parser = StatementParser(model: model, currentEntity: currentEntity)
    let tree = parser.parse(text)
    if case .command(let call) = tree.content, call.nameRange.lowerBound < call.argumentRange.lowerBound {
      return parser.parse(text, from: call.argumentRange.lowerBound)
    }
    return tree
  }

  /// A hint with a statement; nil unless the statement can be parsed and bound.
  func statement(_ words: String, _ proposal: String) -> Hint? {
    let tree = parsed(proposal)
    guard let query = tree.query ?? tree.change?.query, query.canRun(on: model, variables: variables) else {
      return nil
    }
    if let change = tree.change, let entity = model.entity(named: change.entity),
      change.assignments.contains(where: { entity.member(named: $0.member) == nil })
    {
      return nil
    }
    return Hint(words, proposing: proposal, isStatement: true)
  }
}
