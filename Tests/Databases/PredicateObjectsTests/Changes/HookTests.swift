import PredicateObjects
import Testing

/// A journey whose hooks write their names to `log`.
private final class Journey: StoredObject {
  @Stored var name: String
  @Stored var start: Int
  @Stored var end: Int
  @Stored var revision: Int
  @Stored var token: String?
  @ToMany(inverse: \.journey, deleteRule: .cascade) var stops: [Stop]
  var log: [String] = []

  override func didInsert() throws {
    (start, end, revision) = (1, 1, 0)
    token = "new"
  }

  override func willSave() throws {
    log.append("save \(name)")
    if name == "refused" { throw Refusal() }
    revision += 1
    for stop in stops { stop.visits += 1 }
  }

  override func willDelete() throws {
    if name == "kept" { throw Refusal() }
    log.append("delete \(name) with \(stops.count)")
  }

  override func validate(_ report: inout ValidationReport) throws {
    if end < start { report.add("the journey ends before it starts", property: "end") }
    if name == token { report.add("the name is the token") }
  }
}

private final class Stop: StoredObject {
  @Stored(default: 0) var visits: Int
  @ToOne var journey: Journey?

  override func willDelete() throws { if journey?.name == "held" { throw Refusal() } }
}

private struct Refusal: Error {}

@Suite struct HookTests {
  private func context() throws -> ObjectContext { try ObjectContext(classes: [Journey.self, Stop.self]) }

  private func journey(_ name: String, stops: Int = 0, in context: ObjectContext) throws -> Journey {
    let journey = try context.insert(Journey.self)
    journey.name = name
    for _ in 0..<stops { try context.insert(Stop.self).journey = journey }
    return journey
  }

  @Test func anInsertionAndItsHookAreOneStep() throws {
    let context = try context()
    let journey = try context.insert(Journey.self)
    #expect(journey.token == "new")
    context.undo()
    #expect(!context.canUndo && !context.hasChanges && journey.isDeleted)
    context.redo()
    #expect(!journey.isDeleted && journey.token == "new" && journey.end == 1)
  }

  /// First values belong to the insertion. If they fail, nothing is inserted.
  @Test func firstValuesBelongToTheInsertion() throws {
    let context = try context()
    let journey = try context.insert(Journey.self) { journey in
      #expect(journey.token == "new")
      journey.name = "north"
    }
    #expect(journey.name == "north")
    context.undo()
    #expect(!context.canUndo && !context.hasChanges && journey.isDeleted)
    #expect(throws: Refusal.self) {
      try context.insert(Journey.self) { journey in
        journey.name = "south"
        throw Refusal()
      }
    }
    #expect(try context.count(Journey.self) == 0 && !context.hasChanges)
  }

  @Test func savingRunsTheHookOnceForEachChangedObject() throws {
    let context = try context()
    let journey = try journey("north", stops: 2, in: context)
    let other = try self.journey("south", in: context)
    try context.save()
    #expect(journey.log == ["save north"])
    #expect(journey.revision == 1 && journey.stops.map(\.visits) == [1, 1])
    #expect(!context.hasChanges)
    journey.name = "east"
    try context.save()
    #expect(journey.log == ["save north", "save east"] && other.log == ["save south"])
    #expect(try context.count(Stop.self, "visits == 2 AND journey.revision == 2") == 2)
    context.undo()
    #expect(journey.name == "north" && journey.revision == 1 && journey.stops.map(\.visits) == [1, 1])
  }

  @Test func aHookThatThrowsLeavesTheChangesAsTheyWere() throws {
    let context = try context()
    let first = try journey("west", in: context)
    let journey = try journey("refused", in: context)
    #expect(throws: Refusal.self) { try context.save() }
    #expect(first.revision == 0 && journey.revision == 0 && context.changedObjects.count == 2)
    journey.name = "fine"
    try context.save()
    #expect(first.revision == 1 && journey.revision == 1)
  }

  @Test func deletingRunsTheHooksOfAllThatGo() throws {
    let context = try context()
    let journey = try journey("north", stops: 3, in: context)
    try context.save()
    try context.delete(journey)
    #expect(journey.log.last == "delete north with 3")
    context.undo()
    #expect(journey.stops.count == 3)
    for name in ["kept", "held"] {
      journey.name = name
      #expect(throws: Refusal.self) { try context.delete(journey) }
      #expect(!journey.isDeleted && journey.stops.allSatisfy { !$0.isDeleted } && journey.stops.count == 3)
    }
  }

  @Test func conditionsBetweenAttributesHaveTheirOwnMessages() throws {
    let context = try context()
    let journey = try journey("new", in: context)
    (journey.start, journey.end) = (5, 3)
    #expect {
      try context.save()
    } throws: { error in
      let problems = (error as? SaveFailure)?.problems ?? []
      return problems.map(\.message) == ["the journey ends before it starts", "the name is the token"]
        && problems.map(\.property) == ["end", nil] && problems.allSatisfy { $0.kind == .invalid }
    }
    #expect(try context.problems().count == 2)
    (journey.end, journey.name) = (7, "north")
    try context.save()
  }

  @Test func aFailureInAHookToSetAPropertyStopsTheSave() throws {
    let context = try context()
    let stop = try context.insert(Stop.self)
    stop.journey = try journey("north", in: context)
    let other = try self.context()
    stop.journey = try self.journey("elsewhere", in: other)
    #expect(throws: StoreIssue.self) { try context.save() }
  }
}
