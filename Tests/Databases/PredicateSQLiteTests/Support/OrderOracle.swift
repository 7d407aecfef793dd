import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

/// Sorts objects in memory in the simplest way, as the expected result.
struct OrderOracle {
  struct Request: CustomStringConvertible {
    var entity: String
    var predicate: String
    var keys: [(text: String, isAscending: Bool)] = []
    /// How many objects with the same value of a key are kept.
    var first: (count: Int, key: String)?
    var limit: Int?
    var offset = 0

    var description: String {
      let order = keys.map { "\($0.text) \($0.isAscending ? "asc" : "desc")" }.joined(separator: ", ")
      return "\(entity) where \(predicate)" + (keys.isEmpty ? "" : " sort by \(order)")
        + (first.map { " first \($0.count) of each \($0.key)" } ?? "") + (limit.map { " limit \($0)" } ?? "")
        + (offset == 0 ? "" : " offset \(offset)")
    }

    func fetch() throws -> EntityFetch {
      EntityFetch(
        entity, where: try QueryPredicate(format: QueryFormat(raw: predicate)),
        columns: [],
        sortedBy: try keys.map {
          QuerySortKey(try QueryExpression(format: QueryFormat(raw: $0.text)), isAscending: $0.isAscending)
        },
        firstOfEach: try first.map {
          FirstOfEach($0.count, of: [try QueryExpression(format: QueryFormat(raw: $0.key))])
        }, limit: limit,
        offset: offset)
    }
  }

  let memory: MemoryObjects

  /// The keys of the objects, in their order.
  func keys(_ request: Request) throws -> [Int64] {
    let root = RootType.entity(request.entity, memory.model)
    let evaluator = ReferenceEvaluator()
    let condition = try Binder.bind(QueryPredicate(format: QueryFormat(raw: request.predicate)), to: root)
    let bound = try request.keys.map { try Binder.bind(QueryExpression(format: QueryFormat(raw: $0.text)), to: root) }
    let first = try request.first.map { try Binder.bind(QueryExpression(format: QueryFormat(raw: $0.key)), to: root) }
    var rows: [(key: Int64, values: [QueryValue], first: QueryValue)] = []
    for object in try memory.objects(of: request.entity) {
      let value = QueryValue.object(object)
      guard try evaluator.evaluate(condition, object: value) else { continue }
      rows.append(
        (
          object.reference?.key ?? 0, try bound.map { try evaluator.value($0, object: value) },
          try first.map { try evaluator.value($0, object: value) } ?? .null
        ))
    }
    rows.sort { left, right in
      for (position, key) in request.keys.enumerated() {
        if GroupOracle.isBefore(left.values[position], right.values[position]) { return key.isAscending }
        if GroupOracle.isBefore(right.values[position], left.values[position]) { return !key.isAscending }
      }
      return left.key < right.key
    }
    if let count = request.first?.count {
      var kept: [(key: Int64, values: [QueryValue], first: QueryValue)] = []
      for row in rows {
        let alike = kept.count {
          !GroupOracle.isBefore($0.first, row.first) && !GroupOracle.isBefore(row.first, $0.first)
        }
        if alike < count { kept.append(row) }
      }
      rows = kept
    }
    return Array(rows.map(\.key).dropFirst(request.offset).prefix(request.limit ?? rows.count))
  }
}
