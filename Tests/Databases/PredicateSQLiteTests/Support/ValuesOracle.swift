import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

/// Computes in memory the values that rows show, as the expected result.
struct ValuesOracle {
  struct Request: CustomStringConvertible {
    var entity: String
    var predicate: String
    /// The shown expressions; empty if whole objects are shown.
    var columns: [String]
    var variables: QueryVariables = [:]

    var description: String {
      "\(entity) where \(predicate)" + (columns.isEmpty ? "" : " show \(columns.joined(separator: ", "))")
        + (hasVariables ? " variables \(variables)" : "")
    }

    private var hasVariables: Bool { columns.contains { $0.contains("$v") } }

    func fetch() throws -> EntityFetch {
      EntityFetch(
        entity, where: try QueryPredicate(format: QueryFormat(raw: predicate)),
        columns: try expressions().enumerated().map { FetchedColumn($1, as: "c\($0)") })
    }

    func expressions() throws -> [QueryExpression] {
      try columns.map { try QueryExpression(format: QueryFormat(raw: $0)) }
    }
  }

  let memory: MemoryObjects

  /// The rows in the order of the objects' keys. Whole objects show the members of these names.
  func rows(_ request: Request, names: [String]) throws -> [[QueryValue]] {
    let root = RootType.entity(request.entity, memory.model)
    let evaluator = ReferenceEvaluator()
    let condition = try Binder.bind(
      QueryPredicate(format: QueryFormat(raw: request.predicate)), to: root, variables: request.variables)
    let bound = try request.expressions().map { try Binder.bind($0, to: root, variables: request.variables) }
    var rows: [[QueryValue]] = []
    for object in try memory.objects(of: request.entity) {
      guard try evaluator.evaluate(condition, object: .object(object)) else { continue }
      if bound.isEmpty {
        rows.append(names.map { GroupOracle.shown(object.value(forKey: $0) ?? .null) })
      } else {
        rows.append(
          try bound.map {
            GroupOracle.shown(try evaluator.value($0, object: .object(object)).shown(inColumnOf: $0.value.type))
          })
      }
    }
    return rows
  }
}
