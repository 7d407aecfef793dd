import PredicateModel
import PredicateSyntax

/// Hints for words such as no, with and without: `no tags`, `Track without playlists`, `Album with tracks`.
extension StatementAdvice {
  private static func isNegative(_ token: SourceToken) -> Bool { token.isWord("no") || token.isWord("without") }

  /// Suggests `tags.@count == 0` for `no tags`, and `NONE albums.title != nil` for `no albums.title`: the words belong to the whole path.
  func absence(
    _ issue: PredicateIssue, _ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity
  ) -> PredicateIssue? {
    guard let word = inside.first, inside.count == 1, Self.isNegative(word), entity.member(named: word.text) == nil,
      let position = tokens.firstIndex(where: { $0.range == word.range })
    else { return nil }
    let start = tokens[(position + 1)...].first?.isWord("any") == true ? position + 2 : position + 1
    let path = Self.path(beginning: tokens.dropFirst(start))
    guard let last = path.last else { return nil }
    guard let form = condition(that: path, isEmpty: true, entity) else { return missing(path, of: entity, in: text) }
    let proposal = Self.text(text, replacing: word.range.lowerBound..<last.range.upperBound, by: form)
    // The rest of the statement may have other mistakes.
    return issue.with(hint: statement("write", proposal) ?? Hint("write \(form)"), in: text)
  }

  /// The issue for a path after `no` whose first unknown name the entity lacks.
  private func missing(_ path: [SourceToken], of entity: Entity, in text: String) -> PredicateIssue? {
    let names = path.filter { $0.kind == .word }
    for (number, name) in names.enumerated() {
      let known = Array(path.prefix { $0.range.lowerBound < name.range.lowerBound }.dropLast())
      let owner: Entity
      switch number == 0 ? PathTarget.object(entity) : place(of: known, from: entity) {
      case .object(let entity)?, .objects(let entity)?: owner = entity
      default: return nil
      }
      if owner.member(named: name.text) != nil { continue }
      return PredicateIssue.error(
        "unknown-key", name.place, "\(owner.name) has no property “\(name.text)”",
        hint: relationships(of: owner), kind: .unknownKey
      ).suggesting(NearestSpelling.of(name.text, among: owner.memberNames))
    }
    return nil
  }

  /// The relationships of an entity, with a condition about one of them; nil if there are none.
  private func relationships(of entity: Entity) -> String? {
    let names = entity.relationships.map(\.name)
    guard let example = entity.relationships.first(where: { $0.cardinality == .toMany }) ?? entity.relationships.first
    else { return nil }
    let form = example.cardinality == .toMany ? "\(example.name).@count == 0" : "\(example.name) == nil"
    return "\(entity.name) is related by \(names.joined(separator: ", ")): write \(form)"
  }

  /// The condition that an object has nothing, or something, at the end of a path. Nil for an unknown path. A single name may be that of an entity, if
  /// exactly one relationship leads there.
  private func condition(that path: [SourceToken], isEmpty: Bool, _ entity: Entity) -> String? {
    let names = path.filter { $0.kind == .word }
    var written = path.map(\.text).joined()
    var target = place(of: path, from: entity)
    if target == nil, names.count == 1, let named = model.entity(inOneOrMany: names[0].text) {
      let leading = entity.relationships.filter { $0.destination.hasSameScalars(as: named.name) }
      guard leading.count == 1 else { return nil }
      written = leading[0].name
      target = PathTarget.object(entity).step(to: written, in: model)
    }
    switch target {
    case .objects? where names.count == 1 || isToMany(path, entity):
      return "\(written).@count \(isEmpty ? "== 0" : "> 0")"
    // Over many objects, the value of one of them may be nil.
    case .objects?, .values?: return "\(isEmpty ? "NONE" : "ANY") \(written) != nil"
    case .object?, .value?, .inside?: return "\(written) \(isEmpty ? "==" : "!=") nil"
    default: return nil
    }
  }

