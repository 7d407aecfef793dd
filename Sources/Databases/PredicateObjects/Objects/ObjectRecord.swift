import PredicateDatabases
import PredicateModel
import PredicateValues

/// The values of an object: its attributes and the foreign keys of its row, each at the index that the plan defines.
struct ObjectRecord {
  var values: [QueryValue]
  var references: ReferenceList
  /// Rarely used parts; nil if all are empty. Records are copied often, and one reference is copied faster than three collections.
  private var extras: RecordExtras?

  init(values: [QueryValue], references: ReferenceList, places: [Int64?] = []) {
    self.values = values
    self.references = references
    if !places.isEmpty { extras = RecordExtras(places: places) }
  }

  /// The values of a row.
  ///
  /// - Parameter keyCount: The number of foreign keys of the row's entity.
  init(_ row: StoredRecord, keyCount: Int) {
    var references = ReferenceList(count: keyCount)
    if let key = row.reference { references[0] = .key(key) }
    for (index, key) in row.otherReferences.enumerated() { if let key { references[index + 1] = .key(key) } }
    self.init(values: row.values, references: references, places: row.places)
    if !row.contents.isEmpty { contents = row.contents }
  }

  /// A value. The method is `mutating` so that the record is read in place. Otherwise reading a value would copy other parts of the record.
  mutating func value(at index: Int) -> QueryValue { values[index] }

  /// For each foreign key, the object's position among the objects that refer to the same object. Empty if no foreign key has an order.
  var places: [Int64?] {
    get { extras?.places ?? [] }
    set { changeExtras { $0.places = newValue } }
  }
  /// The stored values that differ from the usual stored form of the record's values. The keys are the indexes of the attributes and, after them, those
  /// of the foreign keys. A stored value of another family reads as nil. It stays in the row until the attribute changes, and undoing writes it again.
  var contents: [Int: StoredValue] {
    get { extras?.contents ?? [:] }
    set { changeExtras { $0.contents = newValue } }
  }
  /// Whether a column has a value of another family, which reads as nil.
  func isUnreadable(_ index: Int) -> Bool {
    contents[index] != nil && (index >= values.count || values[index].isNull)
  }
  /// Whether two records with equal values also have the same stored values in the columns of an attribute or foreign key.
  func hasSameContent(as other: ObjectRecord, _ index: Int) -> Bool {
    if extras == nil, other.extras == nil { return true }
    return contents[index] == other.contents[index]
  }
  /// The attributes and foreign keys for which a new row has no value, so that the table sets them. They are numbered as in ``contents``.
  var defaulted: Set<Int> {
    get { extras?.defaulted ?? [] }
    set { changeExtras { $0.defaulted = newValue } }
  }

  private mutating func changeExtras(_ change: (RecordExtras) -> Void) {
    let changed = extras.map { RecordExtras($0) } ?? RecordExtras(places: [])
    change(changed)
    extras = changed.isEmpty ? nil : changed
  }
}

extension EntityPlan {
  /// The stored values of some attributes of a record. Each column can store them, because assigning any other value was refused.
  func stored(_ record: ObjectRecord, _ places: [Int]) -> [StoredValue] {
    places.map { stored(record, $0) }
  }

  /// The stored value of an attribute that is neither an integer key nor a direct foreign key.
  func stored(_ record: ObjectRecord, _ place: Int) -> StoredValue {
    record.contents[place] ?? forms[place].stored(record.values[place])
  }

  /// The index of a foreign key in ``ObjectRecord/contents``.
  func contentPlace(ofForeignKey slot: Int) -> Int { entity.attributes.count + slot }
}

/// Compares an object with its row: their values, and the stored forms of these values.
extension StoredObject {
  func changedAttributes(_ record: ObjectRecord, _ committed: ObjectRecord) -> [Int] {
    plan.plainAttributes.filter { isChanged($0, record, committed) }
  }

  func isChanged(_ index: Int, _ record: ObjectRecord, _ committed: ObjectRecord) -> Bool {
    !plan.forms[index].isSame(record.values[index], committed.values[index])
      || !record.hasSameContent(as: committed, index)
  }

  func isChanged(foreignKey slot: Int, _ record: ObjectRecord, _ committed: ObjectRecord) -> Bool {
    !record.references[slot].isSame(as: committed.references[slot])
      || !record.hasSameContent(as: committed, plan.contentPlace(ofForeignKey: slot))
  }

  func changedReferences(_ record: ObjectRecord, _ committed: ObjectRecord) -> [Int] {
    plan.directKeys.filter { isChanged(foreignKey: $0, record, committed) }
  }

  func changedPlaces(_ record: ObjectRecord, _ committed: ObjectRecord) -> [Int] {
    record.places.indices.filter { record.places[$0] != committed.places[$0] }
  }

  /// Whether two records of the object have different values. Two stored texts for the same value count as equal, because a column may convert the
  /// text that is written.
  func hasOtherValues(_ record: ObjectRecord, _ other: ObjectRecord) -> Bool {
    plan.plainAttributes.contains { index in
      !plan.forms[index].isSame(record.values[index], other.values[index])
        || (record.isUnreadable(index) || other.isUnreadable(index)) && !record.hasSameContent(as: other, index)
    } || !changedReferences(record, other).isEmpty || !changedPlaces(record, other).isEmpty
  }
}

/// The target of a foreign key.
enum ObjectLink {
  case none
  /// A row that the context has not loaded.
  case key(Int64)
  case object(StoredObject)

  /// Whether both refer to the same row.
  func isSame(as other: ObjectLink) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.key(let a), .key(let b)): a == b
    case (.object(let a), .object(let b)): a === b
    case (.key(let key), .object(let object)), (.object(let object), .key(let key)):
      !object.isTemporary && object.key == key
    default: false
    }
  }

  /// The key that the row stores; nil if there is no target. A new target has its final key once it is saved.
  var key: Int64? {
    switch self {
    case .none: nil
    case .key(let key): key
    case .object(let object): object.key
    }
  }
}

/// The targets of a record's foreign keys, in the order of the plan. The first one is stored inline, because most entities have only one, and
/// allocating and freeing memory for it would take half the time of reading a row.
struct ReferenceList: RandomAccessCollection, MutableCollection {
  private var first = ObjectLink.none
  private var rest: [ObjectLink] = []
  private(set) var endIndex = 0

  var startIndex: Int { 0 }

  /// A list of references that are not set.
  init(count: Int = 0) {
    endIndex = count
    if count > 1 { rest = Array(repeating: .none, count: count - 1) }
  }

  subscript(index: Int) -> ObjectLink {
    get { index == 0 ? first : rest[index - 1] }
    set { if index == 0 { first = newValue } else { rest[index - 1] = newValue } }
  }
}

/// The rarely used parts of records. Several records share an object of this class. It is copied before it is changed.
final class RecordExtras {
  var places: [Int64?]
  var contents: [Int: StoredValue] = [:]
  var defaulted: Set<Int> = []

  init(places: [Int64?]) { self.places = places }

  init(_ other: RecordExtras) {
    places = other.places
    contents = other.contents
    defaulted = other.defaulted
  }

  var isEmpty: Bool { places.isEmpty && contents.isEmpty && defaulted.isEmpty }
}

/// The values of a changed object's row. They are a separate object, because few objects have changes.
final class KeptRecord {
  let record: ObjectRecord

  init(_ record: ObjectRecord) { self.record = record }
}
