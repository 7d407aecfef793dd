import PredicateModel
import PredicateSyntax

/// Hints for calculations with each of many objects: `sum(lines.price * lines.quantity)`. A path to many values cannot be multiplied, so the statement is
/// rewritten as one about the elements.
extension StatementAdvice {
  /// The objects at the end of the to-many part of a path.
  private struct Elements {
    /// The names of the path to the elements.
    let path: [String]
    let entity: Entity
    /// The path from an element back to the object of the statement.
    let owner: String
    /// Whether each element belongs to many objects.
    let hasManyOwners: Bool
    /// Whether an element may belong to no object.
    let isOptional: Bool
  }

  private static let calls: Set<String> = [
    "sum", "avg", "average", "min", "max", "median", "stddev", "variance", "total", "count", "mode",
  ]

  private func elements(of path: [SourceToken], _ entity: Entity) -> Elements? {
    let names = path.filter { $0.kind == .word }.map(\.text)
    var (current, owners, isMany, isOptional) = (entity, [String](), false, false)
    var found: Elements?
    for (position, name) in names.enumerated() {
      guard let relationship = current.relationship(named: name), let next = model.destination(of: relationship),
        let inverse = model.inverse(of: relationship)
      else { break }
      owners.insert(Self.key(inverse.name), at: 0)
      isMany = isMany || inverse.cardinality == .toMany
      isOptional = isOptional || inverse.isOptional
      if relationship.cardinality == .toMany {
        // A longer path back over many objects has no form as a group.
        found =
          isMany && position > 0
          ? nil
          : Elements(
            path: Array(names[...position]), entity: next, owner: owners.joined(separator: "."), hasManyOwners: isMany,
            isOptional: isOptional)
      }
      current = next
    }
    return found
  }

  /// The text of some tokens with each path rewritten: for elements, or for the object that they belong to. Nil if the tokens contain another path to
  /// many objects.
  private func rewritten(
    _ range: Range<Int>, _ tokens: [SourceToken], in text: String, _ entity: Entity, _ elements: Elements,
    element: (String) -> String, owner: (String) -> String
  ) -> String? {
    let bytes = Array(text.utf8)
    var (result, start) = ("", range.lowerBound)
    var position = tokens.firstIndex { $0.range.lowerBound >= range.lowerBound } ?? tokens.endIndex
    while position < tokens.count, tokens[position].range.lowerBound < range.upperBound {
      let token = tokens[position]
      if token.kind == .variable || ["any", "all", "some", "none"].contains(where: { token.isWord($0) }) { return nil }
      let path = token.kind == .word ? Self.path(beginning: tokens[position...]) : []
      let isCall = position + path.count < tokens.count && tokens[position + path.count].isMark("(")
      guard let last = path.last, !isCall, let place = place(of: path, from: entity) else {
        position += 1
        continue
      }
      let names = path.filter { $0.kind == .word }.map(\.text)
      let form: String
      if names.starts(with: elements.path) {
        guard names.count > elements.path.count else { return nil }
        form = element(names.dropFirst(elements.path.count).joined(separator: "."))
      } else {
        switch place {
        case .value, .object: form = owner(names.joined(separator: "."))
        default: return nil
        }
      }
      result += String(decoding: bytes[start..<token.range.lowerBound], as: UTF8.self) + form
      start = last.range.upperBound
      position += path.count
    }
    guard start <= range.upperBound else { return nil }
    return result + String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
  }

  // MARK: Aggregates

  /// Suggests `OrderDetail group by order show order, sum(unitPrice * quantity)` for `Order show sum(details.unitPrice * details.quantity)`. If other
  /// parts of the statement have no such form, the statement without these parts is shown, but not proposed. Nil without such a call.
  func calculation(_ tokens: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard tokens.first?.isMark(".") == false, tokens.first?.isWord("count") == false,
      let (place, elements) = elementCall(tokens, entity), !elements.owner.isEmpty
    else { return nil }
    func written(_ range: Range<Int>) -> String? {
      rewritten(range, tokens, in: text, entity, elements, element: { $0 }, owner: { "\(elements.owner).\($0)" })
    }
    guard let call = written(place) else { return nil }
    let words = "to calculate with each element, write a statement about \(elements.entity.name):"
    let subject = elements.entity.name.asStatementName
    if let whole = grouped(tokens, in: text, elements, (call, place), written),
      let hint = statement(words, "\(subject)\(whole)")
    {
      return hint
    }
    let key = elements.hasManyOwners ? "each \(elements.owner)" : elements.owner
    let base = "\(subject) group by \(key) show \(elements.owner), \(call)"
    return statement(words, base).map { Hint($0.text) }
  }

