import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateTestSupport
import PredicateValues
import Testing

/// Random sequences of changes, saves and undoing over random models, each step compared with ``NaiveGraph``.
///
/// `OPENPREDICATE_ROUNDS=10000 swift test --filter RandomGraphTests` runs 10,000 sequences; `OPENPREDICATE_SEED` sets the first seed.
@Suite struct RandomGraphTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 60
  private static let seed = environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1_800_000

  @Test func sequences() throws {
    for round in 0..<Self.rounds {
      let seed = Self.seed + UInt64(round)
      do {
        var sequence = try RandomSequence(seed: seed)
        try sequence.run()
      } catch let difference as GraphDifference {
        Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1: \(difference)")
      } catch {
        Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1: \(error)")
      }
    }
  }
}

/// A difference between a context and the naive graph.
struct GraphDifference: Error, CustomStringConvertible {
  let description: String
}

/// One sequence: the same steps on a context and on the naive graph.
struct RandomSequence {
  private var random: SplitMix64
  private let shape: RandomGraphModel
  private let database: PredicateDatabase
  private let context: ObjectContext
  private var naive: NaiveGraph
  /// The objects by the numbers of the naive graph.
  private var objects: [StoredObject] = []
  private var undo: [NaiveGraph] = []
  private var redo: [NaiveGraph] = []
  private var saved: NaiveGraph
  private var steps: [String] = []
  private var keyCount = 0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    shape = try RandomGraphModel(&random)
    if let keys = shape.keys {
      let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
      try queue.write { [shape] in try $0.execute(sql: shape.tables(keys)) }
      database = try PredicateDatabase(name: "keys", queue: queue, file: .whole(shape.model))
    } else {
      database = try PredicateDatabase.make(model: shape.model)
    }
    context = try ObjectContext(database)
    naive = NaiveGraph(shape.pairs)
    saved = naive
  }

  mutating func run() throws {
    for _ in 0..<40 {
      do {
        try step()
        try compare(naive, objects, context)
      } catch let difference as GraphDifference {
        throw GraphDifference(description: "\(difference)\n\(steps.joined(separator: "\n"))")
      }
    }
    context.rollback()
    try checkDatabase()
  }

  private var pairs: [RandomGraphModel.Pair] { shape.pairs }

  private mutating func step() throws {
    let before = naive
    let living = naive.objects.indices.filter { naive.objects[$0].exists }
    switch Int.random(in: 0..<(shape.keys == nil ? 20 : 22), using: &random) {
    case 0..<5: try insert()
    case 5, 6:
      guard let object = living.randomElement(using: &random) else { return }
      let value = Int.random(in: 0..<10, using: &random)
      note("value \(object) = \(value)")
      if value == 0 {
        try objects[object].set("value", to: .null)
        naive.objects[object].value = nil
      } else {
        try objects[object].set("value", to: .integer(Int64(value)))
        naive.objects[object].value = Int64(value)
      }
    case 7..<12:
      guard let object = living.randomElement(using: &random) else { return }
      try changeRelationship(of: object)
    case 12, 13:
      guard let object = living.randomElement(using: &random) else { return }
      note("delete \(object)")
      try context.delete(objects[object])
      naive.delete(object, pairs)
    case 14:
      note("undo")
      context.undo()
      if let last = undo.popLast() {
        redo.append(naive)
        naive = restored(last)
      }
      return
    case 15:
      note("redo")
      context.redo()
      if let last = redo.popLast() {
        undo.append(naive)
        naive = restored(last)
      }
      return
    case 20, 21:
      guard let object = living.randomElement(using: &random) else { return }
      keyCount += 1
      note("key \(object) = \(keyCount)")
      if try setKey(of: objects[object], keyCount) { naive.objects[object].key = keyCount }
    case 16, 17: return try save()
    case 18:
      note("revert")
      context.rollback()
      naive = restored(saved)
      undo = []
      redo = []
      return
    default:
      try fetch()
      // Fetched properties name their source by an integer.
      if shape.keys?.keys.values.contains(where: { !$0.hasRowNumbers }) == true { return }
      return try readFetchedProperties()
    }
    if naive != before {
      undo.append(before)
      redo = []
    }
  }

  /// A former state of the graph. In it, objects that were created later are deleted.
  private func restored(_ graph: NaiveGraph) -> NaiveGraph {
    var graph = graph
    for object in naive.objects[graph.objects.count...] {
      var missing = object
      missing.exists = false
      graph.objects.append(missing)
    }
    return graph
  }

  private mutating func insert() throws {
    let entity = shape.model.entities.randomElement(using: &random)?.name ?? "Employee"
    note("insert \(objects.count): \(entity)")
    guard shape.keys != nil else {
      objects.append(try context.insert(entity: entity))
      naive.objects.append(NaiveGraph.Object(entity: entity))
      return
    }
    keyCount += 1
    objects.append(
      try context.group {
        let object = try context.insert(entity: entity)
        _ = try setKey(of: object, keyCount)
        return object
      })
    naive.objects.append(NaiveGraph.Object(entity: entity, key: keyCount))
  }

  /// Sets the attributes of a key. Returns whether there are any.
  private func setKey(of object: StoredObject, _ number: Int) throws -> Bool {
    let values = shape.keys?.values(object.entity.name, number) ?? []
    try context.group { for (name, value) in values { try object.set(name, to: value) } }
    return !values.isEmpty
  }

  private mutating func changeRelationship(of object: Int) throws {
    guard let end = NaiveGraph.ends(of: naive.objects[object].entity, pairs).randomElement(using: &random) else {
      return
    }
    let candidates = naive.objects.indices.filter {
      naive.objects[$0].exists && RandomGraphModel.isKind(naive.objects[$0].entity, of: end.destination)
    }
    if !end.isToMany {
      let other = Int.random(in: 0..<4, using: &random) == 0 ? nil : candidates.randomElement(using: &random)
      note("\(end.name) of \(object) = \(other.map { "\($0)" } ?? "nil")")
      try objects[object].setObject(other.map { objects[$0] }, of: end.name)
      naive.set(object, other.map { [$0] } ?? [], end, pairs)
      return
    }
    switch Int.random(in: 0..<(end.isOrdered ? 5 : 3), using: &random) {
    case 0:
      let others = candidates.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      note("\(end.name) of \(object) = \(others)")
      try objects[object].setObjects(others.map { objects[$0] }, of: end.name)
      naive.set(object, others, end, pairs)
    case 3:
      guard let other = candidates.randomElement(using: &random) else { return }
      var list = naive.list(object, end).filter { $0 != other }
      let place = Int.random(in: 0...list.count, using: &random)
      list.insert(other, at: place)
      note("insert \(other) into \(end.name) of \(object) at \(place)")
      try objects[object].insert(objects[other], into: end.name, at: place)
      naive.set(object, list, end, pairs)
    case 4:
      var list = naive.list(object, end)
      guard let start = list.indices.randomElement(using: &random),
        let goal = list.indices.randomElement(using: &random)
      else { return }
      list.insert(list.remove(at: start), at: goal)
      note("move \(end.name) of \(object) from \(start) to \(goal)")
      try objects[object].move(in: end.name, from: start, to: goal)
      naive.set(object, list, end, pairs)
    case 1:
      guard let other = candidates.randomElement(using: &random) else { return }
      note("\(end.name) of \(object) += \(other)")
      try objects[object].add(objects[other], to: end.name)
      naive.connect(object, other, end, pairs)
    default:
      guard let other = candidates.randomElement(using: &random) else { return }
      note("\(end.name) of \(object) -= \(other)")
      try objects[object].remove(objects[other], from: end.name)
      naive.disconnect(object, other, end, pairs)
    }
  }

  private mutating func save() throws {
    note("save")
    let isValid = naive.isValid(pairs)
    do {
      try context.save()
    } catch let failure as SaveFailure {
      if isValid { throw GraphDifference(description: "save failed: \(failure)") }
      return
    }
    if !isValid { throw GraphDifference(description: "save should have failed") }
    saved = naive
    try checkDatabase()
  }

  /// The database has the state of the last save.
  private func checkDatabase() throws {
    let (integrity, violations) = try database.reader.read { connection in
      (
        try String.fetchAll(connection, sql: "PRAGMA integrity_check"),
        try Row.fetchAll(connection, sql: "PRAGMA foreign_key_check").count
      )
    }
    if integrity != ["ok"] || violations > 0 {
      throw GraphDifference(description: "\(integrity), \(violations) violations")
    }
    let fresh = try ObjectContext(database)
    var found: [StoredObject?] = []
    for (index, object) in saved.objects.enumerated() {
      let stored = try objects[index].id.isTemporary ? nil : fresh.object(for: objects[index].id)
      if (stored != nil) != object.exists {
        throw GraphDifference(description: "row of \(index) \(stored == nil ? "is missing" : "is there")")
      }
      found.append(stored)
    }
    for (index, object) in found.enumerated() {
      guard let object else { continue }
      for end in NaiveGraph.ends(of: saved.objects[index].entity, pairs) {
        let found = try object.objects(of: end.name).map(\.id)
        let list = saved.list(index, end).map { objects[$0].id }
        if end.isOrdered, found != list {
          throw GraphDifference(description: "saved order of \(end.name) of \(index): \(found), expected \(list)")
        }
        let others = Set(found)
        let expected = Set(saved.related(index, end).map { objects[$0].id })
        if others != expected {
          throw GraphDifference(description: "saved \(end.name) of \(index): \(others), expected \(expected)")
        }
      }
      guard try value(of: object) == saved.objects[index].value else {
        throw GraphDifference(description: "saved value of \(index)")
      }
      guard object.entity.name == saved.objects[index].entity else {
        throw GraphDifference(description: "\(index) is saved as \(object.entity.name)")
      }
    }
  }

  private func compare(_ graph: NaiveGraph, _ objects: [StoredObject], _ context: ObjectContext) throws {
    let numbers = Dictionary(objects.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
    for (index, object) in graph.objects.enumerated() {
      guard objects[index].isDeleted != object.exists else {
        throw GraphDifference(description: "object \(index) \(object.exists ? "is deleted" : "exists")")
      }
      guard object.exists else { continue }
      guard try value(of: objects[index]) == object.value else {
        throw GraphDifference(description: "value of \(index)")
      }
      for end in NaiveGraph.ends(of: object.entity, pairs) {
        let found = try objects[index].objects(of: end.name).map { numbers[ObjectIdentifier($0)] ?? -1 }
        let expected = graph.related(index, end)
        if Set(found) != expected || found.count != expected.count {
          throw GraphDifference(description: "\(end.name) of \(index): \(found), expected \(expected.sorted())")
        }
        if end.isOrdered, found != graph.list(index, end) {
          throw GraphDifference(
            description: "order of \(end.name) of \(index): \(found), expected \(graph.list(index, end))")
        }
      }
    }
  }

  /// Counts by predicates, which run in SQL or over the changed objects.
  private mutating func fetch() throws {
    let limit = Int64.random(in: 0..<10, using: &random)
    let entity = ["Employee", "Department", shape.model.entities[1].name].randomElement(using: &random) ?? "Employee"
    let living = naive.objects.indices.filter {
      naive.objects[$0].exists && RandomGraphModel.isKind(naive.objects[$0].entity, of: entity)
    }
    func count(_ format: String) throws -> Int {
      try context.count(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format))))
    }
    note("fetch \(entity)")
    let found = try context.objects(EntityFetch(entity)).map(ObjectIdentifier.init)
    if Set(found) != Set(living.map { ObjectIdentifier(objects[$0]) }) || found.count != living.count {
      throw GraphDifference(description: "\(entity): \(found.count) objects, expected \(living)")
    }
    let ends = NaiveGraph.ends(of: entity, pairs)
    for end in ends {
      let expected = living.filter { object in
        naive.related(object, end).contains { (naive.objects[$0].value ?? -1) > limit }
      }
      let format = end.isToMany ? "ANY \(end.name).value > \(limit)" : "\(end.name).value > \(limit)"
      note("count \(format)")
      let found = try count(format)
      if found != expected.count {
        throw GraphDifference(description: "\(format): \(found), expected \(expected.count)")
      }
      // SQL counts places by the integers of rows.
      guard end.isOrdered, shape.keys == nil else { continue }
      for (index, element) in [("FIRST", \[Int].first), ("LAST", \[Int].last), ("1", \[Int].second)] {
        let expected = living.filter { object in
          naive.list(object, end)[keyPath: element].map { (naive.objects[$0].value ?? -1) > limit } ?? false
        }
        let format = "\(end.name)[\(index)].value > \(limit)"
        note("count \(format)")
        let found = try count(format)
        if found != expected.count {
          throw GraphDifference(description: "\(format): \(found), expected \(expected.count)")
        }
      }
    }
  }

  /// Compares the fetched properties of a department and an employee.
  private mutating func readFetchedProperties() throws {
    func end(_ entity: String, _ name: String) throws -> NaiveGraph.End {
      try #require(NaiveGraph.ends(of: entity, pairs).first { $0.name == name })
    }
    func value(_ object: Int) -> Int64? { naive.objects[object].value }
    let (department, friends, reports) = (
      try end("Employee", "department"), try end("Employee", "friends"), try end("Employee", "reports")
    )
    let living = naive.objects.indices.filter { naive.objects[$0].exists }
    let employees = living.filter { RandomGraphModel.isKind(naive.objects[$0].entity, of: "Employee") }
    var expected: [(source: Int, name: String, found: [Int])] = []
    if let source = living.filter({ naive.objects[$0].entity == "Department" }).randomElement(using: &random) {
      expected.append(
        (source, "staff", employees.filter { naive.related($0, department).contains(source) && (value($0) ?? 0) > 4 }))
    }
    if let source = employees.randomElement(using: &random) {
      expected.append(
        (
          source, "abler",
          employees.filter { other in
            guard naive.related(other, friends).contains(source), let a = value(other), let b = value(source) else {
              return false
            }
            return a > b
          }
        ))
      expected.append(
        (
          source, "above",
          employees.filter { other in
            naive.related(source, reports).contains { report in
              guard let a = value(report), let b = value(other) else { return false }
              return a < b
            }
          }
        ))
    }
    for (source, name, numbers) in expected {
      note("read \(name) of \(source)")
      let found = try objects[source].objects(of: name).map(ObjectIdentifier.init)
      if Set(found) != Set(numbers.map { ObjectIdentifier(objects[$0]) }) || found.count != numbers.count {
        throw GraphDifference(description: "\(name) of \(source): \(found.count), expected \(numbers)")
      }
    }
  }

  private func value(of object: StoredObject) throws -> Int64? {
    if case .integer(let value) = try object.value(of: "value") { value } else { nil }
  }

  private mutating func note(_ step: String) { steps.append(step) }
}

extension [Int] {
  fileprivate var second: Int? { count > 1 ? self[1] : nil }
}
