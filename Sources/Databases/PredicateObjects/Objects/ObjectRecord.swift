import PredicateDatabases
import PredicateModel
import PredicateValues

/// The values of an object: its attributes and the foreign keys of its row, each at the place that the plan gives.
struct ObjectRecord {
  var values: [QueryValue]
  var references: ReferenceList
  /// Rarely used parts; nil if all are empty. Records are copied often, and one reference copies faster than three collections.
  private var extras: RecordExtras?

  init(values: [QueryValue], references: ReferenceList, places: [Int64?] = []) {
    self.values = values
    self.references = references
    if !places.isEmpty { extras = RecordExtras(places: places) }
  }

  /// The values of a row.
  ///
  /// - Parameter keyCount: How many foreign keys the row's entity has.
  init(_ row: StoredRecord, keyCount: Int) {
    var references = ReferenceList(count: keyCount)
    if let key = row.reference { references[0] = .key(key) }
    for (index, key) in row.otherReferences.enumerated() { if let key { references[index + 1] = .key(key) } }
    self.init(values: row.values, references: references, places: row.places)
    if !row.unreadable.isEmpty { unreadable = row.unreadable }
  }

  /// A value. The method is `mutating` so that the record is read in place: otherwise reading a value would copy other parts of it.
  mutating func value(at index: Int) -> QueryValue { values[index] }

  /// For each foreign key the object's place among those that refer to the same object; empty if no foreign key has an order.
  var places: [Int64?] {
    get { extras?.places ?? [] }
    set { changeExtras { $0.places = newValue } }
  }
  /// The attributes whose columns do not hold a value of their types, followed by the foreign keys. They read as nil, and the object could not
  /// write the former content again.
  var unreadable: Set<Int> {
    get { extras?.unreadable ?? [] }
    set { changeExtras { $0.unreadable = newValue } }
  }
  /// The attributes and foreign keys, numbered as in ``unreadable``, that the table fills when a new row has no value for them.
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
  /// The stored values of some attributes of a record. A value that a column cannot hold was refused when it was set.
  func stored(_ record: ObjectRecord, _ places: [Int]) -> [StoredValue] {
    places.map { forms[$0].stored(record.values[$0]) }
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

  /// The key that a row stores; nil for none. An object has one when it is saved.
  var key: Int64? {
    switch self {
    case .none: nil
    case .key(let key): key
    case .object(let object): object.key
    }
  }
}

/// The references of the foreign keys of a record, in the order of the plan. The first is stored inline: most entities have no
/// other, and allocating and freeing memory for it is half the time of reading a row.
struct ReferenceList: RandomAccessCollection, MutableCollection {
  private var first = ObjectLink.none
  private var rest: [ObjectLink] = []
  private(set) var endIndex = 0

  var startIndex: Int { 0 }

  /// References that are not set.
  init(count: Int = 0) {
    endIndex = count
    if count > 1 { rest = Array(repeating: .none, count: count - 1) }
  }

  subscript(index: Int) -> ObjectLink {
    get { index == 0 ? first : rest[index - 1] }
    set { if index == 0 { first = newValue } else { rest[index - 1] = newValue } }
  }
}

/// Rarely used parts of records. Records share it, and change a copy.
final class RecordExtras {
  var places: [Int64?]
  var unreadable: Set<Int> = []
  var defaulted: Set<Int> = []

  init(places: [Int64?]) { self.places = places }

  init(_ other: RecordExtras) {
    places = other.places
    unreadable = other.unreadable
    defaulted = other.defaulted
  }

  var isEmpty: Bool { places.isEmpty && unreadable.isEmpty && defaulted.isEmpty }
}

/// The row's values of a changed object. Few objects have changes, so they are stored outside of the objects.
final class KeptRecord {
  let record: ObjectRecord

  init(_ record: ObjectRecord) { self.record = record }
}
