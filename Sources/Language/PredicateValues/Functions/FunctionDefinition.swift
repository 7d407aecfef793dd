import PredicateSyntax

/// A function of the language: its name, its parameters, its result, and its code.
///
/// The binder, the evaluators, the SQL generator and the shell's help all read the same table of functions (``FunctionTable``).
///
/// ```swift
/// let isLeap = FunctionDefinition(
///   "isLeap:", [.number], result: .boolean, documentation: "Whether a year has 366 days."
/// ) { arguments, _ throws(PredicateIssue) in
///   guard case .integer(let year) = arguments[0] else { return .null }
///   return .boolean(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
/// }
/// let functions = FunctionTable.standard.adding(isLeap)  // isLeap(year) == YES
/// ```
public struct FunctionDefinition: Sendable {
  /// The function's code. Its arguments have the declared types. A nil argument reaches the code only if ``passesNil`` is false. The code must not
  /// change the objects that the predicate is evaluated for, because evaluation reads them in place.
  public typealias Body = @Sendable ([QueryValue], FunctionContext) throws(PredicateIssue) -> QueryValue

  /// The canonical name: a selector with its colons (`modulus:by:`), or a bare name if there are no arguments.
  public var name: String { storage.facts.name }
  /// The types of the arguments.
  public var parameters: [FunctionParameter] { storage.facts.parameters }
  /// Whether two or more values may replace the declared collection: `max(1, 5, 10)`.
  public var isVariadic: Bool { storage.facts.isVariadic }
  /// The type of the result for the types of the arguments, one per parameter.
  public var result: @Sendable ([QueryType]) -> QueryType { storage.facts.result }
  /// One sentence about the result.
  public var documentation: String { storage.facts.documentation }
  /// A call and its result: `sum({1, 2}) ⇒ 3`. Empty if the result varies.
  public var example: String { storage.facts.example }
  /// Whether equal arguments always give equal results. A call of constants is then evaluated when the predicate is bound.
  public var isPure: Bool { storage.facts.isPure }
  /// Whether a nil argument makes the result nil. The code is then not called.
  public var passesNil: Bool { storage.facts.passesNil }
  /// Whether the function can be evaluated. Otherwise a call throws an issue of kind `unsupported`.
  public var isSupported: Bool { storage.facts.isSupported }
  /// Whether an application added the function. Then each result is checked: its family must be the family of the declared type.
  package private(set) var isAdded = false
  /// Whether Apple's systems lack the function.
  package private(set) var isExtension = false
  /// The equivalent operation on columns of numbers or texts; nil if only the code defines the function.
  package private(set) var columnForm: FunctionColumnForm?
  /// Whether the function refuses some values of its declared types. Examples are an unknown type name of CAST, and an index into a set.
  private var isPartial = false
  /// Shared by reference: evaluation copies a definition for every call.
  private let storage: Storage

  /// A function whose result type depends on its arguments.
  ///
  /// - Parameters:
  ///   - name: The name with its colons: `isLeap:`.
  ///   - parameters: The types of the arguments.
  ///   - isVariadic: Whether two or more values may replace the declared collection: `max(1, 5, 10)`.
  ///   - result: The type of the result.
  ///   - documentation: A sentence for `.help` and completion.
  ///   - example: A call and its result.
  ///   - isPure: Whether equal arguments always give equal results.
  ///   - passesNil: Whether a nil argument gives nil, without a call of `body`.
  ///   - body: Computes the result.
  public init(
    _ name: String, _ parameters: [FunctionParameter], isVariadic: Bool = false,
    result: @escaping @Sendable ([QueryType]) -> QueryType, documentation: String, example: String = "",
    isPure: Bool = true, passesNil: Bool = true, body: @escaping Body
  ) {
    self.init(
      name, parameters, isVariadic, result, documentation, example, isPure, passesNil, isSupported: true, body)
  }

  /// A function with a result of one type.
  ///
  /// - Parameters:
  ///   - name: The name with its colons: `isLeap:`.
  ///   - parameters: The types of the arguments.
  ///   - result: The type of the result.
  ///   - documentation: A sentence for `.help` and completion.
  ///   - example: A call and its result.
  ///   - isPure: Whether equal arguments always give equal results.
  ///   - passesNil: Whether a nil argument gives nil, without a call of `body`.
  ///   - body: Computes the result.
  public init(
    _ name: String, _ parameters: [FunctionParameter], result: QueryType, documentation: String,
    example: String = "", isPure: Bool = true, passesNil: Bool = true, body: @escaping Body
  ) {
    self.init(
      name, parameters, false, { _ in result }, documentation, example, isPure, passesNil, isSupported: true, body)
  }

