/// What a function takes in one place.
public enum FunctionParameter: Sendable, Hashable {
  /// Anything.
  case any
  /// A boolean, an integer, a double or a decimal.
  case number
  /// A text; a number is an error.
  case string
  /// A point in time.
  case date
  /// An array or set of anything.
  case collection
  /// An array or set of numbers.
  case numbers

  /// Whether a value of the type may stand there. True where nothing is known.
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
    case (.collection, .collection): true
    case (.numbers, .collection(let element)): element.isNumeric
    case (.collection, _), (.numbers, _): false
    }
  }

  /// Whether every value of the type may stand there.
  func acceptsAll(of type: QueryType) -> Bool {
    switch self {
    case .any: true
    case .numbers: accepts(type) && type.elementType.family == .number
    default: accepts(type) && type != .any
    }
  }

  /// Whether a value stands there without a question; where it does not, ``accepts(_:)`` decides by its type.
  func plainlyAccepts(_ value: QueryValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.string, .string), (.date, .date), (.collection, .array), (.collection, .set): true
    case (.number, .integer), (.number, .double), (.number, .decimal), (.number, .boolean): true
    default: false
    }
  }

  /// The words for it in a message.
  public var description: String {
    switch self {
    case .any: "a value"
    case .number: "a number"
    case .string: "a string"
    case .date: "a date"
    case .collection: "a collection"
    case .numbers: "a collection of numbers"
    }
  }
}
