import PredicateValues

extension QueryValue: ExpressibleByNilLiteral {
  /// Nil.
  public init(nilLiteral: ()) { self = .null }

  /// A decimal from its text; nil if the text is not a decimal.
  static func decimal(text: String) -> QueryValue { QueryDecimal(text).map { .decimal($0) } ?? .null }

  /// The name of the case and the value, so that `1`, `1.0` and TRUE have different texts.
  var exact: String {
    switch self {
    case .null: "nil"
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)d"
    case .string(let value): "'\(value)'"
    case .date(let value): "date \(value)"
    case .data(let value): "data \(value)"
    case .uuid(let value): "uuid \(value)"
    case .url(let value): "url \(value)"
    case .array(let values): "{\(values.map(\.exact).joined(separator: ", "))}"
    case .set(let values): "set {\(values.map(\.exact).joined(separator: ", "))}"
    case .dictionary(let value): "dictionary \(zip(value.keys, value.values).map { "\($0): \($1.exact)" })"
    case .object(let value): "object \(value.entityName)"
    case .reference(let value): "reference \(value)"
    }
  }
}

/// An object with a name and possibly a key.
struct SampleObject: QueryObject {
  let entityName: String
  let reference: ObjectReference?
  func value(forKey key: String) -> QueryValue? { nil }
  var keys: [String] { [] }
}
