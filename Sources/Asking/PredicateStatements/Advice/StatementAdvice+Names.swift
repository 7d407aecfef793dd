import PredicateModel
import PredicateSyntax

/// Hints about names that are read as something else: names in double quotes (texts), names that are keywords, and subqueries of SQL.
extension StatementAdvice {
  /// The property that a text in double quotes names, spelled as in statements: `order` for `"order"`, `balanceLCY` for `"Balance (LCY)"`. Nil for
  /// any other token.
  func property(inQuotes token: SourceToken, of entity: Entity) -> String? {
    SQLHabit.property(inQuotes: token, of: entity)
  }

  /// The hint for a name that the entity lacks: the path to the entity of this name, or the relationships that refer to that entity.
  func unknownKey(
    _ tokens: [SourceToken], _ all: [SourceToken], in text: String, _ entity: Entity
  ) -> Hint? {
    guard let first = tokens.first, let owner = owner(of: first, in: all, from: entity) else { return nil }
    let named = model.entity(inOneOrMany: first.text)
    let leads = owner.relationships.filter { relationship in
      named.map { relationship.destination.hasSameScalars(as: $0.name) } ?? false
    }.map(\.name)
    if leads.count == 1, let path = reached(by: leads[0], insteadOf: first, in: text) { return path }
    if tokens.count == 1, ["id", "rowid", "_id", "pk", "key"].contains(first.text.lowercased()),
      let key = owner.keyName
    {
      return "write \(key) for the key of \(owner.name)"
    }
    guard let named else {
      // An issue that a stored value causes has a range that begins with an existing property.
      guard owner.member(named: first.text) == nil else { return nil }
      // A similar name of the entity comes before a path over several relationships.
      return ofNeighbour(first, from: owner, in: text, steps: 1, overMany: false)
        ?? Self.longerName(than: first.text, among: owner.memberNames).map(Hint.init(nearest:))
        ?? ofNeighbour(first, from: owner, in: text, steps: 2, overMany: true)
    }
    let rest = all.filter { $0.range.lowerBound >= first.range.upperBound }
    if named.name.hasSameScalars(as: entity.name), rest.count > 1, rest[0].isMark(".") {
      let place = first.range.lowerBound..<rest[1].range.lowerBound
      let own = statement(
        "a property must not have its entity before it, so write", Self.text(text, replacing: place, by: ""))
      if let own { return own }
    }
    if let path = path(from: owner, to: named) {
      let words = "the path to \(named.name) is \(path):"
      let proposal = statement(words, Self.text(text, replacing: first.range, by: path))
      if let proposal { return proposal }
    }
    switch leads.count {
    case 0: break
    case 1: return "the relationship to \(named.name) is \(leads[0])"
    default: return Self.leading(leads, to: named)
    }
    if let path = reachedOverMany(first, named, from: owner, in: text) { return path }
    // The name of an entity has another meaning than a name of its table here: `posts.@count` of a tag is not the number of all posts.
    guard !first.text.hasSameScalars(as: named.name), !named.name.hasSameScalars(as: owner.name) else {
      return "a property must not have its entity before it, so write \(named.name) where PROPERTY …"
    }
    let count = "to get the number of all its objects, write \(named.name).@count"
    return "no relationship of \(owner.name) leads to \(named.name); \(count), and a model file can add a relationship"
  }

  /// The only name that ends with a word, or that begins with all letters of the word except its last two: `tblVitals` for `vitals`. Nil if there is
  /// no such name, or several.
  private static func longerName(than word: String, among names: [String]) -> String? {
    let wanted = word.lowercased()
    guard wanted.utf8.count > 3 else { return nil }
    let ending = names.filter { $0.lowercased().hasSuffix(wanted) }
    if ending.count == 1 { return ending[0] }
    guard wanted.utf8.count > 6 else { return nil }
    let containing = names.filter { $0.lowercased().contains(wanted.dropLast(2)) }
    return containing.count == 1 ? containing[0] : nil
  }

  /// The property of a column whose name cannot be written without quotes: `_1st` for `1st`, `tip` for `tip%`.
  func columnOfOddName(_ tokens: [SourceToken], _ offset: Int, in text: String, _ entity: Entity) -> Hint? {
    let bytes = Array(text.utf8)
    // The offset is the beginning of the name, or the sign after its first letters.
    let starts = [offset] + (tokens.last { $0.range.upperBound == offset }.map { [$0.range.lowerBound] } ?? [])
    for start in starts where start < bytes.count {
      for attribute in entity.attributes where !attribute.column.hasSameScalars(as: attribute.name) {
        guard bytes[start...].starts(with: Array(attribute.column.utf8)) else { continue }
        let place = start..<(start + attribute.column.utf8.count)
        let written = QueryExpression.keyPath(QueryKeyPath(.key(attribute.name))).canonicalFormat
        if let hint = statement(
          "the name of the property for this column is \(written), so write",
          Self.text(text, replacing: place, by: written))
        {
          return hint
        }
      }
    }
    return nil
  }

