import PredicateModel
import PredicateSyntax

/// SQL typed instead of a statement of the shell.
///
/// It is refused, with the shell's statement of the same meaning if it has one.
struct SQLHabit {
  /// The word that it begins with, in capitals.
  let verb: String
  private let tokens: [SourceToken]
  private let bytes: [UInt8]

  private static let asking = ["SELECT", "FROM"]
  private static let defining = ["CREATE", "DROP", "ALTER", "REPLACE"]
  private static let changing = ["INSERT", "UPDATE", "DELETE"]
  /// The words that begin a part of SELECT.
  private static let parts = ["from", "where", "group", "having", "order", "limit", "offset", "join", "left", "inner"]

  /// The statement that a text begins with at an offset; nil if its first word is not a verb of SQL, or is used as a name.
  init?(_ bytes: [UInt8], from start: Int) {
    let tokens = SourceToken.all(in: bytes, from: start).filter { $0.text != ";" }
    guard let first = tokens.first, tokens.count > 1, first.kind == .word,
      tokens[1].kind != .sign || tokens[1].text == "*"
    else { return nil }
    let verb = first.text.uppercased()
    guard (Self.asking + Self.defining + Self.changing).contains(verb) else { return nil }
    self.verb = verb
    self.tokens = tokens
    self.bytes = bytes
  }

  /// What there is to say of it.
  ///
  /// - Parameter runsSQL: Whether a command runs SQL that only reads.
  func issue(_ model: DataModel, _ currentEntity: String?, runsSQL: Bool) -> PredicateIssue {
    let range = tokens[0].place
    let hint: String
    if Self.defining.contains(verb) {
      hint = "statements change objects, not tables; .import makes a table for the records of a file"
    } else if let statement = translated(model, currentEntity) {
      hint = "write \(statement)"
    } else {
      let form = "the form is ENTITY where PREDICATE show KEY, KEY sort by KEY limit NUMBER"
      hint = runsSQL && verb == "SELECT" ? "\(form); .\(CommandCall.sqlName) runs SQL that only reads" : form
    }
    return .error("sql-statement", range, "expected a statement, found SQL", hint: hint)
  }

  // MARK: SQL that changes data

  /// The shell's statement that makes the same change, if it can be read and its names are known: `delete Movie where year == 3` for `DELETE FROM
  /// movie WHERE year = 3`.
  func change(_ model: DataModel) -> String? {
    guard Self.changing.contains(verb), let name = changedTable.name, let entity = model.entity(inOneOrMany: name)
    else {
      return nil
    }
    let rest = Array(tokens[(changedTable.position + 1)...])
    let body = verb == "INSERT" ? inserted(rest, entity) : text(of: rest)
    guard let body else { return nil }
    let statement = "\(verb.lowercased()) \(entity.name)\(body.isEmpty ? "" : " ")\(body)"
    let change = StatementParser(model: model, currentEntity: nil).parse(statement).change
    guard let change, change.query.canRun(on: model),
      change.assignments.allSatisfy({ entity.member(named: $0.member) != nil })
    else { return nil }
    return statement
  }

  /// The table after the verb, and its place among the tokens.
  private var changedTable: (name: String?, position: Int) {
    let position = tokens[1].isWord("into") || tokens[1].isWord("from") ? 2 : 1
    return (tokens.count > position ? tokens[position].text.withoutNameQuotes : nil, position)
  }

  /// Suggests `name = 'x', stock = 3` for `(name, stock) values ('x', 3)`; without names the values are those of all columns.
  private func inserted(_ rest: [SourceToken], _ entity: Entity) -> String? {
    guard let word = rest.firstIndex(where: { $0.isWord("values") }), let values = list(rest[(word + 1)...]) else {
      return nil
    }
    var columns = entity.attributes.map(\.name)
    if word > 0 {
      guard let names = list(rest[..<word]) else { return nil }
      columns = names.map { name in
        entity.attributes.first { [$0.name.lowercased(), $0.column.lowercased()].contains(name.lowercased()) }?.name
          ?? name
      }
    } else if let key = entity.hiddenKey, values.count == columns.count + 1 {
      columns.insert(key.name, at: 0)
    }
    guard columns.count == values.count else { return nil }
    let keys = [entity.keyAttribute?.name, entity.hiddenKey?.name].compactMap { $0 }
    // Saving gives an object its key.
    return zip(columns, values).filter { !keys.contains($0.0) }.map { "\($0) = \($1)" }.joined(separator: ", ")
  }

  /// The texts between commas within one pair of parentheses; nil for everything else.
  private func list(_ tokens: ArraySlice<SourceToken>) -> [String]? {
    guard let first = tokens.first, let last = tokens.last, first.isMark("("), last.isMark(")") else { return nil }
    return tokens.dropFirst().dropLast().split { $0.isMark(",") }.map { text(of: Array($0)) }
  }

  /// The text of some pieces. `IS NULL` and `IS NOT NULL` become comparisons with nil.
  private func text(of pieces: [SourceToken]) -> String {
    var text = ""
    var end = pieces.first?.range.lowerBound ?? 0
    var rest = pieces[...]
    while let piece = rest.first {
      // Lines that were pasted become one.
      let space = String(decoding: bytes[end..<piece.range.lowerBound], as: UTF8.self)
      text += space.utf8.contains(UInt8(ascii: "\n")) ? " " : space
      let isNegated = rest.dropFirst().first?.isWord("not") ?? false
      let length = isNegated ? 3 : 2
      if piece.isWord("is"), rest.count >= length, let null = rest.prefix(length).last, null.isWord("null") {
        text += isNegated ? "!= nil" : "== nil"
        end = null.range.upperBound
        rest = rest.dropFirst(length)
      } else {
        text += piece.text
        end = piece.range.upperBound
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The shell's statement, if it can be read and its names are known.
  private func translated(_ model: DataModel, _ currentEntity: String?) -> String? {
    var parts: [(word: String, text: String)] = []
    var rest = tokens[...]
    while let word = rest.first {
      rest = rest.dropFirst()
      let next = rest.firstIndex { token in Self.parts.contains { token.isWord($0) } } ?? rest.endIndex
      let inside = rest[..<next].filter { !$0.isWord("by") }
      guard !inside.isEmpty else { return nil }
      parts.append((word.text.uppercased(), text(of: inside)))
      rest = rest[next...]
    }
    func part(_ word: String) -> String? { parts.first { $0.word == word }?.text }
    guard let name = part("FROM"), let entity = model.entity(inOneOrMany: name) else { return nil }
    let isCount = part("SELECT").map { $0.lowercased().filter { $0 != " " } == "count(*)" } ?? false
    var statement = (isCount ? "count " : "") + entity.name
    let clauses = [
      ("WHERE", "where"), ("GROUP", "group by"), ("HAVING", "having"), ("SELECT", "show"), ("ORDER", "sort by"),
      ("LIMIT", "limit"), ("OFFSET", "offset"),
    ]
    guard parts.allSatisfy({ part in part.word == "FROM" || clauses.contains { $0.0 == part.word } }) else {
      return nil
    }
    for (word, clause) in clauses {
      guard let text = part(word), word != "SELECT" || !(text == "*" || isCount) else { continue }
      statement += " \(clause) \(text)"
    }
    let parser = StatementParser(model: model, currentEntity: currentEntity)
    guard let query = parser.parse(statement).query, query.canRun(on: model) else { return nil }
    return statement
  }
}
