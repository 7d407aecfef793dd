import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints for aggregates of all objects in a condition, and for keys of groups without a name.
extension StatementAdvice {
  /// Suggests `Track where price > Track.@avg.price` for `Track where price > average(price)` and for `… > average(Track.price)`.
  ///
  /// - Parameter inside: A token of the call's name or of its argument.
  func overAll(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let found = inside.first, let position = tokens.firstIndex(where: { $0.range == found.range }) else {
      return nil
    }
    let start = position + 1 < tokens.count && tokens[position + 1].isMark("(") ? position : position - 2
    guard start >= 0, start + 2 < tokens.count, tokens[start + 1].isMark("("),
      let close = Self.closing(tokens, from: start + 1),
      tokens[..<start].last(where: { ClauseKind($0) != nil }).map({ $0.isWord("where") }) ?? true
    else { return nil }
    var path = tokens[(start + 2)..<close]
    guard path.allSatisfy({ $0.kind == .word || $0.isMark(".") }), let first = path.first else { return nil }
    var owner = entity
    if path.count > 2, entity.member(named: first.text) == nil, let named = model.entity(inOneOrMany: first.text) {
      (owner, path) = (named, path.dropFirst(2))
    }
    let value = path.map(\.text).joined()
    guard case .value(_, let source)? = place(of: Array(path), from: owner) else { return nil }
    let isPlain = path.count == 1 && source?.attribute.isOptional == false
    let all = "\(owner.name).@unionOfObjects.\(value)"
    let form: String
    switch tokens[start].text.lowercased() {
    // `@avg` counts nil as 0.
    case "average", "avg", "mean": form = isPlain ? "\(owner.name).@avg.\(value)" : "average(\(all))"
    case "sum", "total": form = path.count == 1 ? "\(owner.name).@sum.\(value)" : "sum(\(all))"
    case "max", "min":
      let name = tokens[start].text.lowercased()
      form = path.count == 1 ? "\(owner.name).@\(name).\(value)" : "\(name)(\(all))"
    case "median", "mode", "stddev", "variance": form = "\(tokens[start].text)(\(all))"
    default: return nil
    }
    let place = tokens[start].range.lowerBound..<tokens[close].range.upperBound
    return statement("over all objects, write", Self.text(text, replacing: place, by: form))
  }

  /// Suggests `group by sold.month as month show month` for `group by sold.month show month`: only a name makes a path short.
  func groupKey(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard inside.count == 1, let word = inside.first, word.kind == .word,
      let query = parsed(text).query,
      let clause = query.clauses.first(where: { $0.kind == .group }), case .columns = clause.content,
      word.range.lowerBound >= Int(clause.range.upperBound)
    else { return nil }
    let last = tokens.indices.dropFirst().first { position in
      let next = position + 1 < tokens.count ? tokens[position + 1] : nil
      return tokens[position].text.hasSameScalars(as: word.text) && tokens[position - 1].isMark(".")
        && tokens[position].range.lowerBound >= Int(clause.range.lowerBound)
        && tokens[position].range.upperBound <= Int(clause.range.upperBound)
        && next.map { $0.isMark(",") || ClauseKind($0) != nil } ?? false
    }
    guard let last else { return nil }
    let end = tokens[last].range.upperBound
    return statement(
      "a key of a group can have a name:", Self.text(text, replacing: end..<end, by: " as \(word.text)"))
  }
}
