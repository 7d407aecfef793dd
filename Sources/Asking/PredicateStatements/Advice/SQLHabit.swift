import PredicateModel
import PredicateSyntax

/// Recognises SQL that was typed instead of a statement of the shell.
///
/// The shell refuses it. If the shell has a statement with the same meaning, the hint contains it.
struct SQLHabit {
  /// The first word of the SQL, in capitals.
  let verb: String
  private let tokens: [SourceToken]
  private let bytes: [UInt8]
  /// Whether LIKE ignores case in the database's SQL.
  private let foldsLike: Bool

  private static let asking = ["SELECT", "FROM", "WITH"]
  private static let defining = ["CREATE", "DROP", "ALTER", "REPLACE"]
  private static let changing = ["INSERT", "UPDATE", "DELETE"]
  /// The words that begin a clause of SELECT.
  private static let parts = ["from", "where", "group", "having", "order", "limit", "offset", "join", "left", "inner"]

  /// Reads the SQL that begins at an offset of a text. Nil if its first word is not a verb of SQL, or if an operator follows the word, so that it is a name.
  init?(_ bytes: [UInt8], from start: Int, foldsLike: Bool) {
    let tokens = SourceToken.all(in: bytes, from: start).filter { $0.text != ";" }
    guard let first = tokens.first, tokens.count > 1, first.kind == .word,
      tokens[1].kind != .sign || tokens[1].text == "*"
    else { return nil }
    let verb = first.text.uppercased()
    guard (Self.asking + Self.defining + Self.changing).contains(verb) else { return nil }
    // A text that begins with WITH is SQL only in the form `WITH old AS (…)`.
    if verb == "WITH", !tokens.dropFirst(2).prefix(2).contains(where: { $0.isWord("as") || $0.isMark("(") }) {
      return nil
    }
    self.verb = verb
    self.tokens = tokens
    self.bytes = bytes
    self.foldsLike = foldsLike
  }

  /// The issue for the SQL.
  ///
  /// - Parameters:
  ///   - hasCommands: Whether there are commands that import files and run read-only SQL.
  ///   - joined: Returns the hint for a statement that joins a table with others.
  func issue(
    _ model: DataModel, _ currentEntity: String?, hasCommands: Bool,
    joined: ([SourceToken], String) -> Hint?
  ) -> PredicateIssue {
    let range = tokens[0].place
    let hint: Hint
    if Self.defining.contains(verb) {
      hint =
        hasCommands
        ? "a statement cannot create or change tables. To create a table from the records of a file, write .import FILE INTO ENTITY"
        : "statements change objects, not tables"
    } else if let statement = translated(model, currentEntity) {
      hint = Hint("write", proposing: statement, isStatement: true)
    } else if let from = tokens.firstIndex(where: { $0.isWord("from") }), from + 1 < tokens.count,
      let path = joined(Array(tokens[from...]), tokens[from + 1].text.withoutNameQuotes)
    {
      hint = path
    } else {
      let form = "the syntax is: ENTITY where PREDICATE show KEY, KEY sort by KEY limit NUMBER"
      hint =
        hasCommands && ["SELECT", "WITH"].contains(verb)
        ? "\(form). To run SQL that only reads, write .\(CommandCall.sqlName) SQL" : "\(form)"
    }
    return PredicateIssue.error("sql-statement", range, "expected a statement, found SQL")
      .with(hint: hint, in: String(decoding: bytes, as: UTF8.self))
  }

  // MARK: SQL that changes data

  /// The shell's statement for the same change: `delete Movie where year == 3` for `DELETE FROM movie WHERE year = 3`. Nil if the SQL cannot be read
  /// or contains unknown names.
  func change(_ model: DataModel) -> String? {
    guard Self.changing.contains(verb), let name = changedTable.name, let entity = model.entity(inOneOrMany: name),
      !Self.hasTruthOfTwoMeanings(tokens, entity)
    else {
      return nil
    }
    let rest = Array(tokens[(changedTable.position + 1)...])
    let body = verb == "INSERT" ? inserted(rest, entity) : text(of: rest, entity)
    guard let body else { return nil }
    let statement = "\(verb.lowercased()) \(entity.name)\(body.isEmpty ? "" : " ")\(body)"
    let change = StatementParser(model: model, currentEntity: nil).parse(statement).change
    guard let change, change.query.canRun(on: model),
      change.assignments.allSatisfy({ entity.member(named: $0.member) != nil })
    else { return nil }
    return statement
  }

  /// The table after the verb, and the index of its token.
  private var changedTable: (name: String?, position: Int) {
    let position = tokens[1].isWord("into") || tokens[1].isWord("from") ? 2 : 1
    return (tokens.count > position ? tokens[position].text.withoutNameQuotes : nil, position)
  }

