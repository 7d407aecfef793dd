import PredicateModel
import PredicateSyntax

/// Hints for calls and clauses that are written as words of English: `avg rating`, `distinct genre`, `first 3`, `Movie by genre`.
extension StatementAdvice {
  /// Words for aggregates and for `distinct`, and their names in this language.
  private static let spokenNames = [
    "sum": "sum", "avg": "avg", "average": "avg", "mean": "avg", "min": "min", "minimum": "min", "lowest": "min",
    "max": "max", "maximum": "max", "highest": "max", "median": "median", "mode": "mode", "stddev": "stddev",
    "variance": "variance", "count": "count", "distinct": "distinct", "unique": "distinct",
  ]

  /// Suggests `Movie show avg(rating)` for `avg rating` and for `Movie show avg rating`, and `Movie show distinct genre` for `distinct genre`.
  func spokenCall(in text: String, _ entity: Entity) -> Hint? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    return tokens.indices.lazy.compactMap { position -> Hint? in
      let word = tokens[position]
      guard word.kind == .word, let name = Self.spokenNames[word.text.lowercased()],
        entity.member(named: word.text) == nil, position == 0 || !tokens[position - 1].isMark(".")
      else { return nil }
      let isOf = position + 1 < tokens.count && tokens[position + 1].isWord("of")
      let path = Self.path(beginning: tokens[(position + (isOf ? 2 : 1))...])
      guard let last = path.last else { return nil }
      if position == 0 {
        return name == "count" ? nil : self.spoken(name, path, tokens, in: text, entity)
      }
      let written = path.map(\.text).joined()
      let place = word.range.lowerBound..<last.range.upperBound
      let isOfMany = if case .objects? = self.place(of: path, from: entity) { true } else { false }
      let form = name == "count" && isOfMany ? "\(written).@count" : Self.call(name, of: written)
      return form == "\(word.text) \(written)" ? nil : statement("write", Self.text(text, replacing: place, by: form))
    }.first
  }

  private static func call(_ name: String, of value: String) -> String {
    name == "distinct" ? "distinct \(value)" : "\(name)(\(value))"
  }

  /// The hint for a statement that begins with the word of an aggregate: `sum Invoice.total where year > 2020`, `avg rating by genre`, `max year of movies`.
  private func spoken(
    _ name: String, _ path: [SourceToken], _ tokens: [SourceToken], in text: String, _ entity: Entity
  ) -> Hint? {
    var (owner, value) = (entity, path)
    // `distinct Customer country`
    if path.count == 1, entity.member(named: path[0].text) == nil, let named = model.entity(inOneOrMany: path[0].text) {
      let own = Self.path(beginning: tokens.drop { $0.range.lowerBound < path[0].range.upperBound })
      if !own.isEmpty, place(of: own, from: named) != nil { (owner, value) = (named, own) }
    }
    if path.count > 2, entity.member(named: path[0].text) == nil, let named = model.entity(inOneOrMany: path[0].text) {
      (owner, value) = (named, Array(path[2...]))
    }
    guard let last = [path, value].compactMap(\.last).max(by: { $0.range.upperBound < $1.range.upperBound }) else {
      return nil
    }
    var end = last.range.upperBound
    let rest = tokens.filter { $0.range.lowerBound >= end }
    if rest.count > 1, ["of", "in", "from", "for"].contains(where: { rest[0].isWord($0) }),
      let named = model.entity(inOneOrMany: rest[1].text)
    {
      (owner, end) = (named, rest[1].range.upperBound)
    }
    let bytes = Array(text.utf8)
    let after = Self.words(bytes[end...])
    // A single name may be the name of the column in another case.
    let column = value.count == 1 ? owner.memberNames.first { $0.isSameSQLName(as: value[0].text) } : nil
    let call = Self.call(name, of: column ?? value.map(\.text).joined())
    let subject = owner.name.asStatementName
    let next = tokens.first { $0.range.lowerBound >= end }
    if let next, next.isWord("by") || next.isWord("per"), name != "distinct" {
      let keys = Self.words(bytes[next.range.upperBound...])
      return statement("for each group, write", "\(subject) group by \(keys) show \(keys), \(call)")
    }
    let parts = next?.isWord("where") == true ? [subject, after, "show", call] : [subject, "show", call, after]
    return statement("a value comes after show:", parts.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// A part of a statement without semicolons, and without spaces around it.
  private static func words(_ bytes: ArraySlice<UInt8>) -> String {
    StatementText.trimmed(bytes.filter { $0 != UInt8(ascii: ";") })
  }

  /// The tokens of the path at the beginning of some tokens: `lentToFriend.friendName`.
  static func path(beginning tokens: ArraySlice<SourceToken>) -> [SourceToken] {
    var path: [SourceToken] = []
    for token in tokens {
      let isNameExpected = path.last?.isMark(".") ?? true
      guard isNameExpected ? token.kind == .word : token.isMark(".") else { break }
      path.append(token)
    }
    if path.last?.isMark(".") == true { path.removeLast() }
    return path
  }

  /// Suggests other words for `first`: `Movie limit 3` for `Movie first 3`, and `first 3 of each genre` for `first 3 by genre`.
  func firstObjects(_ tokens: [SourceToken], before offset: Int, in text: String) -> Hint? {
    guard let position = tokens.lastIndex(where: { $0.kind == .number && $0.range.upperBound <= offset }), position > 0,
      tokens[position - 1].isWord("first")
    else { return nil }
    let number = tokens[position]
    let limited = Self.text(text, replacing: tokens[position - 1].range, by: "limit")
    if let hint = statement("for the first \(number.text) rows, write", limited) { return hint }
    let words = tokens[(position + 1)...].prefix { token in
      ["of", "for", "per", "by", "each", "every"].contains { token.isWord($0) }
    }
    let place = number.range.upperBound..<(words.last ?? number).range.upperBound
    return statement("write", Self.text(text, replacing: place, by: " of each"))
  }

  /// Suggests clauses for keys that follow `by` without `group` or `sort`: `Movie group by genre` and `Movie sort by genre` for `Movie by genre`. For
  /// `count Movie by genre` it suggests `Movie group by genre show genre, count()`.
  func keysAlone(_ tokens: [SourceToken], _ by: SourceToken, in text: String) -> Hint? {
    guard let first = tokens.first else { return nil }
    if first.isWord("count"), tokens.count > 2 {
      let bytes = Array(text.utf8)
      let keys = Self.words(bytes[by.range.upperBound...])
      let head = StatementText.trimmed(bytes[first.range.upperBound..<by.range.lowerBound])
      return statement("for each group, write", "\(head) group by \(keys) show \(keys), count()")
    }
    return Hint.either([
      statement("for groups, write", Self.text(text, replacing: by.range, by: "group by")),
      statement("for an order, write", Self.text(text, replacing: by.range, by: "sort by")),
    ])
  }

  /// Suggests `count Loan` and `Movie show title, loans.@count` for `count loans` if `loans` is a relationship of the current entity.
  func countOfMany(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard tokens.count > 1, tokens[0].isWord("count"), let first = inside.first, let last = inside.last,
      tokens[1].range == first.range,
      tokens.allSatisfy({ $0.range.upperBound <= last.range.upperBound || $0.text == ";" }),
      inside.allSatisfy({ $0.kind == .word || $0.isMark(".") }),
      case .objects(let destination)? = place(of: inside, from: entity)
    else { return nil }
    let columns = [entity.titleAttribute?.name.asStatementName, "\(inside.map(\.text).joined()).@count"]
    let each = columns.compactMap(\.self).joined(separator: ", ")
    return Hint.either([
      statement("to count all objects, write", "count \(destination.name.asStatementName)"),
      statement("for each object, write", "\(entity.name.asStatementName) show \(each)"),
    ])
  }

  /// Suggests `Friend[1]` for `Friend/1`, and `Customer["ALFKI"]` for `Customer/ALFKI`.
  func slashed(_ tokens: [SourceToken], in text: String) -> Hint? {
    guard tokens.count > 2, tokens[1].text == "/", let entity = model.entity(inOneOrMany: tokens[0].text),
      [.number, .word, .string].contains(tokens[2].kind)
    else { return nil }
    let key = tokens[2].kind == .word ? QueryExpression.literal(.string(tokens[2].text)).exactFormat : tokens[2].text
    let place = tokens[0].range.lowerBound..<tokens[2].range.upperBound
    return statement("write", Self.text(text, replacing: place, by: ObjectReference.label(entity.name, [key])))
  }

  /// The issue for a date that is written without quotes: `lentOn > 10.01.2026` should be `lentOn > "2026-01-10"`. If the left side is a text, there
  /// is a proposal only for equality, because the order of texts is not that of days.
  func dottedDate(
    _ issue: PredicateIssue, _ tokens: [SourceToken], at offset: Int, in text: String, _ entity: Entity
  ) -> PredicateIssue {
    let bytes = Array(text.utf8)
    func isPart(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
    guard offset < bytes.count else { return issue }
    let start = bytes[..<offset].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex { !isPart($0) } ?? bytes.count
    let written = String(decoding: bytes[start..<end], as: UTF8.self)
    let parts = written.split(separator: ".")
    guard parts.count == 3, parts[2].utf8.count == 4, let day = Int(parts[0]), let month = Int(parts[1]),
      (1...31).contains(day), (1...12).contains(month),
      let sign = tokens.lastIndex(where: { $0.range.upperBound <= start }), tokens[sign].kind == .sign,
      case .value(let type, _)? = place(of: Self.path(endingAt: Array(tokens[..<sign])), from: entity)
    else { return issue }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hint: Hint?
    switch type.family {
    case .date:
      let date = "\"\(parts[2])-\(padded(month))-\(padded(day))\""
      hint = statement(
        "a date must be in quotes, with the year first, so write", Self.text(text, replacing: start..<end, by: date))
    case .string where ["=", "==", "!=", "<>"].contains(tokens[sign].text):
      hint = statement("a text must be in quotes:", Self.text(text, replacing: start..<end, by: "\"\(written)\""))
    default: hint = nil
    }
    return hint.map { issue.with(hint: $0, in: text) } ?? issue.withoutHint
  }

  /// Suggests `Movie` for `pivot Movie`: a statement begins with an entity.
  func entityAfterWord(
    _ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity
  ) -> Hint? {
    guard inside.count == 1, let word = inside.first, tokens.count > 1, tokens[0].range == word.range,
      word.kind == .word, entity.member(named: word.text) == nil, tokens[1].kind == .word
    else { return nil }
    if model.entity(inOneOrMany: tokens[1].text) != nil {
      let rest = String(decoding: Array(text.utf8)[tokens[1].range.lowerBound...], as: UTF8.self)
      return statement("a statement must begin with the name of an entity, so write", rest)
    }
    let isOperator = OperatorTable.entries.contains { $0.spellings.contains(tokens[1].text.uppercased()) }
    let hasHelp = commandUsages.contains { $0.name.hasSameScalars(as: "help") }
    return isOperator || ClauseKind(tokens[1]) != nil || !hasHelp ? nil : ".help lists the forms of statements"
  }
}
