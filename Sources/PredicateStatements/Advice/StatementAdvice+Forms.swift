import PredicateModel
import PredicateSyntax

// What people write who know other languages, in the form that says it here. Each is read and bound before it is proposed.
extension StatementAdvice {
  /// `genre = 'Noir' or 'War'` is `genre IN {'Noir', 'War'}`.
  func alternative(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> String? {
    guard inside.count == 1, let position = tokens.firstIndex(where: { $0.range == inside[0].range }), position > 3,
      ["OR", "||"].contains(tokens[position - 1].text.uppercased()), ["=", "=="].contains(tokens[position - 3].text)
    else { return nil }
    let path = Self.path(endingAt: Array(tokens[..<(position - 3)])).map(\.text).joined()
    return hint(
      "several values stand in a list:", "\(path) IN {\(tokens[position - 2].text), \(inside[0].text)}", entity)
  }

  /// `avg(rating)` is `Movie show avg(rating)`.
  func shownValue(_ inside: [SourceToken], in text: String, _ entity: Entity) -> String? {
    guard let first = inside.first, let last = inside.last, inside.contains(where: { $0.kind == .word }) else {
      return nil
    }
    let value = String(
      decoding: Array(text.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    return statement("a value stands behind show:", "\(entity.name) show \(value)")
  }

  /// `Movie show title where year > 1990` is `Movie where year > 1990 show title`.
  func conditionFirst(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> String? {
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
    return statement("the condition stands first:", parts.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// `year = max(year)` is `Movie sort by year desc limit 1`.
  func extreme(_ inside: [SourceToken], _ entity: Entity) -> String? {
    guard let name = inside.first, name.isWord("max") || name.isWord("min"), inside.count > 3 else { return nil }
    let path = inside.dropFirst(2).dropLast().map(\.text).joined()
    let order = name.isWord("max") ? " desc" : ""
    return statement("the first in an order has it:", "\(entity.name) sort by \(path)\(order) limit 1")
  }

  /// `'It''s'` is `'It\\'s'`.
  func doubledQuote(_ tokens: [SourceToken], _ inside: [SourceToken]) -> String? {
    guard let second = inside.first, second.kind == .string,
      let first = tokens.first(where: { $0.range.upperBound == second.range.lowerBound }), first.kind == .string
    else { return nil }
    return "a quote in a text has a backslash before it: \(first.text.dropLast())\\\(second.text)"
  }

  /// A hint that is true: the statement that it proposes can be read and bound.
  func statement(_ words: String, _ proposal: String) -> String? {
    let parser = StatementParser(model: model, currentEntity: currentEntity)
    var tree = parser.parse(proposal)
    if case .command(let call) = tree.content, call.nameRange.lowerBound < call.argumentRange.lowerBound {
      tree = parser.parse(proposal, from: call.argumentRange.lowerBound)
    }
    guard let query = tree.query ?? tree.change?.query, query.canRun(on: model, variables: variables) else {
      return nil
    }
    return "\(words) \(proposal)"
  }
}
