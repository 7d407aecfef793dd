import PredicateValues

/// One step of changing objects: what undoing takes back.
enum ObjectChange {
  case value(StoredObject, Int, from: QueryValue, to: QueryValue)
  case reference(StoredObject, Int, from: ObjectLink, to: ObjectLink)
  /// An object gets another place among those that refer to the same object by a foreign key.
  case place(StoredObject, Int, from: Int64?, to: Int64?)
  /// The member of a pair gets another place in the list of its owner.
  case pairPlace(
    table: Int, isSource: Bool, owner: StoredObject, member: StoredObject, from: Int64?, to: Int64?)
  /// A pair comes into a table of pairs, or leaves it.
  case pair(table: Int, PairChange, isPresent: Bool)
  /// An object is deleted, or is there (again).
  case existence(StoredObject, isDeleted: Bool)

  /// The step that takes this one back.
  var inverse: ObjectChange {
    switch self {
    case .value(let object, let index, let from, let to): .value(object, index, from: to, to: from)
    case .reference(let object, let index, let from, let to): .reference(object, index, from: to, to: from)
    case .place(let object, let slot, let from, let to): .place(object, slot, from: to, to: from)
    case .pairPlace(let table, let isSource, let owner, let member, let from, let to):
      .pairPlace(table: table, isSource: isSource, owner: owner, member: member, from: to, to: from)
    case .pair(let table, let pair, let isPresent): .pair(table: table, pair, isPresent: !isPresent)
    case .existence(let object, let isDeleted): .existence(object, isDeleted: !isDeleted)
    }
  }
}
