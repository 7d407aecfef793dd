/// Values written as Swift writes them, where a value of the language is wanted: `variables: ["year": 1990, "name": "Anna"]`.
extension QueryValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// A double.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// An array.
  public init(arrayLiteral elements: QueryValue...) { self = .array(elements) }
}
