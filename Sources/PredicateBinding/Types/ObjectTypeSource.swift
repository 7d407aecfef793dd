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
