import PredicateModel
import PredicateSQL

/// What was made of a database's schema.
package struct SchemaReading: Sendable {
  /// The model; it validates.
  package let model: DataModel
  /// Whether the database carries its own model, and that was taken.
  package let isOwnModel: Bool
  /// What was left out or could not be used, a sentence each.
  package let notes: [String]
  /// How the columns of keys compare.
  let keyForms: SQLKeyForms
  /// What the tables do by themselves, by their folded names.
  let tableRules: [[UInt8]: TableRules]
  /// The attributes whose values look like dates or booleans, and whose columns are declared as texts or numbers.
  var suggestions: [TypeSuggestion] = []
}