  /// Suggests `name = 'x', stock = 3` for `(name, stock) values ('x', 3)`. Without names, the values are those of all columns.
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
    // Keys are left out, because an object gets its key when it is saved.
    return zip(columns, values).filter { !keys.contains($0.0) }.map { "\($0) = \($1)" }.joined(separator: ", ")
  }

  /// The texts between commas inside one pair of parentheses; nil for other tokens.
  private func list(_ tokens: ArraySlice<SourceToken>) -> [String]? {
    guard let first = tokens.first, let last = tokens.last, first.isMark("("), last.isMark(")") else { return nil }
    return tokens.dropFirst().dropLast().split { $0.isMark(",") }.map { text(of: Array($0)) }
  }

  /// The text of some tokens, with the comparisons of SQL translated to this language.
  private func text(of pieces: [SourceToken], _ entity: Entity? = nil) -> String {
    var text = ""
    var end = pieces.first?.range.lowerBound ?? 0
    var rest = pieces[...]
    let hasOr = pieces.contains { $0.isWord("or") }
    while !rest.isEmpty {
      // The spaces and line ends between two tokens of a pasted text become one space.
      let space = String(decoding: bytes[end..<rest[rest.startIndex].range.lowerBound], as: UTF8.self)
      let first = rest[rest.startIndex]
      // The word after AS is the name of a column of the answer.
      let isName = rest.startIndex > pieces.startIndex && pieces[rest.startIndex - 1].isWord("as")
      let (form, length) =
        isName
        ? (first.text, 1)
        : comparison(rest, entity, inParentheses: hasOr)
          ?? (entity.flatMap { Self.property(named: first, of: $0) } ?? first.text, 1)
      text += (space.utf8.contains(UInt8(ascii: "\n")) ? " " : space) + form
      end = rest[rest.startIndex + length - 1].range.upperBound
      rest = rest.dropFirst(length)
    }
    return text
  }

  /// Translates a comparison of SQL at the beginning of some tokens, so that it finds the same rows, and returns the number of its tokens. `a <> 3`
  /// becomes `a != 3 AND a != nil`, because no comparison of SQL finds NULL. Nil for other tokens.
  private func comparison(
    _ tokens: ArraySlice<SourceToken>, _ entity: Entity?, inParentheses: Bool
  ) -> (form: String, length: Int)? {
    let path = tokens.enumerated().prefix { $0.offset % 2 == 0 ? $0.element.kind == .word : $0.element.isMark(".") }
    let quoted = tokens.first.flatMap { first in entity.flatMap { Self.property(named: first, of: $0) } }
    guard quoted != nil || path.last?.element.kind == .word else { return nil }
    let name = quoted ?? path.map(\.element.text).joined()
    let length = quoted == nil ? path.count : 1
    let isNegated = tokens.dropFirst(length).first?.isWord("not") ?? false
    let rest = Array(tokens.dropFirst(length + (isNegated ? 1 : 0)))
    let start = tokens.count - rest.count
    guard rest.count > 1 else { return nil }
    let mayBeNil = Self.attribute(spelled: name, of: entity)?.isOptional ?? true
    func excluding(_ form: String) -> String {
      guard mayBeNil else { return form }
      return inParentheses ? "(\(form) AND \(name) != nil)" : "\(form) AND \(name) != nil"
    }
    func negated(_ form: String) -> String { isNegated ? excluding("NOT \(form)") : form }
    let list = rest.dropFirst(2).prefix { !$0.isMark(")") }
    if rest[0].kind == .sign, let number = Self.number(in: rest[1], comparedWith: name, of: entity) {
      let isUnequal = ["<>", "!="].contains(rest[0].text)
      return (isUnequal ? excluding("\(name) != \(number)") : "\(name) \(rest[0].text) \(number)", start + 2)
    }
    switch rest[0].text.lowercased() {
    case "is" where rest[1].isWord("null"): return ("\(name) == nil", start + 2)
    case "is" where rest.count > 2 && rest[1].isWord("not") && rest[2].isWord("null"):
      return ("\(name) != nil", start + 3)
    case "(" where name.lowercased() == "count" && rest.count > 2 && rest[1].text == "*": return ("count()", start + 3)
    case "<>" where [.string, .number].contains(rest[1].kind), "!=" where [.string, .number].contains(rest[1].kind):
      return (excluding("\(name) != \(rest[1].text)"), start + 2)
    case "like" where rest[1].kind == .string, "ilike" where rest[1].kind == .string:
      let option = foldsLike || rest[0].isWord("ilike") ? "[c]" : ""
      return (negated("\(name) LIKE\(option) \(Self.pattern(rest[1].text))"), start + 2)
    case "in" where rest[1].isMark("(") && !list.isEmpty && !list[2].isWord("select") && rest.count > list.count + 2:
      return (negated("\(name) IN {\(text(of: Array(list)))}"), start + list.count + 3)
    case "between" where rest.count > 3 && rest[2].isWord("and"):
      return (negated("\(name) BETWEEN {\(rest[1].text), \(rest[3].text)}"), start + 4)
    default: return nil
    }
  }

  /// A LIKE pattern of SQL as a pattern of this language, with quotes.
  static func pattern(_ text: String) -> String {
    text.map { character in
      switch character {
      case "%": "*"
      case "_": "?"
      case "*", "?": "\\\\\(character)"
      default: String(character)
      }
    }.joined()
  }

  /// The parts between commas outside of parentheses.
  private static func items(_ tokens: ArraySlice<SourceToken>) -> [[SourceToken]] {
    var depth = 0
    return tokens.split { token in
      if token.isMark("(") { depth += 1 }
      if token.isMark(")") { depth -= 1 }
      return depth == 0 && token.isMark(",")
    }.map(Array.init)
  }

  /// The shell's statement for the same query as a SELECT. Nil if the SQL cannot be read or contains unknown names.
  private func translated(_ model: DataModel, _ currentEntity: String?) -> String? {
    var parts: [(word: String, tokens: [SourceToken])] = []
    var rest = tokens[...]
    while let word = rest.first {
      rest = rest.dropFirst()
      let next = rest.firstIndex { token in Self.parts.contains { token.isWord($0) } } ?? rest.endIndex
      let inside = rest[..<next].filter { !$0.isWord("by") }
      guard !inside.isEmpty else { return nil }
      parts.append((word.text.uppercased(), Array(inside)))
      rest = rest[next...]
    }
    func pieces(_ word: String) -> [SourceToken]? { parts.first { $0.word == word }?.tokens }
    guard let name = pieces("FROM"), let entity = model.entity(inOneOrMany: text(of: name)),
      !Self.hasTruthOfTwoMeanings(tokens, entity)
    else { return nil }
    let columns = Self.items(pieces("SELECT")?.drop { $0.isWord("distinct") } ?? [])
    // A name of a column that is also the name of a property would have another meaning in the keys.
    let names = columns.flatMap { column in
      zip(column, column.dropFirst()).filter { $0.0.isWord("as") }.map { $0.1.text.lowercased() }
    }
    let keys = ["GROUP", "ORDER", "HAVING"].flatMap { pieces($0) ?? [] }
    guard
      !keys.contains(where: { key in
        names.contains { key.isWord($0) } && Self.property(named: key, of: entity) != nil
      })
    else { return nil }
    // The column at a position, without its name for GROUP BY, and only its name for ORDER BY.
    func column(at position: Int, _ word: String) -> String? {
      guard columns.indices.contains(position - 1) else { return nil }
      let column = columns[position - 1]
      guard let name = column.firstIndex(where: { $0.isWord("as") }) else { return text(of: column, entity) }
      return word == "ORDER"
        ? column[(name + 1)...].map(\.text).joined() : text(of: Array(column[..<name]), entity)
    }
    func key(_ key: [SourceToken], _ word: String) -> String {
      let order = key.dropFirst()
      let isPosition =
        order.isEmpty || word == "ORDER" && order.count == 1 && order.contains { $0.isWord("asc") || $0.isWord("desc") }
      guard isPosition, key[0].kind == .number, let position = Int(key[0].text), let value = column(at: position, word)
      else { return text(of: key, entity) }
      return ([value] + order.map(\.text)).joined(separator: " ")
    }
    func part(_ word: String) -> String? {
      guard let pieces = pieces(word) else { return nil }
      guard word == "GROUP" || word == "ORDER" else { return text(of: pieces, entity) }
      return Self.items(pieces[...]).map { key($0, word) }.joined(separator: ", ")
    }
    // Without a translation if NOT negates anything but LIKE, IN, NULL and BETWEEN: SQL's NOT never finds NULL, and NOT of this language does.
    let condition = pieces("WHERE") ?? []
    let negated = zip(condition, condition.dropFirst()).filter { $0.0.isWord("not") }.map(\.1)
    let readable = ["like", "ilike", "in", "null", "between"]
    guard negated.allSatisfy({ token in readable.contains { token.isWord($0) } }) else { return nil }
    let isCount = part("SELECT")?.lowercased() == "count()" && pieces("GROUP") == nil
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
