import PredicateModel
import PredicateSyntax

extension QueryStatement {
  /// The statement as it is written, without what stands around it, and with its entity, so that it means the same whatever the current
  /// entity is.
  ///
  /// `year > 1990` about Movie is `Movie where year > 1990`.
  package func textWithEntity(in model: DataModel) -> String {
    let parser = StatementParser(model: model, currentEntity: entity)
    for statement in spellings {
      guard let query = parser.parse(statement).query, query.fetch == fetch, query.namesEntity else {
        continue
      }
      // `.count year > 1990` counts without the word.
      return isCount && !query.isCount ? "count \(statement)" : statement
    }
    return StatementText.trimmed(Array(text.utf8)[start...])
  }

  /// Whether the entity's name stands in the text.
  package var namesEntity: Bool {
    if case .written = subject { true } else { false }
  }

  /// The statement as it is written, or with its entity, which stands in quotes where its name is a word of statements, or no word.
  private var spellings: [String] {
    let bytes = Array(text.utf8)
    let (offset, words): (Int, String)
    switch subject {
    case .beforeCondition(let place): (offset, words) = (place, " where ")
    case .beforeClauses(let place): (offset, words) = (place, " ")
    case .written, nil: return [StatementText.trimmed(bytes[start...])]
    }
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
    let space = before.isEmpty || before.last == " " ? "" : " "
    let behind = String(decoding: bytes[offset...], as: UTF8.self)
    return [entity, entity.inNameQuotes].map { name in
      StatementText.trimmed(Array((before + space + name + words + behind).utf8))
    }
  }

  /// The canonical text of the statement: its clauses in one order, its conditions and values in their exact form. Reading it gives the
  /// same fetch.
  ///
  /// `LIMIT 3 show year+1` about Movie is `Movie show year + 1 limit 3`.
  package var canonicalText: String {
    let fetch = fetch
    var text = (isCount ? "count " : "") + Self.name(entity, isEntity: true)
    func add(_ kind: ClauseKind, _ content: String?) {
      if let content { text += " \(kind.words) \(content)" }
    }
    add(.where, fetch.predicate?.exactFormat)
    add(.group, Self.text(of: fetch.groupBy))
    add(.having, fetch.having?.exactFormat)
    add(.show, Self.text(of: fetch.columns).map { (fetch.isDistinct ? "distinct " : "") + $0 })
    add(.sort, Self.text(of: fetch.sortKeys))
    add(.limit, fetch.limit.map { String($0) })
    add(.offset, fetch.offset > 0 ? String(fetch.offset) : nil)
    return text
  }

  private static func text(of columns: [FetchedColumn]) -> String? {
    if columns.isEmpty { return nil }
    return columns.map { column in
      let value = text(of: column.expression)
      return column.name.hasSameScalars(as: value) ? value : "\(value) as \(name(column.name, isEntity: false))"
    }.joined(separator: ", ")
  }

  private static func text(of keys: [SortKey]) -> String? {
    if keys.isEmpty { return nil }
    return keys.map { key in
      let value = text(of: key.expression)
      // The index of a value is read as options.
      let isIndex = if case .index = key.expression.node { true } else { false }
      return (isIndex ? "(\(value))" : value) + (key.options.isEmpty ? "" : "[\(key.options.letters)]")
        + (key.isAscending ? "" : " desc")
    }.joined(separator: ", ")
  }

  /// A value that does not begin with the word `distinct`, which has a meaning before values.
  private static func text(of value: QueryExpression) -> String {
    let text = value.exactFormat
    return SourceToken.all(in: Array(text.utf8), from: 0).first?.isWord("distinct") == true ? "(\(text))" : text
  }

  private static func name(_ name: String, isEntity: Bool) -> String {
    let tokens = SourceToken.all(in: Array(name.utf8), from: 0)
    let isWord = tokens.count == 1 && tokens[0].kind == .word && tokens[0].name == name
    let isTaken = isEntity && (tokens.first.flatMap { ClauseKind($0) } != nil || tokens.first?.isWord("count") == true)
    return isWord && !isTaken ? name : name.inNameQuotes
  }
}
