import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateValues

/// Asks the evaluator in memory what the database was asked, and tells where the two differ: that is a bug.
struct Verification {
  let session: ShellSession
  /// How many keys are listed.
  private static let mostKeys = 10

  /// Compares the objects that a fetch's predicate finds, whatever its order and limit. All rows are read into memory for it.
  func run(_ fetch: EntityFetch) throws {
    let predicate = fetch.predicate ?? .literal(true)
    let bound = try session.bound(predicate, of: fetch.entity)
    let table = try session.database.fetch(
      EntityFetch(fetch.entity, where: fetch.predicate), variables: session.queryVariables)
    let evaluator = PlainEvaluator()
    var inMemory: Set<Int64> = []
    for object in try session.database.objects(of: fetch.entity) {
      guard let key = object.reference?.key else { return say("\(fetch.entity) has no keys to compare by.") }
      if try evaluator.evaluate(bound, object: .object(object)) { inMemory.insert(key) }
    }
    let inSQL = Set(
      table.rows.compactMap { row -> Int64? in if case .integer(let key)? = row.first { key } else { nil } })
    if inMemory == inSQL {
      let isGrouped = !fetch.groupBy.isEmpty || fetch.having != nil
      let noun = EntityNoun(fetch.entity).counted(inSQL.count)
      return say("Memory and SQL agree on \(noun)\(isGrouped ? ", before they are grouped" : "").")
    }
    let style = session.layout.style
    session.output.write(style.failure("bug") + ": memory and SQL differ.\n")
    write("only memory finds", inMemory.subtracting(inSQL))
    write("only SQL finds", inSQL.subtracting(inMemory))
    session.output.write("  \(CellText.escaped(predicate.exactFormat))\n")
    session.output.write("  \(CellText.escaped(bound.condition.description))\n")
  }

  private func say(_ text: String) { session.output.write(session.layout.style.quiet(text) + "\n") }

  private func write(_ words: String, _ keys: Set<Int64>) {
    guard !keys.isEmpty else { return }
    let list = keys.sorted().prefix(Self.mostKeys).map(String.init).joined(separator: ", ")
    let more = keys.count > Self.mostKeys ? " and \(keys.count - Self.mostKeys) more" : ""
    session.output.write("  \(words) \(list)\(more)\n")
  }
}
