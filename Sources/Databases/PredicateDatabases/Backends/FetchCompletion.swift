import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateValues

/// Runs the part of a fetch that the database leaves to memory (``PreparedFetch/remainder``).
extension QueryBackend {
  /// Passes the rows of a fetch to the body until the body returns false. The body may use the back end.
  ///
  /// A row is passed as soon as its objects have arrived. Memory holds at most 16,384 earlier rows, and the rows of the current 1,024 objects. If
  /// memory computes groups, distinct rows or an order, it holds all objects that meet the condition.
  package func forEachRow(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    guard let remainder = fetch.remainder else { return try run(fetch, body) }
    guard fetch.form == .count else { return try complete(fetch, remainder, body) }
    var count: Int64 = 0
    try complete(fetch, remainder) { _ in
      count += 1
      return true
    }
    _ = try body([.integer(count)])
  }

  private func complete(
    _ fetch: PreparedFetch, _ remainder: FetchRemainder, _ body: ([QueryValue]) throws -> Bool
  ) throws {
    let rest = remainder.rest
    if rest.limit == 0 { return }
    var completion = FetchCompletion(fetch, rest, in: model)
    guard remainder.isStream else {
      // The objects share one set of linked rows, because they refer to one another's objects.
      let rows = linkedRows
      var objects: [LinkedRow] = []
      try forEachBatch(ofObjectsFor: fetch) { table in
        objects += try completion.objects(table, rows)
        return true
      }
      for row in try completion.rows(objects, rows, rest) where try !body(row) { return }
      return
    }
    var (skipped, left) = (rest.offset, rest.limit ?? Int.max)
    // Rows of earlier batches stay in memory, because objects of a later batch often refer to them.
    var rows = linkedRows
    try forEachBatch(ofObjectsFor: fetch) { table in
      if rows.count > keptRows { rows = linkedRows }
      let objects = try completion.objects(table, rows)
      let first = min(skipped, objects.count)
      skipped -= first
      let kept = Array(objects[first...].prefix(left))
      left -= kept.count
      for row in try completion.rows(kept, rows, rest.withoutBounds) where try !body(row) { return false }
      return left > 0
    }
  }

  /// Passes the objects of a statement in tables. The first tables are small, so that the first rows arrive soon.
  private func forEachBatch(ofObjectsFor fetch: PreparedFetch, _ body: (ResultTable) throws -> Bool) throws {
    let columns = fetch.columns.map(\.name)
    var (size, isOver) = (16, false)
    var rows: [[QueryValue]] = []
    func receive(_ row: [QueryValue]) throws -> Bool {
      rows.append(row)
      guard rows.count >= size else { return true }
      size = min(2 * size, 1_024)
      let table = ResultTable(columns: columns, rows: rows)
      rows.removeAll(keepingCapacity: true)
      isOver = try !body(table)
      return !isOver
    }
    if fetch.remainder?.rest.needsOtherRows(in: model) == true {
      try runBesideOthers(fetch, receive)
    } else {
      try run(fetch, receive)
    }
    if !isOver, !rows.isEmpty { _ = try body(ResultTable(columns: columns, rows: rows)) }
  }
}

/// The greatest number of rows of earlier batches that stay in memory for the objects of later batches.
private let keptRows = 16_384

/// Evaluates the residual condition for objects and makes rows of them.
private struct FetchCompletion {
  private let fetch: PreparedFetch
  private let model: DataModel
  private let predicate: BoundPredicate?
  /// The members of an object that the fetch reads.
  private let names: CoreNames
  /// The number of steps that remain for untrusted text; nil if steps are not counted.
  private var work: Int?

  init(_ fetch: PreparedFetch, _ rest: BoundFetch, in model: DataModel) {
    self.fetch = fetch
    self.model = model
    predicate = rest.predicate(in: model)
    names = rest.names
    work = fetch.policy?.work
  }

  /// The objects of a table that meet the condition.
  mutating func objects(_ table: ResultTable, _ rows: LinkedRows) throws -> [LinkedRow] {
    try WorkCancellation.check()
    let objects = rows.add(table, of: fetch.fetch.entity.name)
    try rows.prefetch(names, of: objects)
    guard let predicate else { return objects }
    let run = MemoryRun(fetch.fetch, evaluator: rows.evaluator(fetch.options.limits), isCancelled: { false })
    return try rows.checking {
      do {
        return try run.objects(predicate, among: objects, work: &work).compactMap { $0 as? LinkedRow }
      } catch let issue as PredicateIssue where issue.isOfValue {
        throw Self.naming(issue, in: objects) { object in
          var work: Int?
          _ = try run.objects(predicate, among: [object], work: &work)
        }
      }
    }
  }

  /// The issue of a failed evaluation, with a hint that names the first object for which the evaluation fails.
  private static func naming(
    _ issue: PredicateIssue, in objects: [LinkedRow], _ work: (LinkedRow) throws -> Void
  ) -> PredicateIssue {
    for object in objects {
      do { try work(object) } catch {
        guard let label = object.label else { return issue }
        let way =
          issue.hint ?? "before the condition, add a condition that is false for \(label), and join the two with AND"
        return issue.withHint("\(label) has such a value; \(way)")
      }
    }
    return issue
  }

  /// The rows that a fetch makes from objects.
  func rows(_ objects: [LinkedRow], _ rows: LinkedRows, _ rest: BoundFetch) throws -> [[QueryValue]] {
    let run = MemoryRun(rest, evaluator: rows.evaluator(fetch.options.limits), isCancelled: { false })
    let source = ObjectRows(objects)
    return try rows.checking {
      guard rest.grouping == nil, rest.columns.isEmpty else {
        let whole = WholeObject(rest.entity, in: model)
        do {
          return try run.table(of: source, columns: whole).rows
        } catch let issue as PredicateIssue where issue.isOfValue && rest.grouping == nil {
          throw Self.naming(issue, in: objects) { _ = try run.table(of: ObjectRows([$0]), columns: whole) }
        }
      }
      return try run.positions(of: source).map { position in
        fetch.form == .keys ? Array(objects[position].values.prefix(1)) : objects[position].values
      }
    }
  }
}

extension PredicateIssue {
  /// Whether the value of an object may cause the issue, and not the text of the predicate.
  fileprivate var isOfValue: Bool { kind == .type || has(.keyOfValue) }
}
