import PredicateValues

/// A member that only objects in memory have: the model names it, and no column holds it. Conditions cannot ask for it.
///
/// ```json
/// {"name": "isOverdue", "type": "boolean"}
/// {"name": "nextLoan", "destination": "Loan", "inverse": "nextOf"}
/// ```
package struct TransientMember: Sendable {
  /// The content of a member.
  package enum Content: Sendable {
    /// A value; `any` for one without a type.
    case value(QueryType)
    /// An object of an entity, or many of them.
    case objects(destination: String, inverse: String?, isToMany: Bool)
  }

  package let name: String
  package let content: Content

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
