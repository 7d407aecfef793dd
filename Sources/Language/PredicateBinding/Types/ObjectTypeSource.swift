/// A type source whose types may inherit from one another: entities with parents, classes with superclasses.
///
/// A policy's entry for a type applies to all types that inherit from it.
package protocol InheritingTypeSource: TypeSource {
  /// The names of the types that a type inherits from, the nearest first. Empty for a type without a parent and for an unknown type.
  func ancestors(of entity: String) -> [String]
}

/// A type source whose entities may inherit from one another. An object of an entity is also an object of the entity's ancestors, with the same key.
package protocol HierarchyTypeSource: InheritingTypeSource {
  /// The entity that references to objects of an entity have: the root of its hierarchy. For an entity without parents and children, and for an
  /// unknown entity, it is the entity itself.
  func referenceName(of entity: String) -> String
}

/// A type source that gives advice about names that are not members.
package protocol AdvisingTypeSource: TypeSource {
  /// The reason why predicates cannot read a property of the type. Nil if the type does not have such a property.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember?

  /// A sentence for the hint about an unknown name, for example that computed properties need a property table. Nil if there is none.
  func noteOnMembers(of entity: String) -> String?
}

/// A type source for the types of a program. They differ from tables: classes inherit, elements may be missing, objects may not be comparable, and a
/// type may have properties that cannot be read.
package protocol ObjectTypeSource: AdvisingTypeSource, InheritingTypeSource {
  /// The raw values of the cases of an enum property, if they are texts and all of them are known; otherwise nil.
  func rawTexts(of member: String, of entity: String) -> [String]?

  /// The reason why two objects of a type cannot be compared; nil if they can.
  func whyIncomparable(_ entity: String) -> UnreadableMember?

  /// The only member of a box around an object that may be missing, such as an element of `[Movie?]`. The evaluated object is then the object in the
  /// box. Nil for every other type.
  func boxedMember(of entity: String) -> Member?

  /// The names by which a policy may call a type: the full name, then the shorter names.
  func policyNames(of entity: String) -> [String]

  /// The types that a name in a policy applies to.
  func entities(withPolicyName name: String) -> [String]

  /// Whether an object of one type may also be an object of the other type, with the same key: a class and its subclass.
  func mayShareObjects(_ entity: String, _ other: String) -> Bool

  /// Whether objects of a type are compared by their identity: instances of classes. Structs are compared by their properties.
  func hasIdentity(_ entity: String) -> Bool
}
