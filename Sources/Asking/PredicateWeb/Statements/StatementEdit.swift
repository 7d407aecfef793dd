import PredicateModel
import PredicateStatements
import PredicateSyntax

/// Another statement that is made of one, with the words that were typed wherever they stay.
///
/// ```swift
/// StatementEdit(asked.query).sorted(by: "year desc")           // Movie where year > 1990 sort by year desc
/// StatementEdit(asked.query).adding(condition: "lent == YES")  // Movie where year > 1990 AND lent == YES
/// ```
struct StatementEdit {
  private let query: QueryStatement

  init(_ query: QueryStatement) { self.query = query }

  /// The statement in another order; without one for nil.
  func sorted(by key: String?) -> String { replacing([(.sort, key.map { "sort by \($0)" })]) }

  /// The texts before and after the key of ``sorted(by:)``.
  var partsAroundSortKey: (before: String, after: String) {
    // A word that the statement does not have.
    var mark = "key"
    while query.text.contains(mark) { mark += "_" }
    let text = sorted(by: mark)
    guard let place = text.range(of: mark) else { return (text, "") }
    return (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
  }

  /// The conditions that all have to hold; none without a condition.
  var conditions: [QueryPredicate] {
    guard let predicate = query.fetch.predicate else { return [] }
    return if case .and(let parts) = predicate.node { parts } else { [predicate] }
  }

  /// The statement with one condition more, from its first row on.
  func adding(condition: String) -> String {
    replacing([(.where, "where \(conjunction(with: condition))"), (.offset, nil)])
  }

  /// The statement without one of its ``conditions``, from its first row on.
  func removing(conditionAt position: Int) -> String {
    var rest = conditions
    rest.remove(at: position)
    let text = rest.map(operand).joined(separator: " AND ")
    return replacing([(.where, text.isEmpty ? nil : "where \(text)"), (.offset, nil)])
  }

  /// The statement with another condition in the place of one of its ``conditions``, from its first row on.
  func replacing(conditionAt position: Int, by condition: QueryPredicate) -> String {
    var texts = conditions.map(operand)
    texts[position] = condition.canonicalFormat
    return replacing([(.where, "where \(texts.joined(separator: " AND "))"), (.offset, nil)])
  }

  /// The members of the groups of a value, the largest first: all values of a facet.
  func groups(by path: String) -> String {
    let predicate = query.fetch.predicate.map { " where \(text(of: $0))" } ?? ""
    return
      "\(query.entity.asStatementName)\(predicate) group by \(path) show \(path), count() as number sort by number desc"
  }

  /// All objects of the entity that meet the statement's condition, and one more.
  func members(where condition: String) -> String {
    "\(query.entity.asStatementName) where \(conjunction(with: condition))"
  }

  private func conjunction(with condition: String) -> String {
    ((query.fetch.predicate.map { [operand($0)] } ?? []) + [condition]).joined(separator: " AND ")
  }

  /// A condition as it was typed.
  func text(of predicate: QueryPredicate) -> String {
    query.text.utf8.text(at: predicate.range).flatMap { $0.isEmpty ? nil : $0 } ?? predicate.exactFormat
  }

  /// A condition as it was typed, as an operand of AND: an OR gets parentheses.
  private func operand(_ predicate: QueryPredicate) -> String {
    if case .or = predicate.node { "(\(text(of: predicate)))" } else { text(of: predicate) }
  }

  /// The text with other clauses. One that is missing comes before the bounds, a condition right after the entity.
  private func replacing(_ changes: [(kind: ClauseKind, text: String?)]) -> String {
    var bytes = Array(query.text.utf8)
    while let last = bytes.last, StatementText.isSpace(last) || last == UInt8(ascii: ";") { bytes.removeLast() }
    // The places of the clauses hold as long as later ones are changed first.
    var places = changes.map { change -> (range: Range<Int>, text: String?) in
      if let clause = query.clauses.first(where: { $0.kind == change.kind }) {
        return (Int(clause.range.lowerBound)..<min(bytes.count, Int(clause.range.upperBound)), change.text)
      }
      let bounds = query.clauses.first { [.first, .limit, .offset].contains($0.kind) }
      let place =
        (change.kind == .where ? placeOfCondition : bounds.map { Int($0.range.lowerBound) }) ?? bytes.count
      return (place..<place, change.text)
    }
    places.sort { ($0.range.lowerBound, $0.range.upperBound) > ($1.range.lowerBound, $1.range.upperBound) }
    for (range, text) in places {
      if let text {
        bytes.replaceSubrange(range, with: " \(text) ".utf8)
      } else {
        bytes.removeSubrange(range)
      }
    }
    return String(decoding: bytes, as: UTF8.self).withSingleSpaces
  }

  /// Where a condition is put that the statement lacks: after the entity, or at the beginning of a statement without one.
  private var placeOfCondition: Int? {
    switch query.subject {
    case .written(let range)?: Int(range.upperBound)
    case .beforeCondition(let offset)?, .beforeClauses(let offset)?: offset
    case nil: nil
    }
  }
}

extension String {
  /// The text without spaces at its ends, and with one space instead of the several that an edit left. Quoted texts stay, and so do line breaks.
  fileprivate var withSingleSpaces: String {
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var end = 0
    for token in SourceToken.all(in: bytes, from: 0) {
      let gap = bytes[end..<token.range.lowerBound]
      if !result.isEmpty, !gap.isEmpty { result += gap.contains(UInt8(ascii: "\n")) ? Array(gap) : [UInt8(ascii: " ")] }
      result += bytes[token.range]
      end = token.range.upperBound
    }
    return String(decoding: result, as: UTF8.self)
  }
}
