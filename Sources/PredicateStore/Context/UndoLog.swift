/// The steps that can be taken back, in groups: one list of steps, and where each group ends.
struct UndoLog {
  /// All steps, the oldest first.
  private(set) var steps: [ObjectChange] = []
  private var ends: [Int] = []
  /// Where the open group begins; nil outside of one.
  private(set) var openStart: Int?

  /// How many groups are closed.
  var groupCount: Int { ends.count }

  /// The steps of the open group; none outside of one.
  var openSteps: ArraySlice<ObjectChange> { openStart.map { steps[$0...] } ?? [] }

  /// Adds a step. Outside of a group it is a group of its own.
  mutating func append(_ step: ObjectChange) {
    steps.append(step)
    if openStart == nil { ends.append(steps.count) }
  }

  /// Begins a group.
  mutating func open() { openStart = steps.count }

  /// Ends the open group; one without steps leaves no trace.
  mutating func close() {
    if let openStart, openStart < steps.count { ends.append(steps.count) }
    openStart = nil
  }

  /// Adds a closed group.
  mutating func append(group: [ObjectChange]) {
    steps += group
    ends.append(steps.count)
  }

  /// Takes the steps away that follow the first so many; none where there are fewer.
  mutating func removeSteps(after count: Int) -> [ObjectChange] {
    let count = min(count, steps.count)
    let removed = Array(steps[count...])
    steps.removeSubrange(count...)
    return removed
  }

  /// Takes the last closed group away; nil where there is none.
  mutating func popGroup() -> [ObjectChange]? {
    guard openStart == nil, ends.popLast() != nil else { return nil }
    return removeSteps(after: ends.last ?? 0)
  }
}
