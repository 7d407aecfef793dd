import PredicateReference
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

extension QueryType {
  /// What a text means as a value of a type whose values are written as texts: a date, a UUID, a URL, a decimal number. Nil of the other types,
  /// and of a text that is no such value.
  package func value(ofText text: String) -> QueryValue? {
    guard let name = textCast else { return nil }
    let cast = QueryExpression.cast(.literal(.string(text)), type: .literal(.string(name)))
    guard let value = try? cast.valueByReference(with: .null), !value.isNull else { return nil }
    return value
  }

  /// Whether a text stands for a value of the type.
  package var isWrittenAsText: Bool { textCast != nil }

  /// The name by which CAST makes a value of the type of a text; nil where values are no texts.
  private var textCast: String? {
    switch self {
    case .date: "NSDate"
    case .uuid: "NSUUID"
    case .url: "NSURL"
    case .decimal: "NSDecimalNumber"
    default: nil
    }
  }
}
