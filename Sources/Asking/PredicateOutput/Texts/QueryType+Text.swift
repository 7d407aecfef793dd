import PredicateModel
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

extension Attribute {
  /// One word for the type of its values: `String`, `JSON`.
  package var typeName: String { isJSON ? "JSON" : type.shortName }
}

extension QueryType {
  /// The value of a text in a type whose values are written as texts: a date, a UUID, a URL, a decimal number. Nil for the other types, and for a
  /// text that does not have the type's form.
  package func value(ofText text: String) -> QueryValue? {
    guard let name = textCast else { return nil }
    let cast = QueryExpression.cast(.literal(.string(text)), type: .literal(.string(name)))
    guard let value = try? cast.valueByReference(with: .null), !value.isNull else { return nil }
    return value
  }

  /// Whether values of the type are written as texts.
  package var isWrittenAsText: Bool { textCast != nil }

  /// The name that CAST has for the type; nil if its values are not written as texts.
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
