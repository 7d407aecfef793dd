import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax

/// Makes another statement from a statement. The text of unchanged parts stays as it was typed.
///
/// ```swift
/// StatementEdit(asked.query).sorted(by: "year desc")           // Movie where year > 1990 sort by year desc
/// StatementEdit(asked.query).adding(condition: "lent == YES")  // Movie where year > 1990 AND lent == YES
/// ```
struct StatementEdit {
  private let query: QueryStatement

  init(_ query: QueryStatement) { self.query = query }

  /// The statement in another order; nil removes the order.
  func sorted(by key: String?) -> String { replacing([(.sort, key.map { "sort by \($0)" })]) }

  /// The texts before and after the sort key in the result of ``sorted(by:)``.
  var partsAroundSortKey: (before: String, after: String) {
    // A word that does not occur in the statement.
    var mark = "key"
    while query.text.contains(mark) { mark += "_" }
    let text = sorted(by: mark)
    guard let place = text.range(of: mark) else { return (text, "") }
    return (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
  }

  /// The operands of the condition's top-level AND; empty without a condition.
  var conditions: [QueryPredicate] {
    query.fetch.predicate?.conjuncts ?? []
  }

  /// The statement with an additional condition and without an offset.
  func adding(condition: String) -> String {
    replacing([(.where, "where \(conjunction(with: condition))"), (.offset, nil)])
  }

  /// The statement without one of its ``conditions`` and without an offset.
  func removing(conditionAt position: Int) -> String {
    var rest = conditions
    rest.remove(at: position)
    let text = rest.map(operand).joined(separator: " AND ")
    return replacing([(.where, text.isEmpty ? nil : "where \(text)"), (.offset, nil)])
  }

  /// The statement without an offset and with one of its ``conditions`` replaced.
  func replacing(conditionAt position: Int, by condition: QueryPredicate) -> String {
    var texts = conditions.map(operand)
    texts[position] = condition.canonicalFormat
    return replacing([(.where, "where \(texts.joined(separator: " AND "))"), (.offset, nil)])
  }

  /// The statement for all values of a facet: the values and the number of objects with each, largest first.
  func groups(by path: String) -> String {
    let predicate = query.fetch.predicate.map { " where \(text(of: $0))" } ?? ""
    return
      "\(query.entity.asStatementName)\(predicate) group by \(path) show \(path), count() as number sort by number desc"
  }

  /// The statement for all objects of the entity that meet the statement's condition and another one.
  func members(where condition: String) -> String {
    "\(query.entity.asStatementName) where \(conjunction(with: condition))"
  }

  private func conjunction(with condition: String) -> String {
    ((query.fetch.predicate.map { [operand($0)] } ?? []) + [condition]).joined(separator: " AND ")
  }

  /// The text of a condition as it was typed.
  func text(of predicate: QueryPredicate) -> String {
    query.text.utf8.text(at: predicate.range).flatMap { $0.isEmpty ? nil : $0 } ?? predicate.exactFormat
  }

  /// The text of a condition as an operand of AND. An OR gets parentheses.
  private func operand(_ predicate: QueryPredicate) -> String {
    if case .or = predicate.node { "(\(text(of: predicate)))" } else { text(of: predicate) }
  }

  /// The statement's text with some clauses replaced. A new condition is inserted after the entity, any other new clause before `first`, `limit` and
  /// `offset`.
  private func replacing(_ changes: [(kind: ClauseKind, text: String?)]) -> String {
    var bytes = Array(query.text.utf8)
    while let last = bytes.last, StatementText.isSpace(last) || last == UInt8(ascii: ";") { bytes.removeLast() }
    // Later clauses are replaced first, so that the ranges of earlier ones stay valid.
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

  /// The offset for a new condition: after the entity, or at the beginning of a statement without an entity's name.
  private var placeOfCondition: Int? {
    switch query.subject {
    case .written(let range)?: Int(range.upperBound)
    case .beforeCondition(let offset)?, .beforeClauses(let offset)?: offset
    case nil: nil
    }
  }
}

extension String {
  /// The text without spaces at its ends, and with a single space for each run of spaces. Quoted texts and line breaks stay.
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
