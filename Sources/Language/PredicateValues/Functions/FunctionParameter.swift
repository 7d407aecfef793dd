/// The type of a parameter.
public enum FunctionParameter: Sendable, Hashable {
  /// Any value.
  case any
  /// A boolean, an integer, a double or a decimal.
  case number
  /// A text; a number is an error.
  case string
  /// A point in time.
  case date
  /// Bytes.
  case data
  /// An array or set of any elements.
  case collection
  /// An array or set of numbers.
  case numbers

  /// Whether an argument of this type may be valid. True if the type is `any`.
  ///
  /// ```swift
  /// FunctionParameter.numbers.accepts(.collection(.integer))  // true
  /// FunctionParameter.numbers.accepts(.integer)               // false
  /// ```
  public func accepts(_ type: QueryType) -> Bool {
    switch (self, type) {
    case (.any, _), (_, .any): true
    case (.number, _): type.family == .number
    case (.string, _): type == .string
    case (.date, _): type == .date
    case (.data, _): type == .data
    case (.collection, .collection): true
    case (.numbers, .collection(let element)): element.isNumeric
    case (.collection, _), (.numbers, _): false
    }
  }

  /// Whether every value of the type is a valid argument.
  func acceptsAll(of type: QueryType) -> Bool {
    switch self {
    case .any: true
    case .numbers: accepts(type) && type.elementType.family == .number
    default: accepts(type) && type != .any
    }
  }

  /// Whether a value is obviously a valid argument. If the result is false, ``accepts(_:)`` decides by the value's type.
  func plainlyAccepts(_ value: QueryValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.string, .string), (.date, .date), (.data, .data), (.collection, .array), (.collection, .set): true
    case (.number, .integer), (.number, .double), (.number, .decimal), (.number, .boolean): true
    default: false
    }
  }

  /// The type in a message.
  public var description: String {
    switch self {
    case .any: "a value"
    case .number: "a number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .collection: "a collection"
    case .numbers: "a collection of numbers"
    }
  }
}
