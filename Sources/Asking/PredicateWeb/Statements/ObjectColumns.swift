import PredicateModel

/// The columns that the page shows of whole objects. The integer of the rows is left out if the objects have another key.
struct ObjectColumns {
  private let entity: Entity

  init(of entity: Entity) { self.entity = entity }

  /// The columns of a table of objects: a to-one relationship stands in the place of its foreign key, and behind a foreign key of several columns.
  var table: [FetchedColumn] { columns(replacingKeys: true) }

  /// The columns of a card: a to-one relationship stands behind its foreign key.
  var card: [FetchedColumn] { columns(replacingKeys: false) }

  /// The attributes alone, for an entity with a relationship that cannot be shown.
  var attributes: [FetchedColumn] { shownAttributes.map { FetchedColumn(key: $0.name) } }

  /// The columns of the object's key, under names that no property has.
  var key: [FetchedColumn] { entity.objectKey.map { FetchedColumn(key: $0.name, as: "\u{0}\($0.name)") } }

  private var shownAttributes: [Attribute] {
    (entity.hiddenKey.map { [$0] } ?? []).filter { key in entity.objectKey.contains { $0.name == key.name } }
      + entity.attributes
  }

  private func columns(replacingKeys: Bool) -> [FetchedColumn] {
    // A foreign key that two relationships have is replaced by the first one alone.
    var places = shownAttributes.map { (name: $0.name, column: $0.column, isAttribute: true) }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      guard case .foreignKey(let columns) = relationship.storage else { continue }
      let last = places.lastIndex { place in columns.contains { $0.isSameSQLName(as: place.column) } }
      let replaced = replacingKeys && columns.count == 1 ? last.flatMap { places[$0].isAttribute ? $0 : nil } : nil
      let place = (relationship.name, last.map { places[$0].column } ?? "", false)
      if let replaced {
        places[replaced] = place
      } else {
        places.insert(place, at: last.map { $0 + 1 } ?? places.count)
      }
    }
    return places.map { FetchedColumn(key: $0.name) }
  }
}