  /// Whether the last name of a path is a to-many relationship.
  private func isToMany(_ path: [SourceToken], _ entity: Entity) -> Bool {
    guard let last = path.last, let owner = place(of: path.dropLast(2), from: entity) else { return false }
    switch owner {
    case .object(let owner), .objects(let owner): return owner.relationship(named: last.text)?.cardinality == .toMany
    default: return false
    }
  }

  /// Suggests `Track where playlists.@count == 0` for `Track without playlists`, `Album where tracks.@count > 0` for `Album with tracks`, and
  /// `Customer where country == "Brazil"` for `Customer with country Brazil`.
  func possession(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ current: Entity) -> Hint? {
    guard let word = inside.first, var position = tokens.firstIndex(where: { $0.range == word.range }), position > 0
    else { return nil }
    // A text that is no statement has the current entity, although it may begin with the name of another.
    let isOwn = position > 1 || current.member(named: tokens[0].text) != nil
    let entity = isOwn ? current : model.entity(inOneOrMany: tokens[0].text) ?? current
    func takes(_ words: String...) -> Bool {
      guard position < tokens.count, words.contains(where: { tokens[position].isWord($0) }) else { return false }
      position += 1
      return true
    }
    _ = takes("that", "which", "who")
    let hasVerb = takes("with", "has", "have", "having")
    let isNegative = takes("no", "without")
    guard hasVerb || isNegative else { return nil }
    if !isNegative { _ = takes("any", "some", "a", "an") }
    if isNegative { _ = takes("any") }
    let path = Self.path(beginning: tokens.dropFirst(position))
    guard let last = path.last else { return nil }
    let next = tokens.first { $0.range.lowerBound >= last.range.upperBound && $0.text != ";" }
    let place = word.range.lowerBound..<last.range.upperBound
    let isAlone = next.map { ClauseKind($0) != nil || $0.isWord("and") || $0.isWord("or") } ?? true
    if isAlone, let form = condition(that: path, isEmpty: isNegative, entity) {
      return statement("write", Self.text(text, replacing: place, by: "where \(form)"))
    }
    if !isNegative, let next, let form = equality(of: path, next, entity) {
      let place = word.range.lowerBound..<next.range.upperBound
      return statement("write", Self.text(text, replacing: place, by: "where \(form)"))
    }
    // A name that is unknown cannot be in a proposal.
    guard isNegative, self.place(of: path, from: entity) == nil else { return nil }
    return relationships(of: entity).map { Hint($0) }
  }

  /// The condition that a path has a value that follows it without an operator: `country Brazil`.
  private func equality(of path: [SourceToken], _ written: SourceToken, _ entity: Entity) -> String? {
    let name = path.map(\.text).joined()
    let text = written.kind == .word ? QueryExpression.literal(.string(written.text)).exactFormat : written.text
    if written.isWord("nil") || written.isWord("null") {
      return place(of: path, from: entity) == nil ? nil : "\(name) == nil"
    }
    let isText = written.kind == .word || written.kind == .string
    switch place(of: path, from: entity) {
    case .value(.string, _)? where isText: return "\(name) == \(text)"
    case .value(let type, _)? where type.family == .number && written.kind == .number: return "\(name) == \(text)"
    case .values(.string, _)? where isText: return "ANY \(name) == \(text)"
    case .object(let other)? where isText:
      return other.titleAttribute.map { "\(name).\($0.name) == \(text)" }
    case .objects(let other)? where isText:
      return other.titleAttribute.map { "ANY \(name).\($0.name) == \(text)" }
    default: return nil
    }
  }

  // MARK: Objects of a value

  /// The string attributes that places are values of, the likeliest first.
  private static let places = ["country", "city", "state", "region", "town", "location", "place", "address"]

