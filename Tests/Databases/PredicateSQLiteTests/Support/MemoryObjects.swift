import PredicateModel
import PredicateSQLite
import PredicateValues

/// The objects that the oracles in memory evaluate.
struct MemoryObjects: Sendable {
  let graph: ObjectGraph
  /// If given, relationships have their elements in a random order of this seed; otherwise in the order of keys.
  var seed: UInt64?

  var model: DataModel { graph.model }

  func objects(of entity: String) throws -> [any QueryObject] {
    let objects = try graph.objects(of: entity)
    guard let seed else { return objects }
    return objects.map { ReorderedObject(base: $0, seed: seed) }
  }
}
