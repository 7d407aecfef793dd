import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

// Hints for statements and functions of other languages. Each proposal has been parsed and bound, so it can be typed unchanged.
extension StatementAdvice {
  /// The expressions for words that mean days in other languages.
  private static let days: [String: String] = [
    "yesterday": "now().startOfDay - 86400", "today": "now().startOfDay", "tomorrow": "now().startOfDay + 86400",
    "now": "now()", "current_date": "now().startOfDay", "current_timestamp": "now()",
  ]

  /// Words that begin a limit in other languages.
  private static let limits = ["top", "take", "head"]

  /// Words that begin a clause in other languages. A following `by` is replaced, too.
  private static let clauses = [
    "skip": "offset", "orderby": "sort by", "sortby": "sort by", "sorted": "sort by", "ordered": "sort by",
    "grouped": "group by", "per": "group by", "columns": "show", "fields": "show", "display": "show", "with": "where",
    "if": "where", "when": "where", "whose": "where", "that": "where", "which": "where",
  ]

  /// Words that fetch objects in other languages.
  private static let verbs = ["find", "get", "list", "fetch", "display", "print", "give", "select", "show"]

  /// The hint for a function that the language lacks: the equivalent expression, or where functions are listed.
  func function(_ issue: PredicateIssue, _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    if let word = inside.first, word.kind == .word, inside.count > 2, inside[1].isMark("("),
      let end = inside.last, end.isMark(")")
    {
      let arguments = Self.arguments(inside, in: text)
      let form =
        FunctionHabit.form(of: word.text, arguments) ?? average(of: word.text, arguments, entity)
      if let form {
        let place = word.range.lowerBound..<end.range.upperBound
        if let proposal = statement("write", Self.text(text, replacing: place, by: form)) { return proposal }
        if canBind(form, entity) { return Hint("write", proposing: form) }
      }
      if let nearest = FunctionTable.standard.suggestion(for: word.text) {
        return Hint("the nearest is “\(nearest)”", for: "\(nearest)(\(arguments.joined(separator: ", ")))")
      }
    }
    let isKnown = issue.parameters.contains { name in
      FunctionTable.standard.suggestion(for: name) != nil
        || !FunctionTable.standard.definitions(beginningWith: name).isEmpty
    }
    return isKnown || !hasCommands ? nil : ".help functions lists the functions"
  }

  /// The mean of an attribute of all objects, or of the objects of a path: `Movie.@avg.year`, `average(loans.days)`. `@avg` counts nil as 0, and
  /// SQL's AVG leaves NULL out. So for a value that may be nil, `average(Movie.@unionOfObjects.rating)` is proposed.
  private func average(of name: String, _ arguments: [String], _ entity: Entity) -> String? {
    guard ["avg", "mean"].contains(name.lowercased()), let path = arguments.first, arguments.count == 1 else {
      return nil
    }
    let names = path.split(separator: ".")
    if names.count > 1 { return "average(\(path))" }
    if case .attribute(let attribute)? = entity.member(named: path), !attribute.isOptional {
      return "\(entity.name).@avg.\(path)"
    }
    return "average(\(entity.name).@unionOfObjects.\(path))"
  }

  /// The texts of a call's arguments.
  private static func arguments(_ call: [SourceToken], in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var depth = 0
    var start = call[1].range.upperBound
    var parts: [String] = []
    func add(upTo end: Int) {
      let part = String(decoding: bytes[start..<end], as: UTF8.self)
      parts.append(part.drop { $0.isWhitespace }.description)
    }
    for token in call.dropFirst(2).dropLast() {
      if ["(", "{", "["].contains(token.text), token.kind == .mark { depth += 1 }
      if [")", "}", "]"].contains(token.text), token.kind == .mark { depth -= 1 }
      if token.isMark(","), depth == 0 {
        add(upTo: token.range.lowerBound)
        start = token.range.upperBound
      }
    }
    if let end = call.last, call.count > 3 { add(upTo: end.range.lowerBound) }
    return parts
  }

  static func text(_ text: String, replacing place: Range<Int>, by words: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + words
      + String(decoding: bytes[place.upperBound...], as: UTF8.self)
  }

  private func canBind(_ form: String, _ entity: Entity) -> Bool {
    guard let expression = try? QueryExpression(format: QueryFormat(raw: form)) else { return false }
    return (try? Binder.bind(expression, to: .entity(entity.name, model), variables: variables)) != nil
  }

  // MARK: Whole statements

