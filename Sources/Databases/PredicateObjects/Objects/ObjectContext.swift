import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateValues

/// A place to work on the objects of a database: it loads them, changes them, and saves all changes at once.
///
///     let context = try ObjectContext(database, classes: [Movie.self, Friend.self, Tag.self])
///     let alien = try context.insert(Movie.self)
///     alien.title = "Alien"
///     alien.lentToFriend = try context.fetch(Friend.self, "friendName == 'Anna Castelli'").first
///     try context.save()
///
/// Changes are seen by fetches of the context at once, and by others when they are saved. Between saves no transaction is open. A context,
/// and its objects, are used by one task at a time, such as an actor's; ``ObjectID`` and values go between contexts.
///
/// The context holds objects only while they have changes, and for undoing. Others are freed when the program lets go of them. Objects hold the
/// objects at the other ends of the relationships that were read; ``reset()`` and ``refresh(_:mergingChanges:)`` end that.
///
/// An object may outlive its context. Its loaded values can still be read. Reading any other value, or setting a property, is a failure:
/// ``onFailure`` receives it. Without such a function the program ends.
public final class ObjectContext {
  /// The database that objects are loaded from and saved to.
  public private(set) var database: PredicateDatabase
  /// The policy for a saved row that another process changed.
  public var conflicts: ConflictPolicy
  /// Receives the failures that a property cannot throw: a row that cannot be read, or that is gone. ``failures`` keeps them as well. Objects that
  /// outlive the context keep the function.
  public var onFailure: ((any Error) -> Void)?
  /// The failures that no call threw, since ``save()`` or ``revert()``.
  public private(set) var failures: [any Error] = []

