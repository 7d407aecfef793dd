import PredicateModel
import PredicateReference
import PredicateValues

extension QueryType {
  /// The name of the type as one word: `String`, `Integer`.
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

extension Attribute {
  /// The type of the attribute's values as one word: `String`, `JSON`.
  package var typeName: String { isJSON ? "JSON" : type.shortName }
}

extension QueryType {
  /// Reads a text as a value of the type: a date, a UUID, a URL, a decimal number. Nil for other types, and for a text that is not a valid value.
  package func value(ofText text: String) -> QueryValue? {
    guard let name = textCast else { return nil }
    let cast = QueryExpression.cast(.literal(.string(text)), type: .literal(.string(name)))
    guard let value = try? cast.valueByReference(with: .null), !value.isNull else { return nil }
    return value
  }

  /// Whether values of the type are written as texts.
  package var isWrittenAsText: Bool { textCast != nil }

  /// The name of the type in CAST; nil if the type's values are not written as texts.
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
