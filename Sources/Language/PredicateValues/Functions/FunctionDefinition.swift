import PredicateSyntax

/// A function of the language: its name, what it takes and gives, and what it does.
///
/// There is one table of them (``FunctionTable``), and the binder, the evaluators, SQL and the shell's help all read
/// it.
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
  /// The function's code. Its arguments have the declared types; nil is among them only without ``passesNil``. It must not change the
  /// objects that the predicate is evaluated for, because evaluation reads them in place.
  public typealias Body = @Sendable ([QueryValue], FunctionContext) throws(PredicateIssue) -> QueryValue

  /// The name as it prints: a selector with its colons (`modulus:by:`), or a bare name where there is no argument.
  public var name: String { storage.facts.name }
  /// What the arguments are.
  public var parameters: [FunctionParameter] { storage.facts.parameters }
  /// Whether two or more values may stand for the one collection that is declared: `max(1, 5, 10)`.
  public var isVariadic: Bool { storage.facts.isVariadic }
  /// The type of the result for arguments of these types, one a parameter.
  public var result: @Sendable ([QueryType]) -> QueryType { storage.facts.result }
  /// One sentence on what it gives.
  public var documentation: String { storage.facts.documentation }
  /// A call and what it gives: `sum({1, 2}) ⇒ 3`. Empty where the result is never the same.
  public var example: String { storage.facts.example }
  /// Whether the same arguments always give the same result, so that a call of constants may be made when the predicate
  /// is bound.
  public var isPure: Bool { storage.facts.isPure }
  /// Whether a nil argument makes the result nil without a call of the body.
  public var passesNil: Bool { storage.facts.passesNil }
  /// Whether the engine runs it; the body of one that it does not run throws `unsupported`.
  public var isSupported: Bool { storage.facts.isSupported }
  /// Whether an application added the function: then the family of each result is compared with the declared one.
  package private(set) var isAdded = false
  /// Whether Apple's systems lack the function.
  package private(set) var isExtension = false
  /// What the function does to numbers in columns; nil where only its body says.
  package private(set) var columnForm: FunctionColumnForm?
  /// Whether the function refuses some values of the types that it declares: the text of a type that CAST does not know, an index into a set.
  private var isPartial = false
  /// Behind one reference: evaluation copies a definition for every call.
  private let storage: Storage

  /// A function.
  public init(
    _ name: String, _ parameters: [FunctionParameter], isVariadic: Bool = false,
    result: @escaping @Sendable ([QueryType]) -> QueryType, documentation: String, example: String = "",
    isPure: Bool = true, passesNil: Bool = true, body: @escaping Body
  ) {
    self.init(
      name, parameters, isVariadic, result, documentation, example, isPure, passesNil, isSupported: true, body)
  }

  /// A function with a result of one type.
  public init(
    _ name: String, _ parameters: [FunctionParameter], result: QueryType, documentation: String,
    example: String = "", isPure: Bool = true, passesNil: Bool = true, body: @escaping Body
  ) {
    self.init(
      name, parameters, false, { _ in result }, documentation, example, isPure, passesNil, isSupported: true, body)
  }

  /// A function that is read and printed, but not run.
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

  /// What is wrong with a call with arguments of these types; nil where nothing is.
  public func issue(for types: [QueryType]) -> PredicateIssue? {
    if isVariadic && types.count > 1 {
      // The values are of one collection, so they have to meet one another.
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

  /// The type of a call's result; see ``issue(for:)`` for whether it can be made.
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

  /// Calls the function. A nil argument gives nil before types are looked at. Throws kind `type` for arguments that it
  /// does not take, and for a result of another family than an added function declares; `unsupported` where the engine does not run it.
  public func call(
    _ arguments: [QueryValue], _ context: FunctionContext
  ) throws(PredicateIssue) -> QueryValue {
    var values = arguments
    for position in values.indices where values[position].isNaN { values[position] = .null }
    // The body of an added function may keep what it is given.
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

  /// Whether the values are plainly what the function declares, so that their types need not be made.
  private func takes(_ values: [QueryValue]) -> Bool {
    guard values.count == parameters.count else { return false }
    for position in values.indices where !parameters[position].plainlyAccepts(values[position]) { return false }
    return true
  }

  /// The function, as one that refuses some values of the types that it declares.
  func partial() -> FunctionDefinition { with { $0.isPartial = true } }

  /// The function, as one that Apple's systems lack.
  func asExtension() -> FunctionDefinition { with { $0.isExtension = true } }

  /// The function with what it does to numbers in columns, which is what its body does.
  func inColumns(_ form: FunctionColumnForm) -> FunctionDefinition { with { $0.columnForm = form } }

  /// Whether a call with arguments of these types can throw. A function that an application added may throw whatever it is given.
  package func canFail(for types: [QueryType]) -> Bool {
    if isAdded || !isSupported || isPartial { return true }
    if isVariadic {
      // The function compares the elements with one another.
      let elements = types.count > 1 ? types : types.map(\.elementType)
      return !elements.allSatisfy { $0.family?.isOrdered ?? false && $0.family == elements[0].family }
    }
    return types.count != parameters.count || !zip(parameters, types).allSatisfy { $0.acceptsAll(of: $1) }
  }

  /// The function, which from now on throws kind `type` where its body gives a value of another family than it declares. Binding relied on
  /// the declared type, so such a value would make comparisons false without a word.
  func added() -> FunctionDefinition { with { $0.isAdded = true } }

  private func with(_ change: (inout FunctionDefinition) -> Void) -> FunctionDefinition {
    var definition = self
    change(&definition)
    return definition
  }

  private func resultMismatch(_ declared: QueryType, _ found: QueryType) -> PredicateIssue {
    .mismatch(.functionResult, "\(name) is declared to give \(declared.description), and gave \(found.description)")
  }

  private func mismatch(_ expected: String, _ found: QueryType) -> PredicateIssue {
    .functionArgument(name, expected: expected, found: found.description)
  }

  private static func count(_ number: Int) -> String {
    number == 0 ? "no argument" : number == 1 ? "one argument" : "\(number) arguments"
  }
}

extension FunctionDefinition {
  /// What does not change when a function is marked.
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

/// The time and the randomness that functions use. One context serves a whole run, so that `now()` is the same for every element.
///
/// ```swift
/// let context = FunctionContext(now: 0, random: { 4 })  // for tests that repeat
/// ```
public struct FunctionContext: Sendable {
  /// The current date: seconds since 2001-01-01 00:00:00 UTC.
  public let now: Double
  /// Uniformly random bits, for `random()` and `randomn()`.
  public let random: @Sendable () -> UInt64

  /// A context of the current time and of the system's randomness, unless others are given.
  public init(now: Double? = nil, random: (@Sendable () -> UInt64)? = nil) {
    self.now = now ?? SystemLibrary.secondsSinceReferenceDate()
    self.random =
      random ?? {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      }
  }
}

/// What a function of the language does to numbers and strings, for an engine that works on columns of them. It says the same as the function's
/// body.
package enum FunctionColumnForm: Sendable {
  /// The length of a string in UTF-16 units.
  case length
  /// The string that the function makes of a string.
  case text(@Sendable (String) -> String)
  /// The moment of the run.
  case moment
  /// A number without its sign.
  case magnitude
  /// A number with the other sign.
  case negation
  /// A function of doubles, NaN for nil; of integers too, unless it leaves them as they are.
  case double(@Sendable (Double) -> Double, keepsIntegers: Bool)
  /// ``ValueArithmetic/modulus(_:by:)``.
  case remainder
  /// What an operator of collections makes of a collection's elements.
  case fold(CollectionOperator)
  /// An operator of arithmetic. A date counts as its seconds.
  case operation(BinaryOperator)
}
