import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints about groups, names of columns, and entity names of several words.
extension StatementAdvice {
  private static let aggregates = ["count", "sum", "avg", "average", "min", "max", "median", "stddev", "variance"]

  /// Suggests `show count()` for `show count`, and `show sum(total)` for `show sum`.
  func aggregateWithoutArgument(
    _ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity
  ) -> Hint? {
    guard inside.count == 1, let word = inside.first, let name = Self.aggregates.first(where: { word.isWord($0) }),
      tokens.last(where: { $0.range.upperBound <= word.range.lowerBound })?.isMark(".") != true
    else { return nil }
    // In `show sum(total) sort by sum`, `sum` means the sum that is shown.
    let shown = tokens.indices.dropLast(2).first { tokens[$0].isWord(name) && tokens[$0 + 1].isMark("(") }
    let written = shown.map { tokens[($0 + 2)...].prefix { !$0.isMark(")") }.map(\.text).joined() }
    let number = entity.attributes.first { attribute in
      attribute.type.family == .number && attribute.type != .boolean
        && !entity.objectKey.contains { $0.name == attribute.name }
    }
    let argument = name == "count" ? "" : written ?? number?.name
    guard let argument else { return nil }
    let call = "\(name)(\(argument))"
    return statement(
      "an aggregate of a group needs parentheses, so write", Self.text(text, replacing: word.range, by: call))
  }

  /// The hint for a value that reads the name of a later column: `show t / 2, sum(total) as t`. A key of `group by` gets its name in that clause:
  /// `group by lowercase(genre) as g show g`.
  func columnName(_ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, word.kind == .word,
      let query = StatementParser(model: model, currentEntity: currentEntity).parse(text).query
    else { return nil }
    for clause in query.clauses where clause.kind == .show {
      guard case .columns(let columns, _) = clause.content,
        columns.contains(where: { $0.isNamed && $0.column.name.hasSameScalars(as: word.text) })
      else { continue }
      if let grouping = query.clauses.first(where: { $0.kind == .group }),
        grouping.range.lowerBound <= word.place.lowerBound, grouping.range.upperBound >= word.place.upperBound
      {
        return Hint(
          "“\(word.text)” is the name of a column, which is computed after the groups. "
            + "The key of a group gets its name in the clause group by: group by VALUE as \(word.text)")
      }
      return "“\(word.text)” is the name of a later column, but a column can use only the names of earlier columns"
    }
    return nil
  }

  /// The issue for a function that takes a collection, but gets a single value of each object of a group: `median(total)`.
  func collectionFunction(
    _ issue: PredicateIssue, _ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity
  ) -> PredicateIssue? {
    guard let first = inside.first, let last = inside.last,
      let start = tokens.firstIndex(where: { $0.range == first.range }),
      let end = tokens.firstIndex(where: { $0.range == last.range }), start > 1, end + 1 < tokens.count,
      tokens[start - 1].isMark("("), tokens[start - 2].kind == .word
    else { return nil }
    let name = tokens[start - 2].text
    if let other = FunctionHabit.aggregate(named: name) {
      let proposal = Self.text(text, replacing: tokens[start - 2].range, by: other)
      return PredicateIssue.error(
        issue.code, issue.range, "there is no aggregate “\(name)” for groups", kind: issue.kind
      ).with(hint: statement("this aggregate has another name:", proposal) ?? "the aggregate is \(other)", in: text)
    }
    guard tokens[end + 1].isMark(")") else { return nil }
    guard let definition = FunctionTable.standard.definition(named: name),
      definition.parameters.contains(where: { $0.description.contains("collection") })
    else { return nil }
    let path = inside.map(\.text).joined()
    let keys = StatementParser(model: model, currentEntity: currentEntity).parse(text).query?.fetch.groupBy ?? []
    let conditions = keys.map { key in
      let value = key.expression.canonicalFormat
      return "$o.\(value) == \(value)"
    }
    let collection = "SUBQUERY(\(entity.name), $o, \(conditions.joined(separator: " AND "))).\(path)"
    let proposal = Self.text(text, replacing: first.range.lowerBound..<last.range.upperBound, by: collection)
    let grouped = keys.isEmpty ? nil : statement("over the objects of each group:", proposal)
    return PredicateIssue.error(
      issue.code, issue.range, "“\(name)” needs a collection, so it cannot be an aggregate of a group", kind: issue.kind
    ).with(
      hint: Hint.either([forEachObject(keys, in: text, entity), grouped])
        ?? "the aggregates of a group are count, sum, avg, min, max, median, mode, stddev, variance, percentile and groupConcat",
      in: text)
  }

  /// Suggests `Genre show name, count(tracks)` for `Genre group by name show name, count(tracks)`: the statement without its groups, if the title of the
  /// objects is a key, because most titles occur once.
  private func forEachObject(_ keys: [FetchedColumn], in text: String, _ entity: Entity) -> Hint? {
    guard let title = entity.titleAttribute,
      keys.contains(where: { $0.expression.canonicalFormat.hasSameScalars(as: Self.key(title.name)) }),
      let clause = parsed(text).query?.clauses.first(where: { $0.kind == .group })
    else { return nil }
    let bytes = Array(text.utf8)
    let end = bytes[Int(clause.range.upperBound)...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
    let place = Int(clause.range.lowerBound)..<end
    return statement("for each object, write", Self.text(text, replacing: place, by: ""))
  }

  /// The hint for `Order Details limit 1`, if the first word was read as a predicate.
  func entityOfSeveralWords(_ tokens: [SourceToken], after inside: [SourceToken], in text: String) -> Hint? {
    guard inside.count == 1, let first = inside.first,
      let position = tokens.firstIndex(where: { $0.range == first.range }), position + 1 < tokens.count
    else { return nil }
    return entityOfSeveralWords(tokens, [tokens[position + 1]], in: text)
  }

  /// The hint for an entity name of several words without quotes: `Order Details`.
  func entityOfSeveralWords(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, word.kind == .word,
      let position = tokens.firstIndex(where: { $0.range == word.range }), position > 0
    else { return nil }
    var name = ""
    // Names of at most four words are tried.
    for (count, token) in tokens[(position - 1)...].prefix(4).enumerated() {
      guard token.kind == .word else { return nil }
      name += (count == 0 ? "" : " ") + token.text
      guard count > 0, let entity = model.entity(inOneOrMany: name) else { continue }
      let place = tokens[position - 1].range.lowerBound..<token.range.upperBound
      let proposal = Self.text(text, replacing: place, by: entity.name.asStatementName)
      return statement("the entity is called \(entity.name):", proposal) ?? "the entity is called \(entity.name)"
    }
    return nil
  }
}
