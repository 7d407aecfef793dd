import PredicateModel
import PredicateSyntax
import PredicateValues

/// Members by name, for entities without a class and for programs that learn names as they run.
extension StoredObject {
  /// The value of an attribute, or of the row's key.
  ///
  ///     try movie.value(of: "title")  // .string("Alien")
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `row-missing`; a `DatabaseIssue` where the row cannot be read.
  public func value(of name: String) throws -> QueryValue {
    switch try plan.member(named: name) {
    case .attribute(let index): return try attribute(index)
    case .key: return isTemporary ? .null : .integer(key)
    case .link:
      throw StoreIssue(
        .wrongType, "\(plan.entity.name).\(name) is a relationship: read it by object(of:) or objects(of:)")
    case .fetched:
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is a fetched property: read it by objects(of:)")
    }
  }

  /// Gives an attribute a value.
  ///
  ///     try movie.set("rating", to: .double(8.5))
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `wrong-type` where the column cannot hold the value, `deleted`, `row-missing`,
  ///   `unchangeable`, `read-only`.
  public func set(_ name: String, to value: QueryValue) throws {
    guard case .attribute(let index) = try plan.member(named: name) else {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is no attribute")
    }
    try setAttribute(index, to: value)
  }

  /// The object at the other end of a to-one relationship; nil where there is none.
  public func object(of name: String) throws -> StoredObject? {
    try objects(of: link(name, isToMany: false)).first
  }

  /// The objects at the other end of a relationship: in its order, else those that are saved by key, then new ones. Those of a fetched
  /// property in its order.
  public func objects(of name: String) throws -> [StoredObject] {
    if case .fetched(let index) = try plan.member(named: name) { return try fetchedObjects(of: index) }
    return try objects(of: link(name, isToMany: nil))
  }

  /// Makes an object the one at the other end of a to-one relationship; nil makes none. The inverse follows.
  ///
  ///     try movie.setObject(anna, of: "lentToFriend")   // anna.lentMovies has the movie now
  public func setObject(_ object: StoredObject?, of name: String) throws {
    try usableContext().setOne(object, of: self, link(name, isToMany: false))
  }

  /// Makes objects those at the other end of a to-many relationship. The inverse follows. An ordered relationship has them in this order.
  public func setObjects(_ objects: [StoredObject], of name: String) throws {
    try usableContext().setMany(objects, of: self, link(name, isToMany: true))
  }

  /// Puts an object into an ordered relationship, so that it has an index. Where it is there it moves.
  ///
  ///     try album.insert(intro, into: "songs", at: 0)
  ///
  /// - Throws: ``StoreIssue``: `out-of-bounds` where the index is greater than the number of the other objects, `wrong-type` where the
  ///   relationship has no order, and as ``setObjects(_:of:)``.
  public func insert(_ object: StoredObject, into name: String, at index: Int) throws {
    try usableContext().insert(object, into: self, link(name, isToMany: true), at: index)
  }

  /// Moves an object of an ordered relationship, so that it has another index.
  ///
  ///     try album.move(in: "songs", from: 3, to: 0)   // the fourth song is the first
  ///
  /// - Throws: ``StoreIssue``: `out-of-bounds`, `wrong-type` where the relationship has no order.
  public func move(in name: String, from start: Int, to end: Int) throws {
    try usableContext().move(in: self, link(name, isToMany: true), from: start, to: end)
  }

  /// Adds an object to a to-many relationship, behind the others of an ordered one; nothing happens where it is there.
  public func add(_ object: StoredObject, to name: String) throws {
    try usableContext().add(object, to: self, link(name, isToMany: true))
  }

  /// Takes an object out of a to-many relationship; nothing happens where it is not there.
  public func remove(_ object: StoredObject, from name: String) throws {
    try usableContext().remove(object, from: self, link(name, isToMany: true))
  }

  /// A value at the end of a path of to-one relationships: `lentToFriend.friendName`. nil where the path ends before.
  public func value(atPath path: String) throws -> QueryValue {
    var object = self
    let names = path.split(separator: ".").map(String.init)
    for name in names.dropLast() {
      guard let next = try object.object(of: name) else { return .null }
      object = next
    }
    return try object.value(of: names.last ?? "")
  }

  // MARK: Places

  func attribute(_ index: Int) throws -> QueryValue {
    if record == nil || link.context == nil { try usableContext().ensureLoaded(self) }
    if index == plan.keyAttribute, isInDatabase { return .integer(key) }
    if let slot = plan.slots[index] {
      guard let link = record?.references[slot] else { return .null }
      if case .object(let target) = link, target.isTemporary { return .null }
      return link.key.map { .integer($0) } ?? .null
    }
    return record?.values[index] ?? .null
  }

  func setAttribute(_ index: Int, to value: QueryValue) throws {
    if plan.forms[index].isUsual(value) { return try usableContext().setValue(value, of: self, index) }
    let attribute = plan.entity.attributes[index]
    guard let accepted = attribute.accepting(value) else {
      throw StoreIssue(
        .wrongType, "\(plan.entity.name).\(attribute.name) is \(attribute.type), and cannot hold \(value.type)")
    }
    try usableContext().setValue(accepted, of: self, index)
  }

  func objects(of link: Int) throws -> [StoredObject] {
    try usableContext().objects(of: self, link)
  }

  func fetchedObjects(of index: Int) throws -> [StoredObject] {
    try usableContext().objects(plan.fetched[index].property, of: self)
  }

  private func link(_ name: String, isToMany: Bool?) throws(StoreIssue) -> Int {
    guard case .link(let index) = try plan.member(named: name) else {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is no relationship")
    }
    if let isToMany, plan.links[index].isToMany != isToMany {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is to \(isToMany ? "one object" : "many objects")")
    }
    return index
  }
}
