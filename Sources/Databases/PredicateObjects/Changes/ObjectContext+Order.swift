import PredicateModel

/// Ordered relationships: the positions of objects in the lists of other objects.
extension ObjectContext {
  /// The order of the objects in a relationship.
  func order(of link: LinkPlan, in owner: StoredObject) -> ListOrder {
    guard link.isOrdered else { return ListOrder(place: nil) }
    return ListOrder { [unowned self] in self.place(of: $0, in: owner, link) }
  }

  /// The stored position of an object in the list of another object; nil if it has none.
  func place(of object: StoredObject, in owner: StoredObject, _ link: LinkPlan) -> Int64? {
    switch link.storage {
    case .referencedBy(let slot): object.record?.places[slot]
    case .pairs(let table, let isSource): pairPlaces[table].place(of: object, in: owner, isSource: isSource)
    case .reference, .unusable: nil
    }
  }

  /// Puts an object into an ordered relationship before the object at an index, or moves it there.
  func insert(_ destination: StoredObject, into object: StoredObject, _ index: Int, at place: Int) throws {
    try checkOrdered(object, index)
    var list = try objects(of: object, index).filter { $0 !== destination }
    guard (0...list.count).contains(place) else { throw Self.outOfBounds(place, list.count, object, index) }
    list.insert(destination, at: place)
    try setMany(list, of: object, index)
  }

  /// Moves an object of an ordered relationship to another index.
  func move(in object: StoredObject, _ index: Int, from start: Int, to end: Int) throws {
    try checkOrdered(object, index)
    var list = try objects(of: object, index)
    for place in [start, end] where !list.indices.contains(place) {
      throw Self.outOfBounds(place, list.count - 1, object, index)
    }
    list.insert(list.remove(at: start), at: end)
    try setMany(list, of: object, index)
  }

  /// Gives objects positions that put them into an order. The objects must be all objects of the relationship.
  func arrange(_ wanted: [StoredObject], of object: StoredObject, _ index: Int) throws {
    let link = object.plan.links[index]
    guard link.isOrdered else { return }
    let now = try objects(of: object, index)
    if now.elementsEqual(wanted, by: ===) { return }
    let places = wanted.map { place(of: $0, in: object, link) }
    for (position, place) in ListPlaces.ascending(places).enumerated() where places[position] != place {
      notePlace(place, of: wanted[position], in: object, link)
    }
  }

  /// Makes an object the last one in the list of its owner. Does nothing if the owner has no ordered relationship for it.
  func appendPlace(of object: StoredObject, in owner: StoredObject, where isLink: (LinkPlan) -> Bool) throws {
    guard let index = owner.plan.links.firstIndex(where: { $0.isOrdered && isLink($0) }) else { return }
    let link = owner.plan.links[index]
    // Reads the list if it is not loaded.
    try ensureListed(index, of: owner)
    let last = owner.lists[index]?.last { $0 !== object }
    if let place = ListPlaces.place(behind: last.flatMap { place(of: $0, in: owner, link) }) {
      return notePlace(place, of: object, in: owner, link)
    }
    // The last position is the greatest possible number, so all objects get new positions.
    let list = try objects(of: owner, index).filter { $0 !== object } + [object]
    for (member, place) in zip(list, ListPlaces.ascending(list.map { _ in nil })) {
      notePlace(place, of: member, in: owner, link)
    }
  }

  private func notePlace(_ place: Int64?, of object: StoredObject, in owner: StoredObject, _ link: LinkPlan) {
    let old = self.place(of: object, in: owner, link)
    guard old != place else { return }
    switch link.storage {
    case .referencedBy(let slot): note(.place(object, slot, from: old, to: place))
    case .pairs(let table, let isSource):
      note(.pairPlace(table: table, isSource: isSource, owner: owner, member: object, from: old, to: place))
    case .reference, .unusable: break
    }
  }

  private func checkOrdered(_ object: StoredObject, _ index: Int) throws(StoreIssue) {
    let link = object.plan.links[index]
    guard link.isOrdered else {
      throw StoreIssue(
        .wrongType,
        "the relationship \(object.plan.entity.name).\(link.relationship.name) is not ordered, so the order of its objects cannot be changed"
      )
    }
  }

  private static func outOfBounds(_ place: Int, _ last: Int, _ object: StoredObject, _ index: Int) -> StoreIssue {
    let name = object.plan.links[index].relationship.name
    return StoreIssue(.outOfBounds, "\(name) of \(object.id) has no position \(place). The last position is \(last)")
  }
}
