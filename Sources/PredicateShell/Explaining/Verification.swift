import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Asks the evaluator in memory what the database was asked, and tells where the two differ: that is a bug.
struct Verification {
  let session: ShellSession
  /// How many keys are listed.
  private static let mostKeys = 10

  /// Compares the objects that a fetch's predicate finds, whatever its order and limit, and the groups that they fall into. All rows are
  /// read into memory for it.
  func run(_ fetch: EntityFetch) throws {
    let predicate = fetch.predicate ?? .literal(true)
    let bound = try session.bound(predicate, of: fetch.entity)
    let table = try session.database.fetch(
      EntityFetch(fetch.entity, where: fetch.predicate), variables: session.queryVariables)
    let evaluator = PlainEvaluator()
    var inMemory: Set<Int64> = []
    var found: [any QueryObject] = []
    for object in try session.database.objects(of: fetch.entity) {
      guard let key = object.reference?.key else { return say("\(fetch.entity) has no keys to compare by.") }
      guard try evaluator.evaluate(bound, object: .object(object)) else { continue }
      inMemory.insert(key)
      found.append(object)
    }
    let inSQL = Set(
      table.rows.compactMap { row -> Int64? in if case .integer(let key)? = row.first { key } else { nil } })
    if inMemory == inSQL {
      let counted = EntityNoun(fetch.entity).counted(inSQL.count)
      if !fetch.groupBy.isEmpty { return try compareGroups(fetch, of: found, counted) }
      let isGrouped = fetch.having != nil
      return say("Memory and SQL agree on \(counted)\(isGrouped ? ", before they are grouped" : "").")
    }
    let style = session.layout.style
    session.output.write(style.failure("bug") + ": memory and SQL differ.\n")
    write("only memory finds", inMemory.subtracting(inSQL))
    write("only SQL finds", inSQL.subtracting(inMemory))
    session.output.write("  \(CellText.escaped(predicate.exactFormat))\n")
    session.output.write("  \(CellText.escaped(bound.condition.description))\n")
  }

  /// Compares the groups of some objects, and how many each has. What else is computed of them is not compared.
  private func compareGroups(_ fetch: EntityFetch, of objects: [any QueryObject], _ counted: String) throws {
    let root = RootType.entity(fetch.entity, session.database.model)
    let keys = try fetch.groupBy.map {
      try Binder.bind($0.expression, to: root, variables: session.queryVariables)
    }
    let evaluator = PlainEvaluator()
    var inMemory: [[UInt8]: Int] = [:]
    for object in objects {
      let values = try keys.map { try evaluator.value($0, object: .object(object)) }
      inMemory[Self.name(of: values), default: 0] += 1
    }
    let count = FetchedColumn(.call("count", []), as: "count")
    let table = try session.database.fetch(
      EntityFetch(fetch.entity, where: fetch.predicate, columns: fetch.groupBy + [count], groupBy: fetch.groupBy),
      variables: session.queryVariables)
    var inSQL: [[UInt8]: Int] = [:]
    for row in table.rows {
      if case .integer(let count)? = row.last { inSQL[Self.name(of: Array(row.dropLast())), default: 0] += Int(count) }
    }
    if inMemory == inSQL {
      return say(
        "Memory and SQL agree on \(counted) in \(EntityNoun("group").counted(inSQL.count)), before any condition on groups; "
          + "what else is computed of groups is not compared.")
    }
    session.output.write(session.layout.style.failure("bug") + ": memory and SQL group differently.\n")
    let names = Set(inMemory.keys).union(inSQL.keys).sorted { $0.lexicographicallyPrecedes($1) }
    for name in names where inMemory[name] != inSQL[name] {
      let counts = "memory has \(inMemory[name] ?? 0), SQL has \(inSQL[name] ?? 0)"
      session.output.write("  \(CellText.escaped(String(decoding: name, as: UTF8.self))): \(counts)\n")
    }
  }

  /// The values of a group's keys as a text that no other values have: its bytes, since strings that look alike are others.
  private static func name(of values: [QueryValue]) -> [UInt8] {
    let texts = values.map { value -> String in
      switch value {
      case .object(let object): object.reference.map { "\($0.entity)/\($0.key)" } ?? object.entityName
      case .reference(let reference): "\(reference.entity)/\(reference.key)"
      case .string(let text): QueryExpression.literal(.string(text)).exactFormat
      default: ValueText().text(of: value)
      }
    }
    return Array(texts.joined(separator: ", ").utf8)
  }

  private func say(_ text: String) { session.output.write(session.layout.style.quiet(text) + "\n") }

  private func write(_ words: String, _ keys: Set<Int64>) {
    guard !keys.isEmpty else { return }
    let list = keys.sorted().prefix(Self.mostKeys).map(String.init).joined(separator: ", ")
    let more = keys.count > Self.mostKeys ? " and \(keys.count - Self.mostKeys) more" : ""
    session.output.write("  \(words) \(list)\(more)\n")
  }
}
