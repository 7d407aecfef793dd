/// A type source that says more about a name that it does not give.
package protocol AdvisingTypeSource: TypeSource {
  /// Why predicates cannot read a property of the type; nil where the type has no such property.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember?

  /// A remark on the names of a type, for a hint at an unknown one: that computed properties need a table. Nil for none.
  func noteOnMembers(of entity: String) -> String?
}
