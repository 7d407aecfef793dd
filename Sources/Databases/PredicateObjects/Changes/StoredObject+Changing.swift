import PredicateModel
import PredicateValues

/// Changes of members by name.
extension StoredObject {
  /// Gives an attribute a value.
  ///
  ///     try movie.set("rating", to: .double(8.5))
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `wrong-type` if the column cannot hold the value, `deleted`, `row-missing`,
  ///   `unchangeable`, `read-only`.
  public func set(_ name: String, to value: QueryValue) throws {
    guard case .attribute(let index) = try plan.member(named: name) else {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is not an attribute")
    }
    if !value.isNull {
      let stored = plan.entity.attributes[index].accepting(value) ?? value
      try link.classes?.check(stored, forAttribute: index, of: plan)
    }
    try setAttribute(index, to: value)
  }

  /// Gives an attribute a value, and its column a certain stored value for it: the text that a person wrote as JSON, with its spaces and the order of its
  /// members, or the value of another column.
  package func set(_ name: String, to value: QueryValue, writtenAs stored: StoredValue) throws {
    try set(name, to: value)
    guard case .attribute(let index) = try plan.member(named: name), plan.forms[index].isPlain, !value.isNull else {
      return
    }
    let context = try usableContext()
    guard try !context.storedValue(of: self, index).isSame(as: stored) else { return }
    _ = try context.group { context.noteValue(value, content: stored, of: self, index) }
  }

  /// Makes an object the one at the other end of a to-one relationship; nil makes none. The inverse follows.
  ///
  ///     try movie.setObject(anna, of: "lentToFriend")   // anna.lentMovies has the movie now
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `wrong-type`, `deleted`, `row-missing`, `unchangeable`, `read-only`, `other-context`.
  public func setObject(_ object: StoredObject?, of name: String) throws {
    try usableContext().setOne(object, of: self, link(name, isToMany: false))
  }

  /// Sets the objects of a to-many relationship. The inverse changes too. An ordered relationship keeps this order.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `wrong-type`, `deleted`, `row-missing`, `unchangeable`, `read-only`, `other-context`.
  public func setObjects(_ objects: [StoredObject], of name: String) throws {
    try usableContext().setMany(objects, of: self, link(name, isToMany: true))
  }

  /// Puts an object into an ordered relationship at an index. An object that is in it already moves.
  ///
  ///     try album.insert(intro, into: "songs", at: 0)
  ///
  /// - Parameters:
  ///   - object: The object to insert or to move.
  ///   - name: The name of an ordered to-many relationship.
  ///   - index: The new index, at most the number of the other objects.
  /// - Throws: ``StoreIssue``: `out-of-bounds` if the index is greater than the number of the other objects, `wrong-type` if the
  ///   relationship has no order, and as ``setObjects(_:of:)``.
  public func insert(_ object: StoredObject, into name: String, at index: Int) throws {
    try usableContext().insert(object, into: self, link(name, isToMany: true), at: index)
  }

  /// Moves an object of an ordered relationship to another index.
  ///
  ///     try album.move(in: "songs", from: 3, to: 0)   // the fourth song is the first
  ///
  /// - Parameters:
  ///   - name: The name of an ordered to-many relationship.
  ///   - start: The present index.
  ///   - end: The index after the move.
  /// - Throws: ``StoreIssue``: `out-of-bounds`, `wrong-type` if the relationship has no order.
  public func move(in name: String, from start: Int, to end: Int) throws {
    try usableContext().move(in: self, link(name, isToMany: true), from: start, to: end)
  }

  /// Adds an object to a to-many relationship, at the end if it is ordered. Does nothing if the object is in it already.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `wrong-type`, `deleted`, `row-missing`, `unchangeable`, `read-only`, `other-context`.
  public func add(_ object: StoredObject, to name: String) throws {
    try usableContext().add(object, to: self, link(name, isToMany: true))
  }

  /// Removes an object from a to-many relationship. Does nothing if the object is not in it.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `wrong-type`, `deleted`, `row-missing`, `unchangeable`, `read-only`, `other-context`.
  public func remove(_ object: StoredObject, from name: String) throws {
    try usableContext().remove(object, from: self, link(name, isToMany: true))
  }

  func setAttribute(_ index: Int, to value: QueryValue) throws {
    if plan.forms[index].isUsual(value) { return try usableContext().setValue(value, of: self, index) }
    let attribute = plan.entity.attributes[index]
    guard let accepted = attribute.accepting(value) else {
      throw StoreIssue.refused(value, by: "\(plan.entity.name).\(attribute.name)", of: attribute.type)
    }
    try usableContext().setValue(accepted, of: self, index)
  }

  /// Assigns a value to an attribute whose position the property already knows. Returns false if the position must be looked up first.
  @usableFromInline
  func setPlainValue(_ value: QueryValue, at storage: AnyKeyPath) -> Bool {
    guard let index = link.cache.attribute(of: plan.position, at: storage) else { return false }
    do {
      try setAttribute(index, to: value)
    } catch {
      link.fail(error, isWriting: true)
    }
    return true
  }
}
