/// A type source whose types may inherit from one another: entities with parents, classes with superclasses.
///
/// A policy's entry for a type applies to all types that inherit from it.
package protocol InheritingTypeSource: TypeSource {
  /// The names of the types that a type inherits from, the nearest first; none for a type without a parent and for an unknown one.
  func ancestors(of entity: String) -> [String]
}

/// A type source whose entities may inherit from one another. An object of an entity is also one of the entities above, with the same key.
package protocol HierarchyTypeSource: InheritingTypeSource {
  /// The entity that references to the objects carry: the root of the hierarchy. For an entity without parents or children, or an unknown one, it is the
  /// entity itself.
  func referenceName(of entity: String) -> String
}

/// A type source with advice about a name that is not a member.
package protocol AdvisingTypeSource: TypeSource {
  /// The reason why predicates cannot read a property of the type; nil if the type has no such property.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember?

  /// A remark for the hint at an unknown name: that computed properties need a table. Nil if there is none.
  func noteOnMembers(of entity: String) -> String?
}

/// A type source over the types of a program. Unlike tables, classes inherit, elements may be missing, objects may lack equality, and a type may have
/// properties that cannot be read.
package protocol ObjectTypeSource: AdvisingTypeSource, InheritingTypeSource {
  /// The raw values of an enum property's cases, if they are texts and all are known; nil for every other property.
  func rawTexts(of member: String, of entity: String) -> [String]?

  /// The reason why two objects of a type cannot be compared; nil if they can.
  func whyIncomparable(_ entity: String) -> UnreadableMember?

  /// The only member of a box around an object that may be missing, such as an element of `[Movie?]`. Nil for every other type. The evaluated object is then
  /// the object in the box.
  func boxedMember(of entity: String) -> Member?

  /// The names that a type has in a policy: the full name, and then the shorter ones.
  func policyNames(of entity: String) -> [String]

  /// The types that a name in a policy applies to.
  func entities(withPolicyName name: String) -> [String]

  /// Whether an object of one type may also be one of the other, with the same key: a class and its subclass.
  func mayShareObjects(_ entity: String, _ other: String) -> Bool

  /// Whether objects of a type are compared by their identity: instances of classes. Structs are compared by their properties.
  func hasIdentity(_ entity: String) -> Bool
}