  /// The property of a column that is called by a number, if the number is the left side of a comparison: `_2007 > "a"` for `2007 > "a"`.
  func numberAsName(_ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let number = inside.first, number.kind == .number,
      let attribute = entity.attributes.first(where: { $0.column.hasSameScalars(as: number.text) })
    else { return nil }
    let written = QueryExpression.keyPath(QueryKeyPath(.key(attribute.name))).canonicalFormat
    return statement(
      "the name of the property for this column is \(written), so write",
      Self.text(text, replacing: number.range, by: written))
      ?? "the name of the property for this column is \(written)"
  }

  /// Suggests `ANY loans.days > 3` for `loan.days > 3`: a path begins with a relationship, not with the entity that it refers to.
  private func reached(by relationship: String, insteadOf name: SourceToken, in text: String) -> Hint? {
    ["", "ANY "].lazy.compactMap { word in
      statement("write", Self.text(text, replacing: name.range, by: word + relationship))
    }.first
  }

  /// The entity in which a name is looked up: the entity at the end of the path before the name, otherwise the entity of the statement. Nil after a variable.
  private func owner(of name: SourceToken, in tokens: [SourceToken], from entity: Entity) -> Entity? {
    guard let path = Self.path(before: name, in: tokens) else { return entity }
    guard !path.isEmpty else { return nil }
    switch place(of: path, from: entity) {
    case .object(let owner)?, .objects(let owner)?: return owner
    default: return entity
    }
  }

  /// The tokens of the path before a name and its dot. Nil for a name that begins a path, empty after a variable.
  static func path(before name: SourceToken, in tokens: [SourceToken]) -> [SourceToken]? {
    guard let position = tokens.firstIndex(where: { $0.range == name.range }), position > 1,
      tokens[position - 1].isMark(".")
    else { return nil }
    return path(endingAt: Array(tokens[..<(position - 1)]))
  }

  /// Suggests `sort by unitPrice` for `sort by "Unit Price"`.
  func quotedKey(_ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let token = inside.first, let name = property(inQuotes: token, of: entity) else { return nil }
    return statement(
      "for the property, write without quotes:", Self.text(text, replacing: token.range, by: name))
  }

  /// Suggests `Invoice` for `Inv`: the shortest name that begins with the word. Used only if no name is similar.
  func beginning(_ word: SourceToken, _ issue: PredicateIssue) -> Hint? {
    guard word.text.utf8.count > 1, issue.suggestion == nil else { return nil }
    let start = word.text.lowercased()
    let names = model.entityNames.filter { $0.lowercased().hasPrefix(start) }
    return names.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map(Hint.init(nearest:))
  }

  /// Suggests `#any == 3` for `any == 3` if the entity has a property of that name.
  func reservedProperty(_ tokens: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    for (position, token) in tokens.enumerated() where token.kind == .word && ReservedWords.contains(token.text) {
      let isPart = position > 0 && (tokens[position - 1].isMark(".") || tokens[position - 1].text.hasSuffix("#"))
      guard !isPart, let member = entity.member(named: token.text) else { continue }
      let proposal = Self.text(text, replacing: token.range, by: "#" + member.name)
      if let hint = statement("a property whose name is a word of the language needs # before it, so write", proposal) {
        return hint
      }
    }
    return nil
  }

  /// Suggests `SUBQUERY(Post, $x, $x.authorId == id).@count > 0` for `id IN (SELECT author_id FROM post)`.
  func selection(_ tokens: [SourceToken], before offset: Int, in text: String, _ entity: Entity) -> Hint? {
    guard let column = tokens.firstIndex(where: { $0.range.lowerBound == offset }), column > 3,
      tokens[column - 1].isWord("select"), tokens[column - 2].isMark("("), tokens[column - 3].isWord("in"),
      column + 3 < tokens.count, tokens[column + 1].isWord("from"),
      let other = model.entity(inOneOrMany: tokens[column + 2].text.withoutNameQuotes)
    else { return nil }
    let written = tokens[column].text.withoutNameQuotes
    let attribute = other.attributes.first {
      $0.column.isSameSQLName(as: written) || $0.name.isSameSQLName(as: written)
    }
    let isNegated = tokens[column - 4].isWord("not")
    let path = Self.path(endingAt: Array(tokens[..<(column - (isNegated ? 4 : 3))]))
    guard let attribute, let first = path.first else { return nil }
    let condition = "$x.\(attribute.name) == \(path.map(\.text).joined())"
    let comparison = isNegated ? "== 0" : "> 0"
    let words = "a subquery of SQL is not possible. To use a collection instead, write"
    guard tokens[column + 3].isMark(")") else {
      return "\(words) SUBQUERY(\(other.name), $x, \(condition) AND …).@count \(comparison)"
    }
    let place = first.range.lowerBound..<tokens[column + 3].range.upperBound
    let form = "SUBQUERY(\(other.name), $x, \(condition)).@count \(comparison)"
    return statement(words, Self.text(text, replacing: place, by: form))
  }

