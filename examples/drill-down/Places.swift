import Foundation
import PredicateObjects

/// The places, and the searches that every screen needs.
struct Places {
  let context: ObjectContext

  /// No places, in memory.
  init() throws {
    context = try ObjectContext(classes: [County.self, Province.self, City.self])
  }

  /// Reads a file of places and saves them.
  func read(_ file: Data) throws {
    try PlacesReader(context).read(file)
    try context.save()
  }

  /// A search over a whole level: an entity, a predicate, a key to sort by.
  func search<Place: StoredObject>(
    _ type: Place.Type, _ predicate: QueryPredicate? = nil, sortedBy key: QuerySortKey
  ) throws -> [Place] {
    try context.fetch(type, predicate, sortedBy: [key])
  }

  /// How many places there are.
  func counts() throws -> String {
    let counts = try (context.count(County.self), context.count(Province.self), context.count(City.self))
    return "counties \(counts.0), provinces \(counts.1), cities \(counts.2)"
  }
}
