import PredicateValues

/// One step of changing objects: what undoing takes back.
enum ObjectChange {
  case value(StoredObject, Int, from: QueryValue, to: QueryValue)
  case reference(StoredObject, Int, from: ObjectLink, to: ObjectLink)
  /// A pair comes into a table of pairs, or leaves it.
  case pair(table: Int, PairChange, isPresent: Bool)
  /// An object is deleted, or is there (again).
  case existence(StoredObject, isDeleted: Bool)

  /// The step that takes this one back.
  var inverse: ObjectChange {
    switch self {
    case .value(let object, let index, let from, let to): .value(object, index, from: to, to: from)
    case .reference(let object, let index, let from, let to): .reference(object, index, from: to, to: from)
    case .pair(let table, let pair, let isPresent): .pair(table: table, pair, isPresent: !isPresent)
    case .existence(let object, let isDeleted): .existence(object, isDeleted: !isDeleted)
    }
  }
}
