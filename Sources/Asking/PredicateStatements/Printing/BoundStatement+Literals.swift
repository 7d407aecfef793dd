import PredicateBinding
import PredicateModel
import PredicateValues

extension BoundStatement {
  /// The fetch, in which texts that are read as dates or UUIDs are replaced by date and UUID literals: `lentOn > "2026-01-01"` becomes `lentOn >
  /// CAST(788918400.0, "NSDate")`. Other systems do not read texts as dates or UUIDs. Throws the errors of reading a text.
  package func fetchWithWrittenLiterals() throws -> EntityFetch {
    var bytes = Array(query.text.utf8)
    // The range of a note is that of a literal, or of a list of literals.
    let places = bound.notes.filter { $0.has(.stringReadAsDate) || $0.has(.stringReadAsUUID) }.compactMap(\.range)
    let literals = SourceToken.all(in: bytes, from: 0).filter { token in
      token.kind == .string
        && places.contains { $0.lowerBound <= token.range.lowerBound && $0.upperBound >= token.range.upperBound }
    }
    if literals.isEmpty { return fetch }
    // The last literal is replaced first, so that the ranges of earlier ones stay valid.
    for token in literals.reversed() {
      let expression = try QueryExpression(format: QueryFormat(raw: token.text))
      guard case .literal(.string(let text)) = expression.node else { continue }
      // No text is both a date and a UUID.
      let value = ISODate.parse(text).map { QueryLiteral.date($0) } ?? QueryUUID(text).map { .uuid($0) }
      guard let value else { continue }
      bytes.replaceSubrange(token.range, with: QueryExpression.literal(value).exactFormat.utf8)
    }
    let parser = StatementParser(model: model, currentEntity: query.entity, placeCondition: query.placeCondition)
    guard case .query(let written) = try parser.parse(String(decoding: bytes, as: UTF8.self), from: query.start).get()
    else {
      return fetch
    }
    var result = written.fetch
    // Columns without a name of their own keep the name that they had before the replacement.
    for (place, column) in fetch.columns.enumerated() { result.columns[place].name = column.name }
    for (place, column) in fetch.groupBy.enumerated() { result.groupBy[place].name = column.name }
    return result
  }
}