  /// The range of the first aggregate over a calculation with each element, and the elements.
  private func elementCall(_ tokens: [SourceToken], _ entity: Entity) -> (Range<Int>, Elements)? {
    for start in tokens.indices.dropLast(3) where tokens[start + 1].isMark("(") {
      guard Self.calls.contains(tokens[start].text.lowercased()), let close = Self.closing(tokens, from: start + 1)
      else { continue }
      let inner = tokens[(start + 2)..<close]
      guard inner.contains(where: { ["+", "-", "*", "/", "**"].contains($0.text) }) else { continue }
      let found = inner.indices.lazy.compactMap { position -> Elements? in
        guard tokens[position].kind == .word, !tokens[position - 1].isMark(".") else { return nil }
        let path = Self.path(beginning: tokens[position..<close])
        return elements(of: path, entity)
      }.first
      if let found { return (tokens[start].range.lowerBound..<tokens[close].range.upperBound, found) }
    }
    return nil
  }

  /// The position of the bracket that closes the one at a position.
  static func closing(_ tokens: [SourceToken], from open: Int) -> Int? {
    var depth = 0
    for position in open..<tokens.count {
      if tokens[position].isMark("(") { depth += 1 }
      if tokens[position].isMark(")") { depth -= 1 }
      if depth == 0 { return position }
    }
    return nil
  }

  /// The clauses of a statement about the elements; nil if a clause has no such form.
  private func grouped(
    _ tokens: [SourceToken], in text: String, _ elements: Elements, _ call: (text: String, place: Range<Int>),
    _ written: (Range<Int>) -> String?
  ) -> String? {
    guard let query = parsed(text).query, !hasOtherCalls(tokens, in: text, than: call.place) else { return nil }
    let isOfGroups = query.clauses.contains { $0.kind == .group || $0.kind == .having }
    var conditions = elements.isOptional && !elements.hasManyOwners ? ["\(elements.owner) != nil"] : []
    var (keys, columns, having, rest) = ([String](), [String](), "", "")
    for clause in query.clauses {
      let range = Int(clause.range.lowerBound)..<Int(clause.range.upperBound)
      let inside = tokens.filter { range.contains($0.range.lowerBound) && $0.text != ";" }
      let content = inside.drop { ClauseKind($0) != nil || $0.isWord("by") }
      guard let first = content.first, let last = content.last, !first.isWord("distinct") else { return nil }
      let place = first.range.lowerBound..<last.range.upperBound
      guard let form = written(place) else { return nil }
      switch clause.kind {
      case .where where place.contains(call.place.lowerBound):
        // A group has one condition on its aggregates. Other conditions are about the objects before they are grouped.
        guard !isOfGroups,
          !content.contains(where: { $0.isWord("and") || $0.isWord("or") || $0.text == "||" || $0.text == "&&" })
        else { return nil }
        having = " having \(form)"
      case .where: conditions.append(content.contains { $0.isWord("or") || $0.text == "||" } ? "(\(form))" : form)
      case .group, .show:
        let parts = Self.parts(content).map { ($0.contains(call.place.lowerBound), written($0)) }
        let forms = parts.compactMap(\.1)
        guard forms.count == parts.count else { return nil }
        if clause.kind == .group {
          keys = forms
        } else {
          columns = forms
          if keys.isEmpty {
            keys = zip(parts, forms).filter { !$0.0.0 }.map(\.1)
            if !keys.isEmpty { keys.insert(elements.owner, at: 0) }
          }
        }
      case .having: having = " having \(form)"
      case .sort: rest += " sort by \(form)"
      case .limit, .offset: rest += " \(clause.kind.word) \(form)"
      case .first: return nil
      }
    }
    if elements.hasManyOwners, !keys.isEmpty { return nil }
    if keys.isEmpty { keys = [(elements.hasManyOwners ? "each " : "") + elements.owner] }
    if columns.isEmpty { columns = [call.text] }
    if columns.count == 1 { columns.insert(elements.owner, at: 0) }
    let condition = conditions.isEmpty ? "" : " where " + conditions.joined(separator: " AND ")
    return
      "\(condition) group by \(keys.joined(separator: ", "))\(having) show \(columns.joined(separator: ", "))\(rest)"
  }