  /// The hint for a whole text that is not a statement: `show *`, `title, year`, `count(distinct genre)`, `Movie.title`.
  func wholeStatement(_ text: String, _ entity: Entity) -> Hint? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0).filter { $0.text != ";" }
    guard let first = tokens.first, let last = tokens.last, first.kind == .word else { return nil }
    if let star = tokens.indices.dropFirst().first(where: { tokens[$0].text == "*" && tokens[$0 - 1].isWord("show") }) {
      let place = tokens[star - 1].range.lowerBound..<tokens[star].range.upperBound
      let rest = Self.text(text, replacing: place, by: star == 1 ? entity.name : "")
      return statement(
        "to show all properties, leave out “show” and write", rest.split(separator: " ").joined(separator: " "))
    }
    if let proposal = asked(tokens, in: text) { return statement("write", proposal) }
    let names = tokens.filter { !$0.isMark(",") }
    if names.count > 1, names.allSatisfy({ $0.kind == .word && entity.member(named: $0.text) != nil }) {
      let columns = names.map(\.text).joined(separator: ", ")
      return statement("write values after show:", "\(entity.name.asStatementName) show \(columns)")
    }
    if first.isWord("count"), tokens.count > 4, tokens[1].isMark("("), tokens[2].isWord("distinct") {
      return statement("a value comes after show:", "\(entity.name) show \(text)")
    }
    if first.isWord("count"), tokens.count > 4, tokens[1].isWord("distinct"),
      let word = tokens[3...].firstIndex(where: { token in ["in", "from", "of"].contains { token.isWord($0) } }),
      word + 1 < tokens.count, let named = model.entity(inOneOrMany: tokens[word + 1].text)
    {
      let bytes = Array(text.utf8)
      let value = String(decoding: bytes[tokens[2].range.lowerBound..<tokens[word - 1].range.upperBound], as: UTF8.self)
      let rest = String(decoding: bytes[tokens[word + 1].range.upperBound..<last.range.upperBound], as: UTF8.self)
      return statement("a value comes after show:", "\(named.name)\(rest) show count(distinct \(value))")
    }
    if first.isWord("count"), tokens.count > 2, tokens[1].isWord("distinct") {
      let hasName = tokens.count > 4 && tokens[3].isMark(".") && entity.member(named: tokens[2].text) == nil
      let named = hasName ? model.entity(inOneOrMany: tokens[2].text) : nil
      let start = tokens[named == nil ? 2 : 4].range.lowerBound
      let value = String(decoding: Array(text.utf8)[start..<last.range.upperBound], as: UTF8.self)
      return statement("a value comes after show:", "\((named ?? entity).name) show count(distinct \(value))")
    }
    if tokens.count > 3, tokens[1].isMark("("), last.isMark(")"), entity.member(named: tokens[2].text) == nil,
      let named = model.entity(inOneOrMany: tokens[2].text)
    {
      if first.isWord("count"), tokens.count == 4 { return statement("write", "count \(named.name)") }
      guard tokens.count > 5, tokens[3].isMark(".") else { return nil }
      let place = tokens[2].range.lowerBound..<tokens[3].range.upperBound
      return statement("a value comes after show:", "\(named.name) show \(Self.text(text, replacing: place, by: ""))")
    }
    guard tokens.count > 2, tokens[1].isMark("."), entity.member(named: first.text) == nil,
      let named = model.entity(inOneOrMany: first.text),
      tokens.allSatisfy({ $0.kind == .word || $0.isMark(".") })
    else { return nil }
    let path = String(decoding: Array(text.utf8)[tokens[2].range.lowerBound..<last.range.upperBound], as: UTF8.self)
    return statement("a value comes after show:", "\(named.name) show \(path)")
  }

  /// The hint for texts that fetch objects in other languages: `find movies`, `get all movies`, `number of movies`, `Movie.count()`, `Movie(year > 1990)`.
  private func asked(_ tokens: [SourceToken], in text: String) -> String? {
    let bytes = Array(text.utf8)
    let words = tokens.prefix(3).map { $0.text.lowercased() }
    if words.count == 3, words[0] == "number" && words[1] == "of" || words[0] == "how" && words[1] == "many" {
      // “how many movies are there” ends with the entity, so nothing after it is copied.
      let isDone = tokens.count == 5 && tokens[3].isWord("are") && tokens[4].isWord("there")
      return model.entity(inOneOrMany: tokens[2].text).map { entity in
        "count \(entity.name)" + (isDone ? "" : String(decoding: bytes[tokens[2].range.upperBound...], as: UTF8.self))
      }
    }
    if let proposal = ranked(tokens, in: text) { return proposal }
    if Self.verbs.contains(words[0]), words.count > 1 {
      let start = words[1] == "all" ? 2 : 1
      guard tokens.count > start, model.entity(inOneOrMany: tokens[start].text) != nil else { return nil }
      return String(decoding: bytes[tokens[start].range.lowerBound...], as: UTF8.self)
    }
    guard let entity = model.entity(inOneOrMany: tokens[0].text), tokens.count > 2 else { return nil }
    if tokens[1].isMark("."), tokens[2].isWord("count"), entity.member(named: "count") == nil {
      let end = tokens.count > 4 && tokens[3].isMark("(") && tokens[4].isMark(")") ? tokens[4] : tokens[2]
      return "count \(entity.name)" + String(decoding: bytes[end.range.upperBound...], as: UTF8.self)
    }
    guard tokens[1].isMark("("), let end = tokens.lastIndex(where: { $0.isMark(")") }), end > 2 else { return nil }
    let condition = String(decoding: bytes[tokens[1].range.upperBound..<tokens[end].range.lowerBound], as: UTF8.self)
    return "\(entity.name) where \(condition)"
      + String(decoding: bytes[tokens[end].range.upperBound...], as: UTF8.self)
  }

  /// Suggests `Movie sort by rating desc limit 5` for `top 5 movies by rating`, and `Movie limit 5` for `first 5 movies`.
  private func ranked(_ tokens: [SourceToken], in text: String) -> String? {
    guard tokens.count > 2, ["top", "bottom", "first", "last"].contains(tokens[0].text.lowercased()),
      tokens[1].kind == .number, let entity = model.entity(inOneOrMany: tokens[2].text)
    else { return nil }
    let limit = "limit \(tokens[1].text)"
    guard tokens.count > 4, tokens[3].isWord("by"), let last = tokens.last else {
      return tokens.count == 3 ? "\(entity.name) \(limit)" : nil
    }
    let isDescending = tokens[0].isWord("top") || tokens[0].isWord("last")
    let key = String(decoding: Array(text.utf8)[tokens[4].range.lowerBound..<last.range.upperBound], as: UTF8.self)
    return "\(entity.name) sort by \(key)\(isDescending ? " desc" : "") \(limit)"
  }

  /// The hint for text where a clause should be: `Movie top 3`, `Movie join Friend`, `Movie show title year`, `show title as My Title`.
  func clause(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, let position = tokens.firstIndex(where: { $0.range == word.range }), position > 0
    else { return nil }
    if word.isMark(",") { return statement("write", Self.text(text, replacing: word.range, by: " AND")) }
    if let clause = Self.clauses[word.text.lowercased()] {
      let hasBy = position + 1 < tokens.count && tokens[position + 1].isWord("by")
      let end = hasBy ? tokens[position + 1].range.upperBound : word.range.upperBound
      return statement("write", Self.text(text, replacing: word.range.lowerBound..<end, by: clause))
    }
    if word.isWord("by") { return keysAlone(tokens, word, in: text) }
    if Self.limits.contains(word.text.lowercased()) {
      return statement("write", Self.text(text, replacing: word.range, by: "limit"))
    }
    if word.isWord("join") || word.isWord("inner") || word.isWord("left") {
      return joined(Array(tokens[position...]), with: tokens[position - 1].text)
    }
    let before = tokens[position - 1]
    if position > 1, tokens[position - 2].isWord("as") {
      let end =
        tokens[position...].first { $0.isMark(",") || ClauseKind($0) != nil }.map { $0.range.lowerBound }
        ?? tokens[tokens.count - 1].range.upperBound
      let name = String(decoding: Array(text.utf8)[before.range.lowerBound..<end], as: UTF8.self)
      let written = name.reversed().drop { $0.isWhitespace }.reversed()
      let place = before.range.lowerBound..<(before.range.lowerBound + String(written).utf8.count)
      return statement(
        "a name that consists of several words must be in quotes, so write",
        Self.text(text, replacing: place, by: "\"\(String(written))\"")
      )
    }
    guard word.kind == .word, ClauseKind(word) == nil else { return nil }
    let place = before.range.upperBound..<before.range.upperBound
    return statement("a comma separates values:", Self.text(text, replacing: place, by: ","))
      ?? statement("a name comes after as:", Self.text(text, replacing: place, by: " as"))
      ?? statement("conditions must be joined with AND or OR, so write", Self.text(text, replacing: place, by: " AND"))
  }

  /// Suggests `Movie show title, lentToFriend.friendName` for `Movie join Friend`.
  func joined(_ tokens: [SourceToken], with name: String) -> Hint? {
    guard let join = tokens.first(where: { $0.isWord("join") }),
      let other = tokens.first(where: { $0.range.lowerBound >= join.range.upperBound }),
      let entity = model.entity(inOneOrMany: name),
      let second = model.entity(inOneOrMany: other.text),
      let relationship = entity.relationships.first(where: { $0.destination.hasSameScalars(as: second.name) })
    else { return nil }
    let isMany = relationship.cardinality == .toMany
    let value =
      isMany
      ? "\(relationship.name).@count"
      : second.titleAttribute.map { "\(relationship.name).\($0.name)" } ?? relationship.name
    let columns = [entity.titleAttribute?.name, value].compactMap { $0 }.joined(separator: ", ")
    return statement("a path leads to other objects:", "\(entity.name) show \(columns)")
  }

  /// Replaces a word for a day: `orderedAt > yesterday`.
  func day(_ inside: [SourceToken], in text: String) -> Hint? {
    guard inside.count == 1, let day = Self.days[inside[0].text.lowercased()] else { return nil }
    return statement("write", Self.text(text, replacing: inside[0].range, by: day))
  }
}

