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
    let found = try session.database.objects(of: fetch.entity).filter {
      try evaluator.evaluate(bound, object: .object($0))
    }
    let (inMemory, inSQL) = keys(of: found, table, session.database.model.entity(named: fetch.entity))
    if inMemory == inSQL {
      let counted = EntityNoun(fetch.entity).counted(table.rows.count)
      if !fetch.groupBy.isEmpty { return try compareGroups(fetch, of: found, counted) }
      let isGrouped = fetch.having != nil
      return say("Memory and SQL agree on \(counted)\(isGrouped ? ", before they are grouped" : "").")
    }
    let style = session.layout.style
    session.output.write(style.failure("bug") + ": memory and SQL differ.\n")
    write("only memory finds", Self.surplus(of: inMemory, over: inSQL))
    write("only SQL finds", Self.surplus(of: inSQL, over: inMemory))
    session.output.write("  \(CellText.escaped(predicate.exactFormat))\n")
    session.output.write("  \(CellText.escaped(bound.condition.description))\n")
  }

  /// What tells the rows apart that memory and SQL find, and how often each is there: the integer that names them, else the columns of
  /// their key, else, of a view, all that they hold.
  private func keys(
    of objects: [any QueryObject], _ table: ResultTable, _ entity: Entity?
  ) -> (inMemory: [[UInt8]: Int], inSQL: [[UInt8]: Int]) {
    var inMemory: [[UInt8]: Int] = [:]
    var inSQL: [[UInt8]: Int] = [:]
    guard let entity, entity.key.referenceColumn == nil else {
      for object in objects {
        inMemory[Self.name(of: [object.reference.map { .integer($0.key) } ?? .null]), default: 0] += 1
      }
      for row in table.rows { inSQL[Self.name(of: Array(row.prefix(1))), default: 0] += 1 }
      return (inMemory, inSQL)
    }
    let ofKey = entity.attributes.filter { attribute in
      entity.key.columns.contains { $0.hasSameScalars(as: attribute.column) }
    }
    let names = (ofKey.isEmpty ? entity.attributes : ofKey).map(\.name)
    for object in objects {
      inMemory[Self.name(of: names.map { object.value(forKey: $0) ?? .null }), default: 0] += 1
    }
    let columns = names.compactMap { name in table.columns.firstIndex { $0.hasSameScalars(as: name) } }
    for row in 0..<table.rows.count {
      inSQL[Self.name(of: columns.map { table.value(row: row, column: $0) }), default: 0] += 1
    }
    return (inMemory, inSQL)
  }

  private static func surplus(of some: [[UInt8]: Int], over others: [[UInt8]: Int]) -> [String] {
    let names = some.keys.filter { (some[$0] ?? 0) > (others[$0] ?? 0) }
    let numbers = names.compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
    if numbers.count == names.count { return numbers.sorted().map(String.init) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
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
      // 2 and 2.0 are one group; which of them names it is not said.
      case .double(let number): Int64(exactly: number).map(String.init) ?? ValueText().text(of: value)
      case .string(let text): QueryExpression.literal(.string(text)).exactFormat
      default: ValueText().text(of: value)
      }
    }
    return Array(texts.joined(separator: ", ").utf8)
  }

  private func say(_ text: String) { session.output.write(session.layout.style.quiet(text) + "\n") }

  private func write(_ words: String, _ keys: [String]) {
    guard !keys.isEmpty else { return }
    let list = keys.prefix(Self.mostKeys).joined(separator: ", ")
    let more = keys.count > Self.mostKeys ? " and \(keys.count - Self.mostKeys) more" : ""
    session.output.write("  \(words) \(CellText.escaped(list))\(more)\n")
  }
}
