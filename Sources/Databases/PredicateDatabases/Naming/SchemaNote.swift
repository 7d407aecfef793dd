/// A sentence about a part of a schema: the part was left out of the model, was guessed, or reads as nil.
///
/// ```swift
/// notes.append("film is on other servers")
/// notes.append(.leftOut("film", "price", because: "the type money has no meaning in predicates"))
/// ```
package struct SchemaNote: Hashable, Sendable, ExpressibleByStringInterpolation {
  package let text: String
  /// The part of the schema that the model lacks; nil if the note is about a part that the model has.
  package let leftOut: Part?

  /// A table or an entity, or a part of it.
  package struct Part: Hashable, Sendable {
    package let table: String
    /// The column or the member. Nil for a whole table, and for its key.
    package let column: String?
  }

  package init(stringLiteral text: String) {
    self.init(text, leftOut: nil)
  }

  private init(_ text: String, leftOut: Part?) {
    self.text = text
    self.leftOut = leftOut
  }

  /// `the column film.price is left out: the user may not read it`.
  ///
  /// - Parameter kind: The words before the name: `the column`.
  package static func leftOut(
    _ table: String, _ column: String? = nil, kind: String? = nil, because reason: String
  ) -> SchemaNote {
    let name = column.map { "\(table).\($0)" } ?? table
    return SchemaNote(
      "\(kind.map { $0 + " " } ?? "")\(name) is left out: \(reason)", leftOut: Part(table: table, column: column))
  }
}