/// Translates functions of SQL and spreadsheets: `upper(name)` becomes `uppercase(name)`.
enum FunctionHabit {
  /// Functions that have another name in this language and the same arguments.
  private static let names: [String: String] = [
    "upper": "uppercase", "ucase": "uppercase", "toupper": "uppercase", "lower": "lowercase", "lcase": "lowercase",
    "tolower": "lowercase", "len": "length", "char_length": "length", "strlen": "length", "substr": "SUBSTRING",
    "mid": "SUBSTRING", "octet_length": "byteCount", "datalength": "byteCount", "mod": "modulus", "pow": "raise",
    "power": "raise", "ceil": "ceiling", "iif": "TERNARY",
    "if": "TERNARY", "ltrim": "trim", "rtrim": "trim", "truncate": "trunc", "ifnull": "coalesce", "nvl": "coalesce",
    "stddev_pop": "stddev", "stdev": "stddev", "var_pop": "variance", "var": "variance", "quantile": "percentile",
    "quantile_cont": "percentile", "string_agg": "groupConcat", "group_concat": "groupConcat", "listagg": "groupConcat",
  ]

  /// The property of dates that corresponds to a format of `strftime` or a unit of `date_trunc`.
  private static let units: [String: String] = [
    "%Y": "year", "%m": "month", "%d": "day", "%H": "hour", "%M": "minute", "%S": "second", "%w": "weekday",
    "%j": "dayOfYear", "%V": "week", "%G": "weekYear", "%Y-%m": "startOfMonth", "%Y-%m-01": "startOfMonth",
    "%Y-%m-%d": "startOfDay",
    "year": "startOfYear", "quarter": "startOfQuarter", "month": "startOfMonth", "week": "startOfWeek",
    "day": "startOfDay",
  ]

