import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateValues

/// A context loads objects of a database, changes them, and saves all changes together.
///
///     let context = try ObjectContext(database, classes: [Movie.self, Friend.self, Tag.self])
///     let alien = try context.insert(Movie.self)
///     alien.title = "Alien"
///     alien.lentToFriend = try context.fetch(Friend.self, "friendName == 'Anna Castelli'").first
///     try context.save()
///
/// Fetches of the context see changes immediately. Other contexts see them after they are saved. Between saves no transaction is open. One task at a
/// time, such as that of an actor, may use a context and its objects. Pass ``ObjectID`` and values between contexts.
///
/// The context retains objects only while they have changes, or for undoing. Other objects are freed when the program releases them. An object
/// retains the related objects that were read, until ``reset()`` or ``refresh(_:mergingChanges:)``.
///
/// An object may outlive its context. Its loaded values can still be read. Reading any other value, or setting a property, is a failure that
/// ``onFailure`` receives. Without such a function the program ends.
public final class ObjectContext {
  /// The database that objects are loaded from and saved to.
  public private(set) var database: PredicateDatabase
  /// The policy for a saved row that another process changed.
  public var conflicts: ConflictPolicy
  /// Receives the failures that a property cannot throw: a row that cannot be read, or that no longer exists. ``failures`` contains them, too.
  /// Objects that outlive the context keep the function.
  public var onFailure: ((any Error) -> Void)?
  /// The failures since the last ``save()`` or ``rollback()`` that no call has thrown.
  public private(set) var failures: [any Error] = []

  private(set) var plan: StorePlan
  let classes: ClassTable
  /// The reference from each object to the context.
  private(set) var link = ContextLink()
  /// The XML or binary file that each save writes as a whole; nil for an SQLite database.
  private(set) var store: WholeStore?
  /// The tables of the database.
  var storage: any ObjectStorage { database }
  /// Whether the database can be written.
  var isWritable: Bool { storage.isWritable }
  /// The objects by their keys, for each entity without a parent.
  var objects: [ObjectTable] {
    _read { yield link.objects }
    _modify { yield &link.objects }
  }
  /// The objects that were created since ``holding(_:)`` began; nil outside of it.
  private var held: [StoredObject]?
  /// The greatest key of each entity that the context has assigned or deleted.
  var lastKeys: [Int64]
  /// The objects that may have changes, in the order of their first change.
  var touched: [StoredObject] = []
  var pairChanges: [PairChanges]
  /// The positions in ordered relationships, for each join table.
  var pairPlaces: [PairPlaces]
  /// The steps that ``undo()`` can revert.
  var undoLog = UndoLog()
  var redoGroups: [[ObjectChange]] = []
  /// For each entity, the stored default values of its columns; nil for a default that this connection cannot evaluate.
  var defaultValues: [[Int: StoredValue?]]
  /// The checks that objects of each entity must pass before they are saved. They are made when the first object of the entity is saved.
  var checks: [Int: EntityChecks] = [:]
  /// The number of changes of objects.
  private(set) var changeCount = 0
  /// The changed objects by the target of a foreign key, for each foreign key that was looked up since the last change.
  var referringChanges: [ForeignKeyPlace: [Int64: [StoredObject]]] = [:]
  /// The rows of join tables that were deleted since the last save.
  var deletedPairRows: [PairRowKey: StoredObject] = [:]
  private var lastWalk = 0
  /// Whether a copy of the store was written before the first change.
  var hasCopy = false
  /// The first failure to set a property that no call has thrown yet.
  private var writeFailure: (any Error)?

  /// A context over an open database.
  ///
  /// - Parameter types: The classes of entities. Objects of other entities are ``StoredObject``s.
  /// - Throws: ``StoreIssue``: `unknown-entity`, `class-mismatch`.
  public init(
    _ database: PredicateDatabase, classes types: [StoredObject.Type] = [], conflicts: ConflictPolicy = .fail
  ) throws(StoreIssue) {
    self.database = database
    self.conflicts = conflicts
    plan = StorePlan(database.model) { database.rules(ofTable: $0) }
    classes = try ClassTable(plan, types)
    lastKeys = plan.entities.map { _ in 0 }
    pairChanges = plan.pairTables.map { _ in PairChanges() }
    pairPlaces = plan.pairTables.map { _ in PairPlaces() }
    defaultValues = plan.entities.map { _ in [:] }
    begin()
    var samples: [StoredObject] = []
    for type in types {
      samples.append(type.init(ObjectPlace(link: link, plan: try classes.entity(of: type), key: 0, isNew: true)))
    }
    try classes.check(samples)
    plan.model.encodedAttributes = ClassTable.encodedAttributes(of: samples)
    use(database)
  }

