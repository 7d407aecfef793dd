import PredicateSyntax
import PredicateValues

extension QueryType {
  /// What a text means as a value of a type whose values are written as texts: a date, a UUID, a URL, a decimal number. Nil of the other types,
  /// and of a text that is no such value.
  func value(ofText text: String) -> QueryValue? {
    let name: String
    switch self {
    case .date: name = "NSDate"
    case .uuid: name = "NSUUID"
    case .url: name = "NSURL"
    case .decimal: name = "NSDecimalNumber"
    default: return nil
    }
    let cast = QueryExpression.cast(.literal(.string(text)), type: .literal(.string(name)))
    guard let value = try? cast.valueByReference(with: .null), !value.isNull else { return nil }
    return value
  }

  /// Whether a text stands for a value of the type.
  var isWrittenAsText: Bool {
    switch self {
    case .date, .uuid, .url, .decimal: true
    default: false
    }
  }
}
