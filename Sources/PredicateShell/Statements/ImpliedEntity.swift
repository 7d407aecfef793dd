import PredicateModel

/// Where a statement names no entity, since it is about the current one: what has to be written there to name it.
enum ImpliedEntity {
  /// A condition begins at the offset: the entity and `where` belong before it.
  case beforeCondition(Int)
  /// A clause begins at the offset, or nothing but `count` stands before it: the entity belongs there.
  case beforeClauses(Int)
}

extension ShellQuery {
  /// The statement alone, with its entity written out, so that it means the same whatever the current entity is.
  ///
  /// `year > 1990` about Movie is `Movie where year > 1990`.
  func explicitText(in model: DataModel) -> String {
    let parser = StatementParser(model: model, currentEntity: fetch.entity)
    for statement in spellings {
      guard case .query(let query)? = try? parser.parse(statement), query.fetch == fetch, query.implied == nil else {
        continue
      }
      // `.count year > 1990` counts without the word.
      return isCount && !query.isCount ? "count \(statement)" : statement
    }
    return Self.trimmed(Array(text.utf8)[start...])
  }

  /// The statement as it is written, or with its entity, which stands in quotes where its name is a word of statements, or no word.
  private var spellings: [String] {
    let bytes = Array(text.utf8)
    let (offset, words): (Int, String)
    switch implied {
    case .beforeCondition(let place): (offset, words) = (place, " where ")
    case .beforeClauses(let place): (offset, words) = (place, " ")
    case nil: return [Self.trimmed(bytes[start...])]
    }
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
    let space = before.isEmpty || before.last == " " ? "" : " "
    let behind = String(decoding: bytes[offset...], as: UTF8.self)
    return [fetch.entity, fetch.entity.inNameQuotes].map { name in
      Self.trimmed(Array((before + space + name + words + behind).utf8)[...])
    }
  }

  /// Without spaces around it.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let first = bytes.first, StatementScanner.isSpace(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, StatementScanner.isSpace(last) { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
