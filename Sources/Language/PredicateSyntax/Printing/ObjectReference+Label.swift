extension ObjectReference {
  /// A row as statements write it: `Friend[3]`.
  package var label: String { Self.label(entity, ["\(key)"]) }

  /// A row as statements and predicates write it by the values of its key: `Friend[3]`, `OrderLine[10248, 11]`, `"And"[3]`.
  ///
  /// - Parameter key: The values as literals of the language.
  package static func label(_ entity: String, _ key: [String]) -> String {
    "\(labelStart(entity))\(key.joined(separator: ", "))]"
  }

  /// The beginning of a row's label, for proposals: `Friend[`. The name of the entity is in quotes if it is a reserved word or not an identifier.
  package static func labelStart(_ entity: String) -> String {
    let isPlain = Identifier.isOne(entity) && !isReservedWord(entity)
    return "\(isPlain ? entity : QueryExpression.literal(.string(entity)).exactFormat)["
  }
}
