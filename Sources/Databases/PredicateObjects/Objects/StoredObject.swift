import PredicateModel
import PredicateValues

/// An object of a database: a row with its attributes and relationships. A context loads, changes and saves it.
///
/// Subclasses declare their properties. The objects of an entity without a class are instances of this class.
///
///     final class Movie: StoredObject {
///       @Stored var title: String
///       @Stored var rating: Double?
///       @ToOne var lentToFriend: Friend?
///       @ToMany var tags: [Tag]
///     }
///
/// An object belongs to its context and is used by the context's task. Its ``id`` can be sent to other tasks.
///
/// Two objects are equal if they are the same instance. A context has one instance for each row, so `Set(movie.tags)` and `rows[movie]` work as they do
/// with values. Objects of two contexts are never equal; their ids are, if both are of the same row.
open class StoredObject {
  /// The name of the entity. It is the name of the class unless it is overridden.
  open class var entityName: String { String(describing: Self.self) }

  /// Whether only subclasses have objects. False unless it is overridden.
  ///
  ///     class Employee: StoredObject {
  ///       override class var isAbstract: Bool { self == Employee.self }
  ///       @Stored var name: String
  ///     }
  ///     final class Manager: Employee { @Stored var budget: Double }
  open class var isAbstract: Bool { false }

  /// Texts, numbers and booleans that the model keeps with the entity. Empty unless it is overridden. Subclasses inherit the override, as for any
  /// class property.
  ///
  ///     override class var userInfo: [String: QueryValue] { ["icon": "film"] }
  open class var userInfo: [String: QueryValue] { [:] }

  /// Lists of attributes and to-one relationships that have an index together, such as `[["genre", "year"]]`. Empty unless it is overridden.
  open class var indexes: [[String]] { [] }

  /// The context of the object; nil after the context was freed. Loaded values can then still be read.
  public var context: ObjectContext? { link.context }
  let link: ContextLink
  let plan: EntityPlan
  /// The key of the row. An object that was never saved has a number that is unique in its context.
  var key: Int64
  /// Whether no row has the key.
  var isTemporary: Bool
  /// The values of the object; nil if it has not been loaded.
  var record: ObjectRecord?
  /// The values of the row when it was last read or written. They are stored here when the object first changes. Nil while ``record`` has the same values.
  private var former: KeptRecord?
  /// Whether the database has the row, as far as the context knows.
  var isInDatabase: Bool
  /// Whether the object was deleted in the context.
  public internal(set) var isDeleted = false
  /// Whether the row was looked up and not found.
  var isMissing = false
  /// Whether the object is in the list of objects that may have changes.
  var isTouched = false
  /// The objects at the other end of each to-many relationship, and of each to-one relationship whose key is stored at the other end. Nil for a list
  /// that has not been loaded.
  var lists: ObjectLists
  /// The objects that were loaded together with this one. Related objects are prefetched for all of them.
  var batch: LoadBatch?
  /// The registrar of Observation; nil if no property was read in an observable context.
  var observers: AnyObject?
  /// The number of the last walk that has visited this object; see ``ObjectContext/nextWalk()``.
  var walk = 0
  /// The key that the running save has assigned to the new object. It is valid only while ``keyWalk`` is the number of the save.
  var assignedKey: Int64 = 0
  var keyWalk = 0

  /// Only a context creates objects; see ``ObjectContext/insert(_:)``.
  public required init(_ place: ObjectPlace) {
    link = place.link
    plan = place.plan
    key = place.key
    isTemporary = place.isNew
    isInDatabase = !place.isNew
    // The lists of a new object are known to be empty, because nothing refers to it yet.
    lists = ObjectLists(areKnown: place.isNew)
    if let record = place.record {
      self.record = record
      batch = place.batch
    } else if place.isNew {
      record = ObjectRecord(
        values: place.plan.newValues, references: ReferenceList(count: place.plan.foreignKeys.count),
        places: place.plan.noPlaces)
    }
  }

  // MARK: Hooks

  /// Runs after a new object was created. The attributes have their default values. Does nothing unless it is overridden.
  ///
  /// ```swift
  /// override func didInsert() { number = UUID() }
  /// ```
  ///
  /// Its changes and the insertion are one step of undoing. If it throws, the object is not inserted.
  open func didInsert() throws {}

  /// Runs when ``ObjectContext/save()`` begins, for each object whose row would be written. Does nothing unless it is overridden.
  ///
  /// ```swift
  /// override func willSave() { modified = Date() }
  /// ```
  ///
  /// It may change this object and others. Each object is visited once in a save, also an object that another hook changes. The changes belong to the
  /// last step of undoing. If it throws, nothing is saved.
  open func willSave() throws {}

  /// Runs before the object is deleted by ``ObjectContext/delete(_:)`` or by a delete rule. Does nothing unless it is overridden. If it throws, the
  /// whole deletion is reverted.
  open func willDelete() throws {}

  /// Checks conditions on several properties together, before a new or changed object is saved. Does nothing unless it is overridden.
  ///
  /// ```swift
  /// override func validate(_ report: inout ValidationReport) {
  ///   if end < start { report.add("the trip ends before it starts", property: "end") }
  /// }
  /// ```
  ///
  /// ``SaveFailure`` lists the problems that it adds, together with all others. It must not change anything.
  open func validate(_ report: inout ValidationReport) throws {}

  /// Unavailable: the hook has another name.
  @available(*, unavailable, message: "write override func didInsert()")
  open func awakeFromInsert() {}

  /// Unavailable: the hook has another name.
  @available(*, unavailable, message: "write override func willDelete()")
  open func prepareForDeletion() {}