  /// Whether a statement has a second aggregate. In a statement about the elements, it would count an object once for each element.
  private func hasOtherCalls(_ tokens: [SourceToken], in text: String, than place: Range<Int>) -> Bool {
    let bytes = Array(text.utf8)
    return tokens.indices.dropLast().contains { start in
      guard tokens[start + 1].isMark("("), !place.contains(tokens[start].range.lowerBound),
        Self.calls.contains(tokens[start].text.lowercased())
      else { return false }
      let end = Self.closing(tokens, from: start + 1).map { tokens[$0].range.upperBound }
      return end.map { bytes[tokens[start].range.lowerBound..<$0] != bytes[place] } ?? true
    }
  }

  /// The ranges of the parts of a clause, which commas separate.
  private static func parts(_ content: ArraySlice<SourceToken>) -> [Range<Int>] {
    var (parts, depth) = ([Range<Int>](), 0)
    var start: Int?
    var end = 0
    for token in content {
      if ["(", "{", "["].contains(where: { token.isMark($0) }) { depth += 1 }
      if [")", "}", "]"].contains(where: { token.isMark($0) }) { depth -= 1 }
      if token.isMark(","), depth == 0 {
        if let first = start { parts.append(first..<end) }
        start = nil
      } else {
        start = start ?? token.range.lowerBound
        end = token.range.upperBound
      }
    }
    if let first = start { parts.append(first..<end) }
    return parts
  }

  // MARK: Comparisons

  /// Suggests `SUBQUERY(lines, $x, $x.price * $x.quantity > 5).@count > 0` for `ANY lines.price * lines.quantity > 5`. Nil for another place.
  func elementComparison(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let first = inside.first, let elements = elements(of: inside, entity),
      let start = tokens.firstIndex(where: { $0.range == first.range }),
      let sign = tokens[start...].firstIndex(where: { token in
        OperatorTable.entries.contains { $0.class == .comparison && $0.spellings.contains(token.text.uppercased()) }
      }), sign + 1 < tokens.count
    else { return nil }
    let quantifier = start > 0 ? tokens[start - 1] : first
    // After another operand, a path does not begin the comparison.
    let begins =
      start == 0 || ["(", "&&", "||", "!"].contains(quantifier.text)
      || ["where", "having", "and", "or", "not", "any", "some", "none"].contains { quantifier.isWord($0) }
    if !begins { return nil }
    let isNone = quantifier.isWord("none")
    if quantifier.isWord("all") { return nil }
    let hasQuantifier = isNone || quantifier.isWord("any") || quantifier.isWord("some")
    let end = tokens[(sign + 1)...].firstIndex { token in
      ClauseKind(token) != nil || ["and", "or"].contains { token.isWord($0) }
        || ["&&", "||", ")", ";"].contains(token.text)
    }
    let last = tokens[(end ?? tokens.endIndex) - 1]
    let range = first.range.lowerBound..<last.range.upperBound
    guard
      let condition = rewritten(
        range, tokens, in: text, entity, elements, element: { "$x.\($0)" }, owner: { $0 })
    else { return nil }
    let form = "SUBQUERY(\(elements.path.joined(separator: ".")), $x, \(condition)).@count \(isNone ? "== 0" : "> 0")"
    let place = (hasQuantifier ? quantifier : first).range.lowerBound..<last.range.upperBound
    return statement("to calculate with each element, write", Self.text(text, replacing: place, by: form))
  }

  /// Suggests `InvoiceLine show invoice, unitPrice * 2` for `Invoice show invoiceLines.unitPrice * 2`. Nil unless the statement only shows values.
  func elementValues(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let elements = elements(of: inside, entity), let query = parsed(text).query, query.clauses.count == 1,
      let clause = query.clauses.first, clause.kind == .show
    else { return nil }
    let content = tokens.filter { $0.range.lowerBound >= Int(clause.range.lowerBound) && $0.text != ";" }.dropFirst()
    let forms = Self.parts(content).map { part in
      rewritten(part, tokens, in: text, entity, elements, element: { $0 }, owner: { "\(elements.owner).\($0)" })
    }
    let columns = [elements.owner] + forms.compactMap(\.self)
    guard columns.count == forms.count + 1 else { return nil }
    return statement(
      "to calculate with each element, write a statement about \(elements.entity.name):",
      "\(elements.entity.name.asStatementName) show \(columns.joined(separator: ", "))")
  }
}
