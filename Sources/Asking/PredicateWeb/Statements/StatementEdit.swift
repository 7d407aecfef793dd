import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax

/// Makes a new statement by changing parts of a statement. The other parts keep the text that was typed.
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
    // The statement is printed with a made-up sort key, and split at this key. A key that is longer than the statement cannot occur elsewhere in it.
    let mark = String(repeating: "k", count: query.text.utf8.count + 1)
    let parts = sorted(by: mark).split(separator: mark, omittingEmptySubsequences: false)
    return (String(parts[0]), String(parts[1]))
  }

  /// The operands of the condition's top-level AND; empty without a condition.
  var conditions: [QueryPredicate] {
    query.fetch.predicate?.conjuncts ?? []
  }

  /// The statement with an additional condition and without an offset.
  func adding(condition: String) -> String { replacing(conditions: whole + [condition]) }

  /// The statement without one of its ``conditions`` and without an offset.
  func removing(conditionAt position: Int) -> String {
    var texts = conditions.map(operand)
    texts.remove(at: position)
    return replacing(conditions: texts)
  }

  /// The statement without an offset and with one of its ``conditions`` replaced.
  func replacing(conditionAt position: Int, by condition: QueryPredicate) -> String {
    var texts = conditions.map(operand)
    texts[position] = condition.canonicalFormat
    return replacing(conditions: texts)
  }

  /// The statement for all values of a facet: the values and the number of objects with each, largest first.
  func groups(by path: String) -> String {
    let predicate = query.fetch.predicate.map { " where \(text(of: $0))" } ?? ""
    return
      "\(query.entity.asStatementName)\(predicate) group by \(path) show \(path), count() as number sort by number desc"
  }

  /// The statement for all objects of the entity that meet the statement's condition and another one.
  func members(where condition: String) -> String {
    "\(query.entity.asStatementName) where \((whole + [condition]).joined(separator: " AND "))"
  }

  /// The statement's condition as an operand of AND.
  private var whole: [String] { query.fetch.predicate.map { [operand($0)] } ?? [] }

  /// The text of a condition as it was typed. The condition of `Movie[3]` is not in the text, so it is printed.
  func text(of predicate: QueryPredicate) -> String {
    let typed = query.object == nil ? query.text.utf8.text(at: predicate.range) ?? "" : ""
    return typed.isEmpty ? predicate.exactFormat : typed
  }

  /// The text of a condition as an operand of AND. An OR gets parentheses.
  private func operand(_ predicate: QueryPredicate) -> String {
    if case .or = predicate.node { "(\(text(of: predicate)))" } else { text(of: predicate) }
  }

  private func replacing(conditions: [String]) -> String {
    let text = conditions.isEmpty ? nil : "where \(conditions.joined(separator: " AND "))"
    return replacing([(.where, text), (.offset, nil)])
  }

  /// The statement's text with some clauses replaced. A new condition is inserted after the entity, any other new clause before `first`, `limit` and
  /// `offset`. Text after the last clause is left out.
  private func replacing(_ changes: [(kind: ClauseKind, text: String?)]) -> String {
    let bytes = Array(query.text.utf8)
    var end =
      switch query.subject {
      case .written(let range)?: Int(range.upperBound)
      case .beforeCondition(let offset)?, .beforeClauses(let offset)?: offset
      case nil: 0
      }
    while end > 0, StatementText.isSpace(bytes[end - 1]) { end -= 1 }
    // The entity, if it is named, and the clauses. A gap is the text before a clause.
    var parts = [(kind: ClauseKind?.none, gap: "", text: String(decoding: bytes[..<end], as: UTF8.self))]
    for clause in query.clauses {
      let gap = end == 0 ? " " : String(decoding: bytes[end..<Int(clause.range.lowerBound)], as: UTF8.self)
      parts.append((clause.kind, gap, bytes.text(at: clause.range) ?? ""))
      end = Int(clause.range.upperBound)
    }
    for (kind, text) in changes {
      let old = parts.firstIndex { $0.kind == kind }
      let bounds = parts.firstIndex { [.first, .limit, .offset].contains($0.kind) } ?? parts.endIndex
      let gap = old.map { parts.remove(at: $0).gap } ?? ""
      guard let text else { continue }
      parts.insert((kind, gap.isEmpty ? " " : gap, text), at: old ?? (kind == .where ? 1 : bounds))
    }
    return String(parts.map { $0.gap + $0.text }.joined().drop(while: \.isWhitespace))
  }
}
