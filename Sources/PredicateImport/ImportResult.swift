/// What an import did.
package struct ImportResult {
  /// The entity that the records went into.
  package let entity: String
  /// The table that was made for them; nil where there was one.
  package let newTable: String?
  /// How many records were written.
  package let written: Int
  /// How many were left out, because they did not fit.
  package let refused: Int
}
