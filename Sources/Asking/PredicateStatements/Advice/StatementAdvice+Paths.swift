import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints about paths: the path to another entity, and paths to many values.
extension StatementAdvice {
  /// The greatest number of relationships in a proposed path.
  private static let mostSteps = 3
  /// The greatest number of paths that a search extends by a further relationship.
  private static let mostPaths = 200

  /// A path from an entity to another one.
  private struct Way {
    let path: String
    let entity: Entity
    /// Whether the path has a to-one relationship.
    var isOverOne = false
    /// Whether a to-many relationship follows a to-one relationship. `library.albums` of a song are all albums of the song's library. The album of the
    /// song is only one of them, so such a path answers another question.
    var isDetour = false
  }

  static func key(_ name: String) -> String {
    QueryExpression.keyPath(QueryKeyPath(.key(name))).exactFormat
  }

  /// The shortest path of to-one relationships between two entities: `album.artist`. Nil if there is none, and if several paths have the shortest length.
  func path(from entity: Entity, to other: Entity) -> String? {
    let found = paths(from: entity, steps: Self.mostSteps, overMany: false) { $0.name.hasSameScalars(as: other.name) }
    return found.count == 1 ? found[0].path : nil
  }

  /// The shortest paths of relationships to an entity that meets a condition. Empty if there is none.
  ///
  /// - Parameter overMany: Whether the paths may contain to-many relationships.
  private func paths(
    from entity: Entity, steps: Int, overMany: Bool, to isEnd: (Entity) -> Bool
  ) -> [Way] {
    var ends = [Way(path: "", entity: entity)]
    for _ in 0..<steps {
      ends = ends.prefix(Self.mostPaths).flatMap { end in
        end.entity.relationships.compactMap { relationship -> Way? in
          let isOne = relationship.cardinality == .toOne
          guard isOne || overMany, let next = model.destination(of: relationship) else { return nil }
          let name = Self.key(relationship.name)
          return Way(
            path: end.path.isEmpty ? name : "\(end.path).\(name)", entity: next, isOverOne: end.isOverOne || isOne,
            isDetour: end.isDetour || end.isOverOne && !isOne)
        }
      }
      let found = ends.filter { isEnd($0.entity) }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The hint for the name of an entity that several relationships lead to, one of them to-many: `ANY product.price > 50` of a customer is
  /// `ANY orders.product.price > 50`. Nil if no path leads there.
  func reachedOverMany(_ name: SourceToken, _ other: Entity, from owner: Entity, in text: String) -> Hint? {
    let found = paths(from: owner, steps: Self.mostSteps, overMany: true) { $0.name.hasSameScalars(as: other.name) }
    if found.count == 1, found[0].isDetour { return "\(found[0].path) leads to \(other.name)" }
    if found.count == 1 { return written(found[0].path, insteadOf: name, "write", in: text) }
    guard (2...4).contains(found.count) else { return nil }
    return Self.leading(found.map(\.path), to: other)
  }

  /// The hint that several relationships or paths lead to an entity: `buyerDeals and sellerDeals lead to Deal`.
  static func leading(_ paths: [String], to entity: Entity) -> Hint {
    "\(paths.dropLast().joined(separator: ", ")) and \(paths[paths.count - 1]) lead to \(entity.name)"
  }

  /// The hint for a property of another entity: `price` of an order is `product.price`. Nil unless exactly one shortest path leads to such a property.
  func ofNeighbour(
    _ name: SourceToken, from owner: Entity, in text: String, steps: Int, overMany: Bool
  ) -> Hint? {
    let found = paths(from: owner, steps: steps, overMany: overMany) { $0.member(named: name.text) != nil }
    guard found.count == 1, !found[0].isDetour else { return nil }
    let path = "\(found[0].path).\(name.text)"
    return written(path, insteadOf: name, "\(name.text) is a property of \(found[0].entity.name):", in: text)
  }

  /// A hint with the statement that has a path instead of a name, with ANY before the path if it leads to many values.
  private func written(
    _ path: String, insteadOf name: SourceToken, _ words: String, in text: String
  ) -> Hint? {
    ["", "ANY "].lazy.compactMap { word in
      statement(words, Self.text(text, replacing: name.range, by: word + path))
    }.first
  }

  /// Suggests `albums.@count > 5` for `albums > 5`, and `ANY tracks.name == "x"` for `tracks.name == "x"`.
  func ofMany(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let first = inside.first, let last = inside.last, let place = place(of: inside, from: entity) else {
      return nil
    }
    let path = inside.map(\.text).joined()
    let range = first.range.lowerBound..<last.range.upperBound
    let any = Self.text(text, replacing: range, by: "ANY \(path)")
    if case .objects = place,
      let count = statement(
        "to compare the number of objects, write", Self.text(text, replacing: range, by: "\(path).@count"))
    {
      return count
    }
    if case .objects(let destination) = place, let hint = ofTitles(tokens, first, last, destination, in: text, entity) {
      return hint
    }
    return negation(tokens, first, last, path, in: text) ?? statement("if one value is enough, write", any)
  }

  /// Suggests `ANY tags.name == "war"` for `tags == "war"`: objects are compared with a text by their title.
  private func ofTitles(
    _ tokens: [SourceToken], _ first: SourceToken, _ last: SourceToken, _ destination: Entity, in text: String,
    _ entity: Entity
  ) -> Hint? {
    guard let title = destination.titleAttribute, let end = tokens.firstIndex(where: { $0.range == last.range }),
      let written = tokens[(end + 1)...].prefix(5).first(where: { $0.kind == .string })
    else { return nil }
    let longer = Self.text(
      text, replacing: last.range.upperBound..<last.range.upperBound, by: ".\(Self.key(title.name))")
    let others = SourceToken.all(in: Array(longer.utf8), from: 0)
    let stop = last.range.upperBound + longer.utf8.count - text.utf8.count
    let path = others.filter { $0.range.lowerBound >= first.range.lowerBound && $0.range.upperBound <= stop }
    if let hint = ofMany(others, path, in: longer, entity) { return hint }
    // The rest of the statement may have other mistakes, so the hint contains only the comparison.
    let sign = tokens[end + 1]
    let isNegated = tokens.contains { $0.isWord("not") || $0.text == "!" }
    guard ["=", "=="].contains(sign.text), tokens[end + 2].range == written.range, !isNegated else { return nil }
    return hint(
      "to compare the texts of the related objects, write",
      "ANY \(path.map(\.text).joined()) \(sign.text) \(written.text)", entity)
  }

  /// Suggests `NONE tracks.genre == "Rock"` for `tracks.genre != "Rock"` and for `NOT tracks.genre == "Rock"`, and then `ANY tracks.genre != "Rock"`, which
  /// has another meaning. Nil for a comparison without a negation.
  private func negation(
    _ tokens: [SourceToken], _ first: SourceToken, _ last: SourceToken, _ path: String, in text: String
  ) -> Hint? {
    guard let start = tokens.firstIndex(where: { $0.range == first.range }),
      let end = tokens.firstIndex(where: { $0.range == last.range }), end + 1 < tokens.count
    else { return nil }
    let sign = tokens[end + 1]
    func before(_ distance: Int) -> SourceToken? { start >= distance ? tokens[start - distance] : nil }
    func isNot(_ token: SourceToken?) -> Bool { token.map { $0.isWord("not") || $0.text == "!" } ?? false }
    func written(_ place: Range<Int>, _ form: String) -> String { Self.text(text, replacing: place, by: form) }
    let isInequality = ["!=", "<>"].contains(sign.text)
    let isNegated = isNot(before(1))
    let isInNegatedParentheses = before(1)?.isMark("(") == true && isNot(before(2))
    // A double negation has no short form.
    if isInequality, isNegated || isInNegatedParentheses { return nil }
    let (none, any): (String, String?)
    if isInequality {
      let place = first.range.lowerBound..<sign.range.upperBound
      (none, any) = (written(place, "NONE \(path) =="), written(place, "ANY \(path) !="))
    } else if isNegated, let not = before(1) {
      none = written(not.range.lowerBound..<last.range.upperBound, "NONE \(path)")
      any =
        ["=", "=="].contains(sign.text)
        ? written(not.range.lowerBound..<sign.range.upperBound, "ANY \(path) !=") : nil
    } else if isInNegatedParentheses {
      (none, any) = (written(first.range.lowerBound..<last.range.upperBound, "ANY \(path)"), nil)
    } else {
      return nil
    }
    guard let first = statement("if none of the values may be equal, write", none) else { return nil }
    return Hint.either([first, any.flatMap { statement("if one different value is enough, write", $0) }])
  }

  /// A comparison of an object's title with a text: `manager.name == "Ann"`. If the title consists of a first and a last name, they are compared with
  /// the two words of the text, or both with its only word.
  func titled(
    _ prefix: String, _ entity: Entity, _ operation: String, _ written: SourceToken
  ) -> (paths: String, comparison: String)? {
    let paths = entity.titleAttributes.map { prefix + Self.key($0.name) }
    if paths.isEmpty { return nil }
    let isEquality = ["=", "=="].contains(operation)
    let words = written.stringValue?.split(separator: " ").map {
      QueryExpression.literal(.string(String($0))).exactFormat
    }
    let comparisons: [String]
    var joint = isEquality || operation.lowercased() == "contains" ? " OR " : " AND "
    if isEquality, let words, words.count == 2, paths.count == 2 {
      joint = " AND "
      comparisons = zip(paths, words).map { "\($0) \(operation) \($1)" }
    } else {
      comparisons = paths.map { "\($0) \(operation) \(written.text)" }
    }
    return (paths.joined(separator: " and "), comparisons.joined(separator: joint))
  }

  /// Suggests `Tree where building == Building[5] show species` for `Building[5].trees show species`, or the command that lists these objects.
  func keyedObjects(_ tokens: [SourceToken], in text: String) -> Hint? {
    guard tokens.count > 3, tokens[1].isMark("["), let end = tokens.firstIndex(where: { $0.isMark("]") }),
      end + 2 < tokens.count, tokens[end + 1].isMark("."), let entity = model.entity(inOneOrMany: tokens[0].text),
      let relationship = entity.relationship(named: tokens[end + 2].text)
    else { return nil }
    let bytes = Array(text.utf8)
    let key = String(decoding: bytes[tokens[1].range.lowerBound..<tokens[end].range.upperBound], as: UTF8.self)
    let hasAllLevels = end + 3 < tokens.count && tokens[end + 3].text == "*"
    if !hasAllLevels, relationship.cardinality == .toMany, let inverse = model.inverse(of: relationship) {
      let rest = String(decoding: bytes[tokens[end + 2].range.upperBound...], as: UTF8.self)
      let any = inverse.cardinality == .toMany ? "ANY " : ""
      let condition = "\(any)\(Self.key(inverse.name)) == \(entity.name)\(key)"
      let proposal = statement("write", "\(relationship.destination) where \(condition)\(rest)")
      if let proposal { return proposal }
    }
    guard commandUsages.contains(where: { $0.name.hasSameScalars(as: "go") }),
      !hasAllLevels || relationship.destination.hasSameScalars(as: entity.name)
    else { return nil }
    let path = String(decoding: bytes[..<tokens[end + (hasAllLevels ? 3 : 2)].range.upperBound], as: UTF8.self)
    return "to list the related objects, write .go \(path)"
  }

  /// Suggests `Invoice show avg(total)` for `Invoice.avg.total`.
  func aggregatePath(_ tokens: [SourceToken]) -> Hint? {
    guard tokens.count > 4, let entity = model.entity(inOneOrMany: tokens[0].text), tokens[1].isMark("."),
      tokens[2].kind == .word, tokens[3].isMark("."), tokens[4...].allSatisfy({ $0.kind == .word || $0.isMark(".") })
    else { return nil }
    let name = tokens[2].text.hasPrefix("@") ? String(tokens[2].text.dropFirst()) : tokens[2].text
    let path = tokens[4...].map(\.text).joined()
    return statement(
      "an aggregate of all objects needs parentheses, so write",
      "\(entity.name.asStatementName) show \(name.lowercased())(\(path))")
  }

  /// Suggests `name CONTAINS[c] "x"` for `name CONTAINS c "x"`.
  func options(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let value = inside.first, let position = tokens.firstIndex(where: { $0.range == value.range }), position > 1,
      tokens[position - 1].kind == .word, tokens[position - 1].text.lowercased().allSatisfy({ "cdnl".contains($0) })
    else { return nil }
    let (sign, letters) = (tokens[position - 2], tokens[position - 1])
    let range = sign.range.lowerBound..<letters.range.upperBound
    return statement(
      "options are in brackets:", Self.text(text, replacing: range, by: "\(sign.text)[\(letters.text)]"))
  }
}
