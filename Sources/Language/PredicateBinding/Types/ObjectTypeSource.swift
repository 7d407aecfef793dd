/// A type source whose types may inherit from one another: entities with parents, classes with superclasses.
///
/// What a policy says of a type holds for all that inherit from it.
package protocol InheritingTypeSource: TypeSource {
  /// The names of the types that a type inherits from, the nearest first; none for a type without a parent and for an unknown one.
  func ancestors(of entity: String) -> [String]
}

/// A type source whose entities may inherit from one another: an object of one is an object of those above it, with the same key.
package protocol HierarchyTypeSource: InheritingTypeSource {
  /// The entity whose name references to an object carry: the root of its hierarchy. Of an entity without kin, or an unknown one, its own.
  func referenceName(of entity: String) -> String
}

/// A type source that says more about a name that it does not give.
package protocol AdvisingTypeSource: TypeSource {
  /// Why predicates cannot read a property of the type; nil where the type has no such property.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember?

  /// A remark on the names of a type, for a hint at an unknown one: that computed properties need a table. Nil for none.
  func noteOnMembers(of entity: String) -> String?
}

/// A type source over the types of a program, of which more has to be known than of tables: classes inherit, elements may be missing,
/// objects may have no equality, and a type may have properties that cannot be read.
package protocol ObjectTypeSource: AdvisingTypeSource, InheritingTypeSource {
  /// The raw values of the cases of a property's enum, where these are texts and all are known; nil for every other property.
  func rawTexts(of member: String, of entity: String) -> [String]?

  /// Why two objects of a type cannot be compared; nil where they can.
  func whyIncomparable(_ entity: String) -> UnreadableMember?

  /// The only member of a type that is a box around an object that may be missing: the elements of `[Movie?]`. Nil for every other type.
  /// The evaluated object is then what the box holds.
  func boxedMember(of entity: String) -> Member?

  /// Whether an object of one type may also be one of the other, with the same key: a class and its subclass.
  func mayShareObjects(_ entity: String, _ other: String) -> Bool

  /// Whether objects of a type are compared by their identity: instances of classes. Structs are compared by their properties.
  func hasIdentity(_ entity: String) -> Bool
}
