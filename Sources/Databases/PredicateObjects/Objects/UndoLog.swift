import PredicateModel
import PredicateValues

/// One step of changing objects, which undoing reverts.
enum ObjectChange {
  case value(StoredObject, Int, from: QueryValue, to: QueryValue)
  case reference(StoredObject, Int, from: ObjectLink, to: ObjectLink)
  /// The stored form of an attribute or foreign key changes, but not its value (``ObjectRecord/contents``).
  case content(StoredObject, Int, from: StoredValue?, to: StoredValue?)
  /// An object gets another position among the objects with the same foreign key.
  case place(StoredObject, Int, from: Int64?, to: Int64?)
  /// The member of a pair gets another position in the list of its owner.
  case pairPlace(
    table: Int, isSource: Bool, owner: StoredObject, member: StoredObject, from: Int64?, to: Int64?)
  /// A pair is added to a join table or removed from it.
  case pair(table: Int, PairChange, isPresent: Bool)
  /// An object is deleted or exists (again).
  case existence(StoredObject, isDeleted: Bool)

  /// The step that reverts this one.
  var inverse: ObjectChange {
    switch self {
    case .value(let object, let index, let from, let to): .value(object, index, from: to, to: from)
    case .reference(let object, let index, let from, let to): .reference(object, index, from: to, to: from)
    case .content(let object, let index, let from, let to): .content(object, index, from: to, to: from)
    case .place(let object, let slot, let from, let to): .place(object, slot, from: to, to: from)
    case .pairPlace(let table, let isSource, let owner, let member, let from, let to):
      .pairPlace(table: table, isSource: isSource, owner: owner, member: member, from: to, to: from)
    case .pair(let table, let pair, let isPresent): .pair(table: table, pair, isPresent: !isPresent)
    case .existence(let object, let isDeleted): .existence(object, isDeleted: !isDeleted)
    }
  }
}

/// The steps that can be undone, in groups: one list of steps, and the end of each group.
struct UndoLog {
  /// All steps, the oldest first.
  private(set) var steps: [ObjectChange] = []
  private var ends: [Int] = []
  /// The number of groups at the beginning that exceed the limit. Their steps are removed when they outnumber the others, so that the limit costs a
  /// bounded number of moves per step.
  private var droppedCount = 0
  /// The number of closed groups that are kept; nil for all.
  var limit: Int? { didSet { dropOldGroups() } }
  /// The index at which the open group begins; nil if no group is open.
  private(set) var openStart: Int?

  /// The number of closed groups.
  var groupCount: Int { ends.count - droppedCount }

  /// The steps of the open group; empty if no group is open.
  var openSteps: ArraySlice<ObjectChange> { openStart.map { steps[$0...] } ?? [] }

  /// Adds a step. Outside of a group the step is a separate group.
  mutating func append(_ step: ObjectChange) {
    steps.append(step)
    if openStart == nil { endGroup() }
  }

  private mutating func endGroup() {
    ends.append(steps.count)
    dropOldGroups()
  }

  private mutating func dropOldGroups() {
    guard let limit, groupCount > limit else { return }
    droppedCount = ends.count - limit
    guard droppedCount > limit else { return }
    let count = ends[droppedCount - 1]
    steps.removeFirst(count)
    ends = ends[droppedCount...].map { $0 - count }
    openStart = openStart.map { $0 - count }
    droppedCount = 0
  }

  /// Removes all groups. The limit stays.
  mutating func removeAll() {
    let limit = limit
    self = UndoLog()
    self.limit = limit
  }

  /// Begins a group.
  mutating func open() { openStart = steps.count }

  /// Opens the last group again, or begins a group if there is none.
  mutating func reopen() {
    if groupCount == 0 { return open() }
    ends.removeLast()
    openStart = ends.last ?? 0
  }

  /// Ends the open group. A group without steps is dropped.
  mutating func close() {
    let start = openStart ?? steps.count
    openStart = nil
    if start < steps.count { endGroup() }
  }

  /// Adds a closed group.
  mutating func append(group: [ObjectChange]) {
    steps += group
    endGroup()
  }

  /// Removes and returns the steps after the first `count`; none if the log is shorter.
  mutating func removeSteps(after count: Int) -> [ObjectChange] {
    let count = min(count, steps.count)
    let removed = Array(steps[count...])
    steps.removeSubrange(count...)
    return removed
  }

  /// Removes and returns the last closed group; nil if there is none.
  mutating func popGroup() -> [ObjectChange]? {
    guard openStart == nil, groupCount > 0 else { return nil }
    ends.removeLast()
    return removeSteps(after: ends.last ?? 0)
  }
}