  /// Unavailable: the hook gets a report.
  @available(*, unavailable, message: "write override func validate(_ report: inout ValidationReport)")
  open func validate() throws {}

  /// Unavailable: the hook has another name.
  @available(*, unavailable, message: "write override func validate(_ report: inout ValidationReport)")
  open func validateForInsert() throws {}

  /// Unavailable: the hook has another name.
  @available(*, unavailable, message: "write override func validate(_ report: inout ValidationReport)")
  open func validateForUpdate() throws {}

  deinit {
    link.remove(freed: self)
    var held = lists.all
    for case .object(let target) in record?.references ?? ReferenceList() { held.append(target) }
    record = nil
    former = nil
    lists = ObjectLists(areKnown: false)
    link.release(&held)
  }

  /// The identity of the object. It is also valid outside of the object's context, for example in another context of the same database. The id of a
  /// new object is temporary and changes when the object is saved.
  public var id: ObjectID {
    ObjectID(reference, isTemporary: isTemporary, entity: plan.entity.name, key: isTemporary ? nil : namedKey)
  }

  /// The values of a primary key that is not an integer, as the row has them. Nil for an integer key and for a row that was not read.
  private var namedKey: ObjectID.Values? {
    if let key = plan.key, key.numbers != nil {
      return ObjectID.Values(values: key.values(of: self.key), areIdentity: true)
    }
    if plan.shownKey.isEmpty { return nil }
    guard let record = committed else { return nil }
    let values = plan.shownKey.map { index -> StoredValue in
      if let slot = plan.slots[index] { return record.references[slot].key.map { .integer($0) } ?? .null }
      return plan.stored(record, index)
    }
    return ObjectID.Values(values: values, areIdentity: false)
  }

  /// The model's entity of this class.
  public var entity: Entity { plan.entity }

  /// Whether the object was created in the context and has not been saved.
  public var isInserted: Bool { !isInDatabase && !isDeleted }

  /// Whether the object's row was read. Reading a property of an object that is not loaded reads the row.
  public var isLoaded: Bool { record != nil }

  /// Whether saving would write the object's own row.
  public var hasChanges: Bool {
    if isDeleted { return isInDatabase }
    return !isInDatabase || isUpdated
  }

  var reference: ObjectReference { ObjectReference(entity: plan.entity.referenceName, key: key) }

  /// Whether the row exists and has other values than the object.
  var isUpdated: Bool {
    guard isInDatabase, let record, let former = former?.record else { return false }
    return plan.plainAttributes.contains { isChanged($0, record, former) }
      || plan.directKeys.contains { isChanged(foreignKey: $0, record, former) }
      || !changedPlaces(record, former).isEmpty
  }

  /// The values of the row when it was last read or written; nil if the row does not exist or was not read.
  var committed: ObjectRecord? { isInDatabase ? former?.record ?? record : nil }

  /// Records the values of the row.
  ///
  /// - Parameter row: The values; nil if they are those of the object.
  func noteCommitted(_ row: ObjectRecord? = nil) { former = row.map(KeptRecord.init) }

  /// Stores the values of the row before the object changes.
  func keepCommitted() { if isInDatabase, former == nil { former = record.map(KeptRecord.init) } }

  /// Drops the values of the object and its batch. The next read loads them again.
  func forgetValues() {
    record = nil
    former = nil
    batch = nil
  }

  func forgetLists() {
    if !lists.areForgotten { lists = ObjectLists(areKnown: false) }
  }

  /// The context, for an operation that needs it.
  func usableContext() throws(StoreIssue) -> ObjectContext {
    guard let context else {
      throw StoreIssue(
        .otherContext,
        "\(id) cannot be changed, and only its loaded values can be read, because its context no longer exists")
    }
    return context
  }
}

/// Objects are identified by instance. The ``StoredObject/id`` of a new object changes when the object is saved, so a list that uses the id would
/// treat it as another row. With the instance, `ForEach(results.objects, id: \.self)` keeps the row, and a `Set` of objects keeps the selection.
extension StoredObject: Hashable, Identifiable {
  /// Whether both are the same instance.
  public static func == (left: StoredObject, right: StoredObject) -> Bool { left === right }

  /// Hashes the instance. The hash stays the same if the object is changed or saved.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The problems that ``StoredObject/validate(_:)`` finds in an object.
public struct ValidationReport {
  private(set) var entries: [(message: String, property: String?)] = []

  init() {}

  /// Adds a problem of the kind `invalid`.
  ///
  /// - Parameters:
  ///   - message: The problem for people, without the object's name: `the trip ends before it starts`.
  ///   - property: The attribute or relationship to show it at; nil for the object as a whole.
  public mutating func add(_ message: String, property: String? = nil) { entries.append((message, property)) }
}

/// The place of an object in its context. A context passes it to the initializer of a class.
public struct ObjectPlace {
  /// The shared data of the context. A sample object of a class has data without a context.
  let link: ContextLink
  let plan: EntityPlan
  let key: Int64
  let isNew: Bool
  /// The values of the row; nil if it was not read or does not exist.
  var record: ObjectRecord?
  var batch: LoadBatch?
}

/// The keys of objects of one entity that were loaded together.
final class LoadBatch {
  private(set) var keys: [Int64] = []
  /// The objects that foreign keys of the batch refer to, if they were loaded for the whole batch.
  private var prefetched: [StoredObject] = []

  func add(_ object: StoredObject) { keys.append(object.key) }

  deinit { prefetched.first?.link.release(&prefetched) }

  /// Retains objects as long as an object of this batch exists.
  func hold(_ objects: [StoredObject]) { prefetched += objects }
}
