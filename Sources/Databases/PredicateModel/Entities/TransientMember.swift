import PredicateValues

/// A member of objects in memory only: it is in the model but has no column. Conditions cannot use it.
///
/// ```json
/// {"name": "isOverdue", "type": "boolean"}
/// {"name": "nextLoan", "destination": "Loan", "inverse": "nextOf"}
/// ```
package struct TransientMember: Sendable {
  package enum Content: Sendable {
    /// A value; `any` for a value without a type.
    case value(QueryType)
    /// One object of an entity, or several.
    case objects(destination: String, inverse: String?, isToMany: Bool)
  }

  package let name: String
  package let content: Content

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
