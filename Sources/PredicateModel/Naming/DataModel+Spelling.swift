import PredicateSyntax

extension DataModel {
  /// The entity of that name; where there is none, the only one that differs from it in the case of its letters alone.
  package func entity(spelled name: String) -> Entity? {
    if let entity = entity(named: name) { return entity }
    let lowercased = name.lowercased()
    let alike = entities.filter { $0.name.lowercased().hasSameScalars(as: lowercased) }
    return alike.count == 1 ? alike[0] : nil
  }
}