  /// The issue for an entity with a value after a preposition: `Customer in Brazil`, `Tracks by Queen`, `Invoices in 2025`. Such a text could be a
  /// condition of the current entity, which it does not name. Nil for every other text.
  package func objectsOfValue(in text: String) -> PredicateIssue? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0).filter { $0.text != ";" }
    let current = currentEntity.flatMap { model.entity(named: $0) }
    guard tokens.count > 2, tokens[0].kind == .word, current?.member(named: tokens[0].text) == nil,
      let entity = model.entity(inOneOrMany: tokens[0].text),
      let word = ["in", "by", "of", "from", "for", "named", "called"].first(where: { tokens[1].isWord($0) })
    else { return nil }
    let end =
      tokens.dropFirst(2).firstIndex { token in ClauseKind.endWords.contains { token.isWord($0) } } ?? tokens.endIndex
    let value = tokens[2..<end]
    let joining = ["and", "or", "not", "with", "without", "that", "which", "who", "has", "have"]
    guard let first = value.first, let last = value.last,
      !value.contains(where: { token in joining.contains { token.isWord($0) } }),
      value.allSatisfy({ [.word, .number, .string].contains($0.kind) || $0.isMark(".") })
    else { return nil }
    let bytes = Array(text.utf8)
    func copied(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let subject = entity.name.asStatementName
    let range = tokens[1].place
    let issue = PredicateIssue.unexpectedClause(
      tokens[1].text, behind: "the entity \(entity.name)", expected: ["where"] + ClauseKind.unordered.map(\.words),
      range: range, hint: nil)
    let isPath =
      value.allSatisfy { $0.kind == .word || $0.isMark(".") } && place(of: Array(value), from: entity) != nil
    if isPath {
      // The keys are without `group` or `sort`.
      guard word == "by", !entity.name.hasSameScalars(as: tokens[0].text) else { return nil }
      let renamed = Self.text(text, replacing: tokens[0].range, by: subject)
      let others = SourceToken.all(in: Array(renamed.utf8), from: 0)
      return others.count > 1 ? issue.with(hint: keysAlone(others, others[1], in: renamed), in: text) : nil
    }
    let rest = end < tokens.count ? " " + copied(tokens[end].range.lowerBound..<bytes.count) : ""
    let isText = value.count > 1 || first.kind == .word
    let words = copied(first.range.lowerBound..<last.range.upperBound)
    let constant = isText ? QueryExpression.literal(.string(words)).exactFormat : words
    let attributes = attributes(of: entity, for: first.kind == .number && value.count == 1 ? Int(words) : nil, word)
    if !attributes.isEmpty {
      let hints = attributes.prefix(3).map { statement("write", "\(subject) where \($0) == \(constant)\(rest)") }
      return issue.with(hint: Hint.either(hints), in: text)
    }
    // Which property has the value is unknown, so no statement is proposed.
    guard let title = entity.titleAttribute?.name else { return issue }
    let titles = entity.relationships.compactMap { relationship -> String? in
      guard relationship.cardinality == .toOne else { return nil }
      return model.destination(of: relationship)?.titleAttribute.map { "\(relationship.name).\($0.name)" }
    }
    let others = titles.isEmpty ? "" : "; or a property of another object: \(titles.joined(separator: ", "))"
    return issue.with(
      hint: Hint("a condition names the property of the value: \(subject) where \(title) == \(constant)\(others)"),
      in: text)
  }

  /// The attributes that a value after a preposition may belong to: places, and for a number the year.
  private func attributes(of entity: Entity, for number: Int?, _ word: String) -> [String] {
    guard word == "in" || word == "from" else {
      return word == "named" || word == "called" ? entity.titleAttribute.map { [$0.name] } ?? [] : []
    }
    if let number {
      guard Self.years.contains(number) else { return [] }
      let own = entity.attributes.filter { $0.type.family == .number && Self.isLastWord("year", of: $0.name) }
      if !own.isEmpty { return own.map(\.name) }
      return entity.attributes.filter { $0.type.family == .date }.map { "\($0.name).year" }
    }
    return Self.places.flatMap { place in
      entity.attributes.filter { $0.type == .string && Self.isLastWord(place, of: $0.name) }.map(\.name)
    }
  }

  /// Whether the last word of a name is a word: `billingCity`, `ship_city`, but not `ethnicity`. The address of an email or of a network is not a place.
  private static func isLastWord(_ word: String, of name: String) -> Bool {
    let words = NameWords(name).words.map { $0.lowercased() }
    guard words.last == word else { return false }
    return !["email", "mail", "ip", "web", "mac", "url"].contains { words.dropLast().contains($0) }
  }
}