  /// Suggests `SUBQUERY(Store, $x, $x.region == "S" AND $x.key == storeKey).@count > 0` for `storeKey IN (Store where region == "S").key`.
  func elements(_ tokens: [SourceToken], where offset: Int, in text: String, _ entity: Entity) -> Hint? {
    guard let start = tokens.firstIndex(where: { $0.range.lowerBound == offset }), start > 3,
      tokens[start].isWord("where"), tokens[start - 2].isMark("("), tokens[start - 3].isWord("in"),
      let other = model.entity(inOneOrMany: tokens[start - 1].text),
      let end = tokens[start...].firstIndex(where: { $0.isMark(")") }), end + 2 < tokens.count,
      tokens[end + 1].isMark("."), start + 1 < end
    else { return nil }
    let left = Self.path(endingAt: Array(tokens[..<(start - 3)]))
    let key = tokens[(end + 2)...].enumerated().prefix { number, token in
      number.isMultiple(of: 2) ? token.kind == .word : token.isMark(".")
    }.map(\.element)
    guard let first = left.first, let last = key.last, last.kind == .word else { return nil }
    let condition = "$x.\(key.map(\.text).joined()) == \(left.map(\.text).joined())"
    let words = "to use the objects of another entity in a SUBQUERY, write"
    let inner = tokens[(start + 1)..<end]
    let isSimple =
      inner.first?.kind == .word && !inner.contains { $0.isWord("and") || $0.isWord("or") || $0.isMark("(") }
    guard isSimple else { return "\(words) SUBQUERY(\(other.name), $x, \(condition) AND …).@count > 0" }
    let form = "SUBQUERY(\(other.name), $x, $x.\(Self.written(inner, of: text)) AND \(condition)).@count > 0"
    return statement(
      words, Self.text(text, replacing: first.range.lowerBound..<last.range.upperBound, by: form))
  }

  private static func written(_ tokens: ArraySlice<SourceToken>, of text: String) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(decoding: Array(text.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }
}

extension SQLHabit {
  /// The property that a text in double quotes names, spelled as in statements. Nil for any other token.
  static func property(inQuotes token: SourceToken, of entity: Entity) -> String? {
    guard token.kind == .string, token.text.hasPrefix("\""), let text = token.stringValue else { return nil }
    let name =
      entity.member(named: text)?.name
      ?? entity.attributes.first { $0.column.isSameSQLName(as: text) || $0.name.isSameSQLName(as: text) }?.name
    return name.flatMap { QueryKeyPath(keys: [$0]) }.map { QueryExpression.keyPath($0).canonicalFormat }
  }

  /// The property that a name of SQL means, as statements write it: `#no` for the column `no`, which would otherwise be a constant, and the name of a
  /// column in double quotes. Nil for any other token.
  static func property(named token: SourceToken, of entity: Entity) -> String? {
    if let quoted = property(inQuotes: token, of: entity) { return quoted }
    let words = ["and", "or", "not", "in", "like", "between", "null"]
    guard token.kind == .word, !words.contains(where: { token.isWord($0) }),
      let name = entity.attributes.first(where: { $0.column.isSameSQLName(as: token.text) })?.name,
      let path = QueryKeyPath(keys: [name]), case let written = QueryExpression.keyPath(path).canonicalFormat,
      written.hasPrefix("#")
    else { return nil }
    return written
  }

  /// The attribute of a column that a statement or SQL names: `#no`, `no`, `order_date`. Nil for any other text.
  static func attribute(spelled name: String, of entity: Entity?) -> Attribute? {
    let bare = name.hasPrefix("#") ? String(name.dropFirst()) : name
    return entity?.attribute(named: bare) ?? entity?.attributes.first { $0.column.isSameSQLName(as: bare) }
  }

  /// Whether SQL has the word `true` or `false` and the table has a column of this name. Some databases read the column, and others read the constant.
  static func hasTruthOfTwoMeanings(_ tokens: [SourceToken], _ entity: Entity) -> Bool {
    ["true", "false"].contains { word in
      tokens.contains { $0.isWord(word) } && entity.attributes.contains { $0.column.isSameSQLName(as: word) }
    }
  }

  /// The number in a text that SQL compares with a column of numbers: `5` for `id = '5'`. Nil if the column does not convert texts to numbers.
  ///
  /// A column that is declared as BLOB or TEXT does not convert texts, even if all its values are numbers. A column whose database gives it a type of
  /// numbers converts texts. A column that a model declares as a column of numbers converts texts too.
  static func number(in token: SourceToken, comparedWith name: String, of entity: Entity?) -> String? {
    guard token.kind == .string, let text = token.stringValue, QueryDecimal(text) != nil,
      let attribute = attribute(spelled: name, of: entity),
      attribute.type.family == .number || attribute.type == .any,
      attribute.convertsNumericTexts
        || (attribute.columnType != nil || attribute.isTrusted) && [.integer, .real].contains(attribute.storage)
    else { return nil }
    return text
  }
}