  private(set) var plan: StorePlan
  let classes: ClassTable
  /// Leads from each object to the context.
  private(set) var link = ContextLink()
  /// The file that saving writes as a whole; nil where the database is all there is.
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
  /// The objects that were made since ``holding(_:)`` began; nil outside of it.
  private var held: [StoredObject]?
  /// The greatest key of each entity that the context gave or deleted.
  var lastKeys: [Int64]
  /// The objects that may have changes, in the order of their first change.
  var touched: [StoredObject] = []
  var pairChanges: [PairChanges]
  /// The places in ordered relationships, for each table of pairs.
  var pairPlaces: [PairPlaces]
  /// Keeps the steps that ``undo()`` takes back.
  var undoLog = UndoLog()
  var redoGroups: [[ObjectChange]] = []
  /// The stored values of the columns' defaults, for each entity by the places of the defaults; nil if a default cannot be evaluated.
  var defaultValues: [[Int: StoredValue?]]
  /// The checks for each entity's objects before they are saved: made when the first of them is saved.
  var checks: [Int: EntityChecks] = [:]
  /// How often objects changed.
  private(set) var changeCount = 0
  /// The changed objects by the targets of a foreign key, for each foreign key that was looked up since the last change.
  var referringChanges: [ForeignKeyPlace: [Int64: [StoredObject]]] = [:]
  /// The rows of tables of pairs that were deleted since the last save.
  var deletedPairRows: [PairRowKey: StoredObject] = [:]
  private var lastWalk = 0
  /// Whether a copy of the store was written before it was changed.
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
    store = WholeStore.of(database)
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
  }

  deinit { link.end(onFailure) }

  private func begin() {
    link.objects = plan.entities.map { _ in ObjectTable() }
    link.context = self
    link.classes = classes
  }

  /// Lets go of all objects, of changes that were not saved, and of undoing.
  ///
  /// Objects that the program still holds behave as after the end of the context: only their loaded values can be read. The next fetch makes other
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

  /// Holds the objects that are made within a call until it ends. No relationship and no variable of the program may refer to them yet.
  func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    if held != nil { return try body() }
    held = []
    defer {
      // The property must not be in use while objects are freed.
      let made = held
      held = nil
      withExtendedLifetime(made) {}
    }
    return try body()
  }

  /// The object with an id; nil for an unknown id. Reads the row if it is not loaded.
  ///
  /// - Throws: ``StoreIssue`` `unknown-entity`, a `DatabaseIssue`.
  public func object(for id: ObjectID) throws -> StoredObject? {
    try refreshStore()
    let entity = try entityPlan(named: id.reference.entity)
    if id.isTemporary { return objects[entity.root][id.reference.key].flatMap { $0.isDeleted ? nil : $0 } }
    var key = id.reference.key
    if let identity = id.identity, let numbers = entity.numbers { key = numbers.number(of: identity) }
    let object = try registered(entity, key)
    // A row that was missing may be there by now.
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

  /// How many pairs of objects saving would write or delete, of relationships that a table of pairs stores.
  package var changedPairCount: Int {
    zip(pairChanges, pairPlaces).reduce(0) { count, table in
      let (pairs, places) = table
      let moved = places.all.filter {
        $0.isSource ? !pairs.has($0.owner, $0.member) : !pairs.has($0.member, $0.owner)
      }
      return count + pairs.count + moved.count
    }
  }

  /// Goes on over another database, which has the same rows in tables that are made alike.
  func use(_ other: PredicateDatabase) {
    database = other
    store = WholeStore.of(other)
    noteChange()
  }

  /// Changes the zone for reading dates in conditions. Objects and their changes stay.
  package func setTimeZone(_ zone: QueryTimeZone) {
    database = database.inTimeZone(zone)
    plan.model.timeZone = zone
    checks = [:]
  }

  func noteChange() {
    changeCount += 1
    if !referringChanges.isEmpty { referringChanges = [:] }
  }

  /// A number for a walk over objects: an object whose ``StoredObject/walk`` is this number was met before.
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

  /// The object of a row, loaded or not. An unknown row of a hierarchy is read to learn its entity.
  func registered(_ entity: EntityPlan, _ key: Int64) throws -> StoredObject {
    if let known = objects[entity.root][key] { return known }
    guard entity.entityColumn != nil else { return made(entity, key) }
    return try registered(entity, [key])[0]
  }

  /// The objects of rows, loaded or not, in the order of the keys.
  func registered(_ entity: EntityPlan, _ keys: [Int64]) throws -> [StoredObject] {
    try holding {
      if entity.entityColumn != nil {
        let unknown = keys.filter { objects[entity.root][$0] == nil }
        if !unknown.isEmpty, let table = plan.tables[entity.root] {
          let kinds = plan.kinds[entity.root]
          try storage.read { try $0.kinds(of: unknown, in: table) { key, kind in _ = made(kinds[kind], key) } }
        }
      }
      // A key without a row gets an object of the given entity.
      return keys.map { made(entity, $0) }
    }
  }

  /// Makes the object of a row.
  func made(_ entity: EntityPlan, _ key: Int64) -> StoredObject {
    objects[entity.root][key] ?? madeAnew(entity, key)
  }

  /// Makes the object of a row without one.
  ///
  /// - Parameter record: The values of the row; nil if it was not read.
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

  /// A new object, which is in the context only when its existence is noted.
  func made(_ entity: EntityPlan) -> StoredObject {
    let type = classes.type(ofEntity: entity.position)
    return type.init(ObjectPlace(link: link, plan: entity, key: nextTemporaryKey(), isNew: true))
  }

  /// Puts an object that exists (again) among the others. If another row now has its key, the object gets a new key when it is saved.
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
    // Lists are ordered by keys.
    forgetAllLists()
    if let place = object.plan.keyAttribute { object.record?.values[place] = .null }
    objects[object.plan.root][object.key] = object
  }

  /// Temporary keys begin at the least integer, which no table counts to. No two contexts give the same one.
  private func nextTemporaryKey() -> Int64 {
    Self.lastTemporaryKey.withLock { last in
      last += 1
      return last
    }
  }

  private static let lastTemporaryKey = Locked(Int64.min)

  /// Lets go of all changes that were not saved, and of undoing.
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

  /// Lets go of all loaded lists.
  func forgetAllLists() {
    for object in link.allObjects { object.forgetLists() }
  }

  func touch(_ object: StoredObject) {
    guard !object.isTouched else { return }
    object.isTouched = true
    touched.append(object)
  }

  /// Notes a failure that no call can throw.
  func fail(_ error: any Error) {
    failures.append(error)
    onFailure?(error)
  }

  /// Notes that a property could not be set: ``group(_:)`` and ``save()`` throw it.
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

/// The decision of a save for a row that another process changed or deleted after it was read:
/// `ObjectContext(path: path, classes: [Movie.self], conflicts: .keepOurs)`.
public enum ConflictPolicy: Sendable, Hashable {
  /// Nothing is saved, and ``SaveFailure`` lists the objects.
  case fail
  /// The changed attributes of the context are written over the other process's. A row that was deleted is made again.
  case keepOurs
  /// The object is read anew, and its changes in the context are lost.
  case keepTheirs
}

extension ObjectContext {
  /// Reads a file that is written as a whole again if another process replaced it.
  func refreshStore() throws { try store?.refresh(database) }
}