  /// The name of the aggregate in this language for a name in another language; nil if there is none.
  static func aggregate(named name: String) -> String? {
    names[name.lowercased()].flatMap { ["stddev", "variance", "percentile", "groupConcat"].contains($0) ? $0 : nil }
  }

  /// The equivalent expression for a call of a function of another language; nil if there is none.
  static func form(of name: String, _ arguments: [String]) -> String? {
    let name = name.lowercased()
    if let other = names[name] { return "\(other)(\(arguments.joined(separator: ", ")))" }
    guard let first = arguments.first else {
      if ["today", "curdate"].contains(name) { return "now().startOfDay" }
      return ["getdate", "sysdate", "current_timestamp", "current_date"].contains(name) ? "now()" : nil
    }
    let last = arguments[arguments.count - 1]
    switch (name, arguments.count) {
    case ("left", 2): return "substring(\(first), 1, \(last))"
    case ("right", 2): return "substring(\(first), length(\(first)) - \(last) + 1)"
    case ("round", 1): return "round(\(first), 0)"
    case ("concat", 2...): return arguments.joined(separator: " + ")
    case ("isnull", 2): return "coalesce(\(first), \(last))"
    case ("nullif", 2): return "TERNARY(\(first) == \(last), nil, \(first))"
    case ("strftime", 2), ("date_trunc", 2): return units[String(first.dropFirst().dropLast())].map { "\(last).\($0)" }
    case ("date", 1): return "\(first).startOfDay"
    case ("datediff", 2): return "(\(first) - \(last)).days"
    default: return nil
    }
  }
}