  deinit { link.end(onFailure) }

  private func begin() {
    link.objects = plan.entities.map { _ in ObjectTable() }
    link.context = self
    link.classes = classes
  }

  /// Releases all objects, discards unsaved changes, and removes the steps of undoing.
  ///
  /// Objects that the program still retains behave as after the end of the context: only their loaded values can be read. The next fetch makes new
  /// objects.
  public func reset() {
    forgetChanges()
    let former = link
    former.end(onFailure)
    link = ContextLink()
    link.observation = former.observation
    begin()
    for object in former.allObjects { object.noteChangeOfMembers() }
    forgetFailures()
  }

  /// Retains all objects that are created during a call until the call ends. No relationship and no variable refers to them yet, so they would be freed.
  func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    if held != nil { return try body() }
    held = []
    defer {
      // The property is set to nil first, because freeing objects may access it.
      let made = held
      held = nil
      withExtendedLifetime(made) {}
    }
    return try body()
  }

  /// The object with an id; nil for an unknown id. Reads the row if the object is not loaded.
  ///
  /// - Throws: ``StoreIssue`` `unknown-entity`, a `DatabaseIssue`.
  public func object(for id: ObjectID) throws -> StoredObject? {
    try refreshStore()
    let entity = try entityPlan(named: id.reference.entity)
    if id.isTemporary { return objects[entity.root][id.reference.key].flatMap { $0.isDeleted ? nil : $0 } }
    var key = id.reference.key
    if let identity = id.identity, let numbers = entity.numbers { key = numbers.number(of: identity) }
    let object = try registered(entity, key)
    // The row is searched again, because another process may have inserted it since it was found missing.
    object.isMissing = false
    if object.record == nil { try load([object]) }
    return object.isMissing || object.isDeleted || !object.plan.isKind(of: entity.position) ? nil : object
  }

  /// Whether there is something to save.
  public var hasChanges: Bool {
    touched.contains(where: \.hasChanges) || pairChanges.contains { !$0.isEmpty } || pairPlaces.contains { !$0.isEmpty }
  }

  /// The objects that saving would write, in the order of their first change.
  public var changedObjects: [StoredObject] { touched.filter(\.hasChanges) }

  /// The number of pairs in join tables that saving would write or delete.
  package var changedPairCount: Int {
    zip(pairChanges, pairPlaces).reduce(0) { count, table in
      let (pairs, places) = table
      let moved = places.all.filter {
        $0.isSource ? !pairs.has($0.owner, $0.member) : !pairs.has($0.member, $0.owner)
      }
      return count + pairs.count + moved.count
    }
  }

  /// Replaces the database of the context by another one with the same rows in the same tables.
  func use(_ other: PredicateDatabase) {
    // A database keeps its prepared statements, so the given one is used if it needs no change.
    let encoded = plan.model.encodedAttributes
    database = encoded.isEmpty ? other : other.encoding(encoded)
    store = WholeStore.of(other)
    noteChange()
  }

  /// Changes the time zone in which conditions read dates. Objects and unsaved changes are not affected.
  package func setTimeZone(_ zone: QueryTimeZone) {
    database = database.inTimeZone(zone)
    plan.model.timeZone = zone
    checks = [:]
  }

  func noteChange() {
    changeCount += 1
    if !referringChanges.isEmpty { referringChanges = [:] }
  }

  /// A new number for visiting objects. If ``StoredObject/walk`` of an object equals it, the object has been visited.
  func nextWalk() -> Int {
    lastWalk += 1
    return lastWalk
  }

  // MARK: Objects

  func entityPlan(named name: String) throws(StoreIssue) -> EntityPlan {
    guard let entity = plan.entity(named: name) else {
      throw StoreIssue(.unknownEntity, "the model has no entity “\(name)”")
    }
    return entity
  }

  /// The object for a row, loaded or not. An unknown row of a hierarchy is read to find out its entity.
  func registered(_ entity: EntityPlan, _ key: Int64) throws -> StoredObject {
    if let known = objects[entity.root][key] { return known }
    guard entity.entityColumn != nil else { return made(entity, key) }
    return try registered(entity, [key])[0]
  }

  /// The objects for rows, loaded or not, in the order of the keys.
  func registered(_ entity: EntityPlan, _ keys: [Int64]) throws -> [StoredObject] {
    try holding {
      if entity.entityColumn != nil {
        let unknown = keys.filter { objects[entity.root][$0] == nil }
        if !unknown.isEmpty, let table = plan.tables[entity.root] {
          let kinds = plan.kinds[entity.root]
          try storage.read { try $0.kinds(of: unknown, in: table) { key, kind in _ = made(kinds[kind], key) } }
        }
      }
      // For a key without a row, the object belongs to the given entity.
      return keys.map { made(entity, $0) }
    }
  }

  /// The object for a row. It is created if it does not exist.
  func made(_ entity: EntityPlan, _ key: Int64) -> StoredObject {
    objects[entity.root][key] ?? madeAnew(entity, key)
  }

  /// Creates the object for a row.
  ///
  /// - Parameter record: The values of the row; nil if it has not been read.
  func madeAnew(
    _ entity: EntityPlan, _ key: Int64, _ record: ObjectRecord? = nil, _ batch: LoadBatch? = nil
  ) -> StoredObject {
    let type = classes.type(ofEntity: entity.position)
    let object = type.init(
      ObjectPlace(link: link, plan: entity, key: key, isNew: false, record: record, batch: batch))
    objects[entity.root][key] = object
    held?.append(object)
    return object
  }

  /// A new object. It belongs to the context as soon as its insertion is recorded.
  func made(_ entity: EntityPlan) -> StoredObject {
    let type = classes.type(ofEntity: entity.position)
    return type.init(ObjectPlace(link: link, plan: entity, key: nextTemporaryKey(), isNew: true))
  }

  /// Adds an object that exists, or exists again, to the table of objects. If another row has its key now, the object gets a new key when it is saved.
  func register(_ object: StoredObject) {
    let known = objects[object.plan.root][object.key]
    if known === object { return }
    if let known, !known.isMissing {
      giveTemporaryKey(to: object)
    } else {
      objects[object.plan.root][object.key] = object
    }
  }

  /// Gives an object without a row a key that no row has.
  func giveTemporaryKey(to object: StoredObject) {
    if objects[object.plan.root][object.key] === object { objects[object.plan.root][object.key] = nil }
    object.key = nextTemporaryKey()
    object.isTemporary = true
    // All loaded lists are dropped, because their objects are in the order of their keys.
    forgetAllLists()
    if let place = object.plan.keyAttribute { object.record?.values[place] = .null }
    objects[object.plan.root][object.key] = object
  }

  /// Temporary keys begin at the least integer, which no table reaches. Two contexts never use the same temporary key.
  private func nextTemporaryKey() -> Int64 {
    Self.lastTemporaryKey.withLock { last in
      last += 1
      return last
    }
  }

  private static let lastTemporaryKey = Locked(Int64.min)

  /// Discards unsaved changes and the steps of undoing.
  func forgetChanges() {
    noteChange()
    for object in touched { object.isTouched = false }
    touched = []
    deletedPairRows = [:]
    for index in pairChanges.indices {
      pairChanges[index] = PairChanges()
      pairPlaces[index] = PairPlaces()
    }
    undoLog.removeAll()
    redoGroups = []
  }

  /// Discards all loaded lists.
  func forgetAllLists() {
    for object in link.allObjects { object.forgetLists() }
  }

  func touch(_ object: StoredObject) {
    guard !object.isTouched else { return }
    object.isTouched = true
    touched.append(object)
  }

  /// Records a failure that no call can throw.
  func fail(_ error: any Error) {
    failures.append(error)
    onFailure?(error)
  }

  /// Records that a property could not be set; ``group(_:)`` and ``save()`` throw the failure.
  func failToWrite(_ error: any Error) {
    if writeFailure == nil { writeFailure = error }
    fail(error)
  }

  func throwWriteFailure() throws {
    guard let failure = writeFailure else { return }
    writeFailure = nil
    throw failure
  }

  func forgetFailures() {
    failures = []
    writeFailure = nil
  }
}

/// What a save does with a row that another process changed or deleted after it was read: `ObjectContext(path: path, classes: [Movie.self],
/// conflicts: .keepOurs)`.
public enum ConflictPolicy: Sendable, Hashable {
  /// Nothing is saved, and ``SaveFailure`` lists the objects.
  case fail
  /// The attributes that the context has changed are written over the other process's values. A deleted row is inserted again.
  case keepOurs
  /// The object is read again, and its changes in the context are lost.
  case keepTheirs
}

extension ObjectContext {
  /// Reads a file that is written as a whole again if another process has replaced it.
  func refreshStore() throws { try store?.refresh(database) }
}
