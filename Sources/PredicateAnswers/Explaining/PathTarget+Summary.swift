import PredicateOutput
import PredicateStatements

extension PathTarget {
  /// What it is, in words for people: `Integer, or nil`, `many objects of Loan`.
  package var summary: String {
    switch self {
    case .object(let entity): "one object of \(CellText.escaped(entity.name))"
    case .objects(let entity): "many objects of \(CellText.escaped(entity.name))"
    case .value(let type, let source): type.shortName + (source?.attribute.isOptional == true ? ", or nil" : "")
    case .values(let type, _): "many values: \(type.shortName)"
    case .aggregate, .unknown: "something unknown"
    }
  }
}
