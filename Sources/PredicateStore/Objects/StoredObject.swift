import PredicateModel
import PredicateSyntax
import PredicateValues

/// An object of a database: a row with its attributes and relationships, which a context loads, changes and saves.
///
/// Subclasses declare their properties; an entity without a class has objects of this one.
///
///     final class Movie: StoredObject {
///       @Stored var title: String
///       @Stored var rating: Double?
///       @ToOne var lentToFriend: Friend?
///       @ToMany var tags: [Tag]
///     }
///
/// An object belongs to its context and is used where the context is used. Its ``id`` can be sent elsewhere.
open class StoredObject {
  /// The name of the entity, which is the class's own unless it is overridden.
  open class var entityName: String { String(describing: Self.self) }

  /// Whether only subclasses have objects: false, unless it is overridden.
  ///
  ///     class Employee: StoredObject {
  ///       override class var isAbstract: Bool { self == Employee.self }
  ///       @Stored var name: String
  ///     }
  ///     final class Manager: Employee { @Stored var budget: Double }
  open class var isAbstract: Bool { false }

  /// Texts, numbers and booleans that the model keeps with the entity: none, unless it is overridden. A subclass inherits the override, as
  /// any class property.
  ///
  ///     override class var userInfo: [String: QueryValue] { ["icon": "film"] }
  open class var userInfo: [String: QueryValue] { [:] }

  /// Where the object belongs; nil when the context is gone.
  public var context: ObjectContext? { link.context }
  let link: ContextLink
  let plan: EntityPlan
  /// The key of the row. Of an object that was never saved a number that no other object of the context has.
  var key: Int64
  /// Whether the key is no row's.
  var isTemporary: Bool
  /// What the object holds; nil where it was not loaded yet.
  var record: ObjectRecord?
  /// What the row held when it was last read or written, kept when the object first changes; nil for what ``record`` holds.
  private var former: KeptRecord?
  /// Whether the database has the row, as far as the context knows.
  var isInDatabase: Bool
  /// Whether the object was deleted in the context.
  public internal(set) var isDeleted = false
  /// Whether the row was looked for and not found.
  var isMissing = false
  /// Whether it is in the list of objects that may have changes.
  var isTouched = false
  /// The objects at the other end of each to-many relationship, and of each to-one relationship whose key lies there; nil where they
  /// were not loaded yet.
  var lists: ObjectLists
  /// The objects that were loaded with it: what one of them needs is loaded for all.
  var batch: LoadBatch?
  /// The last walk over objects that met this one: see ``ObjectContext/nextWalk()``.
  var walk = 0
  /// The key that the running save gives to the new object; it counts only while ``keyWalk`` is that of the save.
  var assignedKey: Int64 = 0
  var keyWalk = 0

  /// Made by a context alone: see ``ObjectContext/insert(_:)``.
  public required init(_ place: ObjectPlace) {
    link = place.link
    plan = place.plan
    key = place.key
    isTemporary = place.isNew
    isInDatabase = !place.isNew
    // Nothing refers to a new object yet.
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

  /// What names the object outside of its context.
  public var id: ObjectID { ObjectID(reference, isTemporary: isTemporary, entity: plan.entity.name) }

  /// What the model says of objects of this class.
  public var entity: Entity { plan.entity }

  /// Whether the object was made in the context and not saved yet.
  public var isInserted: Bool { !isInDatabase && !isDeleted }

  /// Whether the object's row was read. Reading a property of an object that is not loaded reads the row.
  public var isLoaded: Bool { record != nil }

  /// Whether saving would write the object's own row.
  public var hasChanges: Bool {
    if isDeleted { return isInDatabase }
    return !isInDatabase || isUpdated
  }

  var reference: ObjectReference { ObjectReference(entity: plan.entity.referenceName, key: key) }

  /// Whether the row is there and holds something else than the object.
  var isUpdated: Bool {
    guard isInDatabase, let record, let former = former?.record else { return false }
    return plan.plainAttributes.contains { isChanged($0, record, former) }
      || !changedReferences(record, former).isEmpty || !changedPlaces(record, former).isEmpty
  }

  /// What the row held when it was last read or written; nil where there is no row, or it was not read.
  var committed: ObjectRecord? { isInDatabase ? former?.record ?? record : nil }

  /// Notes what the row holds.
  ///
  /// - Parameter row: nil for what the object holds.
  func noteCommitted(_ row: ObjectRecord? = nil) { former = row.map(KeptRecord.init) }

  /// Keeps what the row holds, before the object changes.
  func keepCommitted() { if isInDatabase, former == nil { former = record.map(KeptRecord.init) } }

  func changedAttributes(_ record: ObjectRecord, _ committed: ObjectRecord) -> [Int] {
    plan.plainAttributes.filter { isChanged($0, record, committed) }
  }

  private func isChanged(_ index: Int, _ record: ObjectRecord, _ committed: ObjectRecord) -> Bool {
    !plan.forms[index].isSame(record.values[index], committed.values[index])
  }

  func changedReferences(_ record: ObjectRecord, _ committed: ObjectRecord) -> [Int] {
    record.references.indices.filter { !record.references[$0].isSame(as: committed.references[$0]) }
  }

  func changedPlaces(_ record: ObjectRecord, _ committed: ObjectRecord) -> [Int] {
    record.places.indices.filter { record.places[$0] != committed.places[$0] }
  }

  func forgetLists() {
    if !lists.areForgotten { lists = ObjectLists(areKnown: false) }
  }

  /// The context, for an operation that needs it.
  func usableContext() throws(StoreIssue) -> ObjectContext {
    guard let context else { throw StoreIssue(.otherContext, "the context of \(id) is gone") }
    return context
  }
}

/// Where an object stands: what a context hands to the initialiser of a class.
public struct ObjectPlace {
  /// Leads to no context for an object that stands for its class.
  let link: ContextLink
  let plan: EntityPlan
  let key: Int64
  let isNew: Bool
  /// What the row holds; nil where it was not read, or where there is none.
  var record: ObjectRecord?
  var batch: LoadBatch?
}

/// The keys of objects of one entity that were loaded together.
final class LoadBatch {
  private(set) var keys: [Int64] = []

  func add(_ object: StoredObject) { keys.append(object.key) }
}
