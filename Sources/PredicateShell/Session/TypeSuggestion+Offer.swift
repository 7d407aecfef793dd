import PredicateModel
import PredicateSQLite

extension TypeSuggestion {
  /// What the values look like, with the command that takes them for it: `orderedAt looks like a date in text: .type Order.orderedAt date`.
  var offer: String {
    let form = declared == .string ? "text" : "numbers"
    return "\(attribute) looks like a \(type.modelWord) in \(form): .type \(entity).\(attribute) \(type.modelWord)"
  }
}
