import PredicateBinding
import PredicateReference

/// A predicate that is bound to the type of the elements. Names and types are checked once. Then the predicate can run on any number of collections.
///
/// ```swift
/// let recent = try BoundQuery<Movie>("year > \(minimum) AND rating >= 7.5")
/// let films = try movies.filter(recent)
/// try recent.matches(film)
/// ```
///
/// Over structs, classes and values a bound query fails only with an issue of kind `limit`, or of kind `domain` for a wrong regular expression in an
/// element. Over `Any` and dictionaries types are known only at run time. Conditions then run from left to right, and a mismatch is an issue of kind
/// `type` or `unknown-key`.
///
/// Structs need no property table (``QueryableProperties``). Instances of classes, and the values that a property table returns, need one. Without a
/// table, using a property is an issue with the code `needs-table`. Only the identity of an instance can be compared (`friend == %@`).
/// `BindingOptions.reading` changes this.
///
/// In-place reads are off on platforms other than 64-bit Linux with glibc, with the package trait `Portable`, and with `OPENPREDICATE_RAW_READS=off`.
/// Then `Mirror` reads the stored properties of a struct without a table, and of a type whose table has ``QueryProperty/storedFields``. Their types
/// are known only at run time, and reading an element takes 4 to 10 microseconds. If the table of a type does not have
/// ``QueryProperty/storedFields``, the types are known before the first element. The key paths and closures of the table then read the properties.
public struct BoundQuery<Element>: Sendable {
  /// The predicate that was bound.
  public let predicate: QueryPredicate
  /// Notes about how the predicate was read, for instance that a string was read as a date.
  public let notes: [PredicateIssue]
  let plan: QueryPlan

  /// Binds a predicate to the element type.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: the first issue from the left. Its kind is `unknown-key` (the code may be `needs-table`), `type`, `unbound-variable`,
  ///   `unknown-function`, `unsupported` or `limit`. Values for variables that the predicate does not have are ignored.
  public init(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    let elements = try ElementReader<Element>(reading: options.reading)
    let bound = try Binder.bind(predicate, to: elements.root, variables: variables, options: options)
    self.predicate = predicate
    notes = bound.notes
    plan = QueryPlan(bound, over: elements.rows, limits: options.limits)
  }

  /// Reads a format and binds it.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: the issues of parsing (kinds `syntax`, `argument-missing`, `argument-type`, `limit`) and of binding. The code is `surplus-variable` if
  ///   there is a value for a variable that the format does not have.
  public init(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    let predicate = try QueryPredicate(format)
    try variables.checkUse(by: predicate.freeVariables)
    try self.init(predicate, variables: variables, options: options)
  }

  /// Whether the predicate holds for one element: `try query.matches(movie)`.
  ///
  /// - Throws: Issues of kind `limit` or `domain`; over dynamic values also of kind `type` or `unknown-key`.
  @inlinable
  public func matches(_ element: Element) throws(PredicateIssue) -> Bool {
    try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in try matches(at: address) }
  }

  /// Whether the predicate holds for the element at an address. The caller's module passes the address, so the element is not copied.
  @usableFromInline
  func matches(at address: UnsafeRawPointer) throws(PredicateIssue) -> Bool { try plan.matches(address) }

  /// The plan that the engine runs for the predicate, as text: `QueryPlan.description`.
  package var planDescription: String { plan.description }

  /// The result of the reference evaluator for one element.
  package func matchesByReference(_ element: Element) throws(PredicateIssue) -> Bool {
    guard case .condition(let bound, _) = plan.form else { return false }
    return try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in
      try ReferenceEvaluator(limits: plan.limits).evaluate(bound, object: plan.reader.value(at: address, owner: nil))
    }
  }
}

extension BoundQuery: CustomStringConvertible {
  /// The predicate as text.
  public var description: String { predicate.description }
}
