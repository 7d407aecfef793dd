import PredicateModel
import PredicateValues

/// Attributes: types, default values and bounds.
enum XcodeAttribute {
  /// A sentence about a part of an attribute that the model does not keep; nil if the model keeps all.
  static func whyUnkept(_ element: XcodeElement) -> String? {
    if element.isTrue("transient") { return "the transient attribute" }
    if element.isTrue("derived") { return "the derived attribute" }
    switch element["attributeType"] {
    case "Transformable": return "the transformable attribute"
    case "Composite": return "the composite attribute"
    case "Undefined", nil: return "the attribute without a type"
    default: return nil
    }
  }

  static func attribute(_ element: XcodeElement, column: String) throws(XcodeModelIssue) -> Attribute {
    let name = element["name"] ?? ""
    let type = try type(of: element)
    return Attribute(
      name: name, column: column, type: type, isOptional: element.isTrue("optional"),
      isTrusted: type.isProvenByItsTable, defaultValue: try defaultValue(element, type),
      validations: try validations(element, type), userInfo: element.userInfo)
  }

  private static func type(of element: XcodeElement) throws(XcodeModelIssue) -> QueryType {
    switch element["attributeType"] {
    case "Integer 16", "Integer 32", "Integer 64": return .integer
    case "Double", "Float": return .double
    case "Decimal": return .decimal
    case "String": return .string
    case "Boolean": return .boolean
    case "Date": return .date
    case "Binary": return .data
    case "UUID": return .uuid
    case "URI": return .url
    case let word: throw XcodeModelIssue(element, "“\(word ?? "")” is not the name of an attribute type")
    }
  }

  // MARK: Values

  private static func defaultValue(
    _ element: XcodeElement, _ type: QueryType
  ) throws(XcodeModelIssue) -> QueryValue? {
    let key = type == .date ? "defaultDateTimeInterval" : "defaultValueString"
    return try element[key].map { text throws(XcodeModelIssue) in try value(text, key, type, element) }
  }

  private static func value(
    _ text: String, _ key: String, _ type: QueryType, _ element: XcodeElement
  ) throws(XcodeModelIssue) -> QueryValue {
    let found: QueryValue? =
      switch type {
      case .integer:
        Int64(text).map { .integer($0) } ?? Double(text).flatMap { Int64(exactly: $0) }.map { .integer($0) }
      case .double: Double(text).map { .double($0) }
      case .decimal: QueryDecimal(text).map { .decimal($0) }
      case .boolean: ["YES": true, "NO": false, "1": true, "0": false][text].map { .boolean($0) }
      case .date: Double(text).map { .date($0) }
      case .string: .string(text)
      case .url: .url(text)
      case .uuid: QueryUUID(text).map { .uuid($0) }
      default: nil
      }
    guard let found else {
      throw XcodeModelIssue(element, "“\(element["name"] ?? "")” has the \(key) “\(text)”, which is not a valid value")
    }
    return found
  }

  private static func validations(
    _ element: XcodeElement, _ type: QueryType
  ) throws(XcodeModelIssue) -> [QueryPredicate] {
    var found: [QueryPredicate] = []
    func add(_ left: QueryExpression, _ op: ComparisonOperator, _ value: QueryValue) {
      guard case .literal(let literal)? = QueryArgument(value) else { return }
      found.append(.comparison(QueryComparison(left, op, .literal(literal))))
    }
    let own = QueryExpression.evaluatedObject()
    if let greatest = ["Integer 16": Int64(Int16.max), "Integer 32": Int64(Int32.max)][element["attributeType"] ?? ""] {
      add(own, .greaterThanOrEqual, .integer(-greatest - 1))
      add(own, .lessThanOrEqual, .integer(greatest))
    }
    let bounds = type == .date ? ("minDateTimeInterval", "maxDateTimeInterval") : ("minValueString", "maxValueString")
    for (key, op) in [(bounds.0, ComparisonOperator.greaterThanOrEqual), (bounds.1, .lessThanOrEqual)] {
      guard let text = element[key] else { continue }
      let isLength = type == .string
      let left = isLength ? QueryExpression.keyPath(QueryKeyPath(.key("length"))) : own
      add(left, op, try value(text, key, isLength ? .integer : type, element))
    }
    if let pattern = element["regularExpressionString"] {
      add(own, .matches, .string(pattern))
    }
    return found
  }
}
