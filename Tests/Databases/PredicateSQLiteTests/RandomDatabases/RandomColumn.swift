struct RandomColumn {
  /// The definition of a column that SQLite computes.
  struct Generation {
    /// SQL over the table's other columns.
    var expression: String
    var isStored: Bool
  }

  var name: String
  /// The declared type as it is written; empty if there is none.
  var declaredType: String
  /// The family of most of the values.
  var family: ValueFamily
  var collation: String?
  var isNotNull = false
  var isUnique = false
  var defaultValue: String?
  /// The condition of CHECK.
  var check: String?
  var generation: Generation?

  /// The column's definition in CREATE TABLE, without its part in keys.
  var declaration: String {
    var parts = [name.quotedName]
    if !declaredType.isEmpty { parts.append(declaredType) }
    if let generation {
      parts.append("GENERATED ALWAYS AS (\(generation.expression)) \(generation.isStored ? "STORED" : "VIRTUAL")")
    }
    if let collation { parts.append("COLLATE \(collation)") }
    if isNotNull { parts.append("NOT NULL") }
    if isUnique { parts.append("UNIQUE") }
    if let defaultValue { parts.append("DEFAULT (\(defaultValue))") }
    if let check { parts.append("CHECK (\(check))") }
    return parts.joined(separator: " ")
  }
}
