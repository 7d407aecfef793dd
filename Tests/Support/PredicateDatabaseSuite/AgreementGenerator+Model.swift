import PredicateModel
import PredicateTestSupport
import PredicateValues

extension AgreementGenerator {
  /// The members of each entity of a model, by type.
  ///
  /// Views are left out if only the values distinguish their rows, because such rows are not objects.
  package static func shapes(of model: DataModel) -> [String: Shape] {
    var shapes: [String: Shape] = [:]
    for entity in model.entities {
      func names(_ isOne: (QueryType) -> Bool) -> [String] {
        entity.attributes.filter { isOne($0.type) }.map { "#\($0.name)" }
      }
      func ways(_ cardinality: Relationship.Cardinality) -> [(name: String, entity: String)] {
        entity.relationships.filter { $0.cardinality == cardinality }.map { ("#\($0.name)", $0.destination) }
      }
      let numbers: [QueryType] = [.integer, .double, .boolean]
      shapes[entity.name] = Shape(
        strings: names { $0 == .string }, numbers: names { numbers.contains($0) }, dates: names { $0 == .date },
        toOne: ways(.toOne), toMany: ways(.toMany),
        hasObjects: entity.key.referenceColumn != nil || !entity.key.columns.isEmpty,
        others: names { $0 != .string && $0 != .date && !numbers.contains($0) })
    }
    return shapes
  }
}