  /// Makes a function of the language from a condition in Swift, for predicates over Swift values. The argument is `SELF`, or a property that is a
  /// struct, an instance, a `String`, a `Bool` or a number.
  ///
  /// ```swift
  /// let isLong = FunctionDefinition("isLong:", of: Movie.self) { $0.title.count > 20 }
  /// let options = BindingOptions(functions: .standard.adding(isLong))
  /// try movies.filter(BoundQuery("year > 1990 AND isLong(SELF) == YES", options: options))
  /// ```
  ///
  /// The predicate stores the name of the function, not the closure. It is therefore still `Hashable` and `Codable`. If the argument is not a value
  /// of the type, a call throws `function-argument`. Rows of a database are such arguments, because they are not Swift values.
  ///
  /// - Parameters:
  ///   - name: The name with its colons: `isLeap:`.
  ///   - type: The type of the argument.
  ///   - documentation: A sentence for `.help` and completion.
  ///   - body: Computes the result.
  public init<Value>(
    _ name: String, of type: Value.Type, documentation: String = "A condition in Swift.",
    body: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(name, [.any], result: .boolean, documentation: documentation, isPure: false) {
      (arguments, _) throws(PredicateIssue) in
      guard let value = Self.swiftValue(of: arguments[0], as: type) else {
        let found = arguments[0].type
        throw .functionArgument(
          name, expected: "a value of the type \(type) (a struct, an instance, String, Bool or a number)",
          found: found.family == .number && type is any Numeric.Type
            ? "\(found.description) that \(type) cannot represent" : found.description)
      }
      return .boolean(body(value))
    }
  }

  /// An argument as a value of Swift; nil if it has another type.
  private static func swiftValue<Value>(of argument: QueryValue, as type: Value.Type) -> Value? {
    switch argument {
    case .object(let object): (object as? any SwiftValueObject)?.swiftValue as? Value
    case .string(let text): text as? Value
    case .integer(let number):
      switch type {
      case let type as any BinaryInteger.Type: converted(number, to: type) as? Value
      case let type as any BinaryFloatingPoint.Type: converted(Double(number), to: type) as? Value
      default: Int(exactly: number) as? Value ?? Double(number) as? Value
      }
    case .double(let number):
      switch type {
      case let type as any BinaryFloatingPoint.Type: converted(number, to: type) as? Value
      default: number as? Value
      }
    case .boolean(let flag): flag as? Value
    default: nil
    }
  }

  /// A number as an integer type of Swift; nil if the type cannot represent it.
  private static func converted<Number: BinaryInteger>(_ number: Int64, to type: Number.Type) -> Number? {
    Number(exactly: number)
  }

  /// A number as the nearest number of a floating-point type of Swift.
  private static func converted<Number: BinaryFloatingPoint>(_ number: Double, to type: Number.Type) -> Number {
    Number(number)
  }

  /// A function that is parsed and printed, but not evaluated.
  static func unsupported(
    _ name: String, _ parameters: [FunctionParameter], _ documentation: String
  ) -> FunctionDefinition {
    let body: Body = { _, _ throws(PredicateIssue) in
      throw .unsupportedConstruct(name)
    }
    return FunctionDefinition(
      name, parameters, false, { _ in .any }, documentation, "", true, false, isSupported: false, body)
  }

  private init(
    _ name: String, _ parameters: [FunctionParameter], _ isVariadic: Bool,
    _ result: @escaping @Sendable ([QueryType]) -> QueryType, _ documentation: String, _ example: String,
    _ isPure: Bool, _ passesNil: Bool, isSupported: Bool, _ body: @escaping Body
  ) {
    storage = Storage(
      Facts(
        name: name, parameters: parameters, isVariadic: isVariadic, result: result, documentation: documentation,
        example: example, isPure: isPure, passesNil: passesNil, isSupported: isSupported, body: body))
  }

  /// The issue that a call with arguments of these types would have; nil if the call is valid.
  public func issue(for types: [QueryType]) -> PredicateIssue? {
    if isVariadic && types.count > 1 {
      // The values form one collection, so their types must be comparable.
      guard let clash = types.first(where: { !$0.canMeet(types[0]) }) else { return nil }
      return mismatch(types[0].description, clash)
    }
    guard types.count == parameters.count else {
      return .mismatch(
        .argumentCount, "\(name) takes \(Self.count(parameters.count)), found \(types.count)")
    }
    for (parameter, type) in zip(parameters, types) where !parameter.accepts(type) {
      return mismatch(parameter.description, type)
    }
    return nil
  }

  /// The type of a call's result. It is meaningful only if ``issue(for:)`` is nil.
  ///
  /// ```swift
  /// FunctionTable.standard.definition(named: "max")?.resultType(for: [.integer, .double])  // .double
  /// ```
  public func resultType(for types: [QueryType]) -> QueryType {
    if isVariadic && types.count > 1 {
      return result([.collection(types.dropFirst().reduce(types[0]) { $0.joined(with: $1) })])
    }
    return result(types)
  }

