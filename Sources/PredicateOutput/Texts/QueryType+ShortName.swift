import PredicateValues

extension QueryType {
  /// One word for a type: `String`, `Integer`.
  package var shortName: String {
    switch self {
    case .any: "Any"
    case .boolean: "Boolean"
    case .integer: "Integer"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .object(let entity): CellText.escaped(entity)
    case .collection(let element): "many \(element.shortName)"
    case .dictionary: "Dictionary"
    }
  }
}
