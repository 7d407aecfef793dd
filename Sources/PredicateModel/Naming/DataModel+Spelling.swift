import PredicateSyntax

extension DataModel {
  /// The entity of that name, or of the table of that name; where there is none, the only one that differs from it in the case of its
  /// letters alone.
  package func entity(spelled name: String) -> Entity? {
    if let entity = entity(named: name) { return entity }
    let lowercased = name.lowercased()
    let alike = entities.filter { entity in
      [entity.name, entity.table].contains { $0.lowercased().hasSameScalars(as: lowercased) }
    }
    return alike.count == 1 ? alike[0] : nil
  }

  /// The entity of a name in one or many: `Movie` for `movie`, `Movies` and `MOVIES`.
  package func entity(inOneOrMany name: String) -> Entity? {
    if let entity = entity(spelled: name) { return entity }
    // A name with a quote in it is one that was not finished.
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.properties.isXIDContinue) else { return nil }
    let singular = NameWords(name).entity.lowercased()
    let alike = entities.filter { NameWords($0.name).entity.lowercased().hasSameScalars(as: singular) }
    return alike.count == 1 ? alike[0] : nil
  }
}