  /// Calls the function. A nil argument gives nil before types are checked. Throws an issue of kind `type` for arguments of other types. An added
  /// function throws such an issue too if the result has another family than the declared type. Throws an issue of kind `unsupported` if the function
  /// cannot be evaluated.
  public func call(
    _ arguments: [QueryValue], _ context: FunctionContext
  ) throws(PredicateIssue) -> QueryValue {
    var values = arguments
    for position in values.indices where values[position].isNaN { values[position] = .null }
    // The arguments are copied, because the code of an added function may keep them.
    if isAdded { values = values.map(\.owned) }
    if isVariadic && values.count > 1 {
      values = [.array(values)]
    } else if passesNil && values.count == parameters.count && values.contains(where: { $0.isNull }) {
      return .null
    }
    if isSupported, !takes(values), let issue = issue(for: values.map(\.type)) { throw issue }
    let result = try storage.facts.body(values, context).withoutNaN
    if isAdded, !result.isNull {
      let declared = resultType(for: arguments.map(\.type))
      guard declared.canMeet(result.type) else { throw resultMismatch(declared, result.type) }
    }
    return result
  }

  /// Whether the values obviously have the declared types. Their types are then not computed.
  private func takes(_ values: [QueryValue]) -> Bool {
    guard values.count == parameters.count else { return false }
    for position in values.indices where !parameters[position].plainlyAccepts(values[position]) { return false }
    return true
  }

  /// Whether the function is `byteCount:` of the language, and not one of that name that an application added.
  package var isByteCount: Bool { !isAdded && name == "byteCount:" }

  /// The function, marked as one that refuses some values of its declared types.
  func partial() -> FunctionDefinition { with { $0.isPartial = true } }

  /// The function, marked as one that Apple's systems lack.
  func asExtension() -> FunctionDefinition { with { $0.isExtension = true } }

  /// The function with an operation on columns that is equivalent to its code.
  func inColumns(_ form: FunctionColumnForm) -> FunctionDefinition { with { $0.columnForm = form } }

  /// Whether a call with arguments of these types can throw. A function of an application may throw for any arguments.
  package func canFail(for types: [QueryType]) -> Bool {
    if isAdded || !isSupported || isPartial { return true }
    if isVariadic {
      // The function compares the elements with one another.
      let elements = types.count > 1 ? types : types.map(\.elementType)
      return !elements.allSatisfy { $0.family?.isOrdered ?? false && $0.family == elements[0].family }
    }
    return types.count != parameters.count || !zip(parameters, types).allSatisfy { $0.acceptsAll(of: $1) }
  }

  /// The function, marked as added: a call throws an issue of kind `type` if the result has another family than the declared type. Binding relies on
  /// the declared type, so such a result would silently make comparisons false.
  func added() -> FunctionDefinition { with { $0.isAdded = true } }

  private func with(_ change: (inout FunctionDefinition) -> Void) -> FunctionDefinition {
    var definition = self
    change(&definition)
    return definition
  }

  private func resultMismatch(_ declared: QueryType, _ found: QueryType) -> PredicateIssue {
    .mismatch(
      .functionResult,
      "the function \(name) must return \(declared.description), as it declares, but returned \(found.description)")
  }

  private func mismatch(_ expected: String, _ found: QueryType) -> PredicateIssue {
    .functionArgument(name, expected: expected, found: found.description)
  }

  private static func count(_ number: Int) -> String {
    number == 0 ? "no argument" : number == 1 ? "one argument" : "\(number) arguments"
  }
}

extension FunctionDefinition {
  /// The properties of a function that marking it does not change.
  fileprivate struct Facts: Sendable {
    let name: String
    let parameters: [FunctionParameter]
    let isVariadic: Bool
    let result: @Sendable ([QueryType]) -> QueryType
    let documentation: String
    let example: String
    let isPure: Bool
    let passesNil: Bool
    let isSupported: Bool
    let body: Body
  }

  fileprivate final class Storage: Sendable {
    let facts: Facts
    init(_ facts: Facts) { self.facts = facts }
  }
}

/// The current time and the source of random numbers for functions. One context serves a whole run, so `now()` is the same for every element.
///
/// ```swift
/// let context = FunctionContext(now: 0, random: { 4 })  // for tests that repeat
/// ```
public struct FunctionContext: Sendable {
  /// The current date: seconds since 2001-01-01 00:00:00 UTC.
  public let now: Double
  /// Uniformly random bits, for `random()` and `randomn()`.
  public let random: @Sendable () -> UInt64

  /// A context with the current time and the system's randomness, if no others are given.
  public init(now: Double? = nil, random: (@Sendable () -> UInt64)? = nil) {
    self.now = now ?? SystemLibrary.secondsSinceReferenceDate()
    self.random =
      random ?? {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      }
  }
}

/// The operation on columns that is equivalent to a function's code, for an engine that evaluates whole columns. Results are the same.
package enum FunctionColumnForm: Sendable {
  /// The length of a string in UTF-16 units.
  case length
  case text(@Sendable (String) -> String)
  /// The date of the run, ``FunctionContext/now``.
  case moment
  /// A number without its sign.
  case magnitude
  /// A number with the other sign.
  case negation
  /// A function of doubles, where a NaN result is nil. With `keepsIntegers`, integers are returned unchanged; otherwise the function applies to them
  /// too.
  case double(@Sendable (Double) -> Double, keepsIntegers: Bool)
  /// ``ValueArithmetic/modulus(_:by:)``.
  case remainder
  /// A collection operator over the elements of a collection.
  case fold(CollectionOperator)
  /// An arithmetic operator. A date counts as its seconds.
  case operation(BinaryOperator)
}
