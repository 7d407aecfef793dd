import PredicateModel
import PredicateValues

/// Access to members by name, for entities without a class and for programs that only know names at run time.
extension StoredObject {
  /// The value of an attribute, or of the row's key.
  ///
  ///     try movie.value(of: "title")  // .string("Alien")
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `row-missing`; a `DatabaseIssue` if the row cannot be read.
  public func value(of name: String) throws -> QueryValue {
    switch try plan.member(named: name) {
    case .attribute(let index): return try attribute(index)
    case .key: return isTemporary ? .null : .integer(key)
    case .link:
      throw StoreIssue(
        .wrongType, "\(plan.entity.name).\(name) is a relationship, so it must be read with object(of:) or objects(of:)"
      )
    case .fetched:
      throw StoreIssue(
        .wrongType, "\(plan.entity.name).\(name) is a fetched property, so it must be read with objects(of:)")
    }
  }

  /// The stored value of an attribute that reads as nil because it has another type, such as the text `soon` in a column of dates. Nil for every other value.
  package func unreadableValue(of name: String) throws -> StoredValue? {
    guard case .attribute(let index) = try plan.member(named: name), try attribute(index).isNull,
      record?.isUnreadable(index) == true
    else { return nil }
    return record?.contents[index]
  }

  /// The value that the column of an attribute stores, including changes that are not saved.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `row-missing`, `other-context`; a `DatabaseIssue` if the row cannot be read.
  package func storedValue(of name: String) throws -> StoredValue {
    guard case .attribute(let index) = try plan.member(named: name) else {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is not an attribute")
    }
    return try usableContext().storedValue(of: self, index)
  }

  /// The object at the other end of a to-one relationship; nil if there is none.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `row-missing`, `other-context`; a `DatabaseIssue` if a row cannot be read.
  public func object(of name: String) throws -> StoredObject? {
    try objects(of: link(name, isToMany: false)).first
  }

  /// The objects at the other end of a relationship: in its order, otherwise saved ones by key, then new ones. A fetched property gives its
  /// objects in the order of its fetch.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `row-missing`, `other-context`; a `DatabaseIssue` if a row cannot be read.
  public func objects(of name: String) throws -> [StoredObject] {
    if case .fetched(let index) = try plan.member(named: name) { return try fetchedObjects(of: index) }
    return try objects(of: link(name, isToMany: nil))
  }

  /// The value at the end of a path of to-one relationships: `lentToFriend.friendName`. Nil if an object on the path is missing.
  ///
  /// - Throws: ``StoreIssue``: `unknown-member`, `row-missing`, `other-context`; a `DatabaseIssue` if a row cannot be read.
  public func value(atPath path: String) throws -> QueryValue {
    var object = self
    let names = path.split(separator: ".").map(String.init)
    for name in names.dropLast() {
      guard let next = try object.object(of: name) else { return .null }
      object = next
    }
    return try object.value(of: names.last ?? "")
  }

  func attribute(_ index: Int) throws -> QueryValue {
    noteAccess(toAttribute: index)
    if record == nil { try usableContext().ensureLoaded(self) }
    if index == plan.keyAttribute, isInDatabase { return .integer(key) }
    if let slot = plan.slots[index] {
      guard let link = record?.references[slot] else { return .null }
      if case .object(let target) = link, target.isTemporary { return .null }
      return link.key.map { .integer($0) } ?? .null
    }
    return record?.values[index] ?? .null
  }

  func objects(of link: Int) throws -> [StoredObject] {
    noteAccess(toLink: link)
    if context == nil, let found = loadedObjects(of: link) { return found }
    return try usableContext().objects(of: self, link)
  }

  /// The loaded objects of a relationship, for an object without a context; nil if they were not loaded.
  private func loadedObjects(of index: Int) -> [StoredObject]? {
    let destination = plan.links[index].destination
    guard case .reference(let slot) = plan.links[index].storage else {
      return lists[index]?.filter { !$0.isDeleted && !$0.isMissing }
    }
    let target: StoredObject?
    switch record?.references[slot] {
    case ObjectLink.none?: return []
    case .object(let object)?: target = object
    case .key(let key)?: target = link.loadedObject(key, ofEntity: destination)
    case nil: return nil
    }
    return target.map { $0.isDeleted || $0.isMissing || !$0.plan.isKind(of: destination) ? [] : [$0] }
  }

  func fetchedObjects(of index: Int) throws -> [StoredObject] {
    try usableContext().objects(plan.fetched[index].property, of: self)
  }

  /// The index of a relationship.
  ///
  /// - Parameter isToMany: Whether the relationship must be to-many; nil if it may be either.
  func link(_ name: String, isToMany: Bool?) throws(StoreIssue) -> Int {
    guard case .link(let index) = try plan.member(named: name) else {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is not a relationship")
    }
    if let isToMany, plan.links[index].isToMany != isToMany {
      throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is to \(isToMany ? "one object" : "many objects")")
    }
    return index
  }
}

/// The debug text of an object: its id and its loaded values. `description` is not used, because a subclass may have a property of this name.
extension StoredObject: CustomDebugStringConvertible {
  /// `Movie/3 (title: "Alien", year: 1979)`, `new Movie (title: "Alien")`, without attributes that are nil. Only the id if the object was not loaded.
  public var debugDescription: String {
    guard let record else { return "\(id)" }
    let values = zip(plan.entity.attributes, record.values).filter { !$1.isNull }
    if values.isEmpty { return "\(id)" }
    return "\(id) (\(values.map { "\($0.name): \($1.shownWithQuotes)" }.joined(separator: ", ")))"
  }
}
