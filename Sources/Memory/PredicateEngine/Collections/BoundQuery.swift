import PredicateBinding
import PredicateReference
import PredicateValues

/// A predicate that is bound to the type of the elements it will be asked of: names and types are checked once, then it runs on any
/// number of collections.
///
/// ```swift
/// let recent = try BoundQuery<Movie>("year > \(minimum) AND rating >= 7.5")
/// let films = try movies.filter(recent)
/// try recent.matches(film)
/// ```
///
/// Over structs, classes and values a bound query can fail only with `limit`, or with `domain` for a regular expression that comes out
/// of the elements. Over `Any` and dictionaries nothing is known before it runs: there conditions run from left to right and a
/// mismatch is an issue of kind `type` or `unknown-key`.
///
/// Structs are read without a word of theirs. Instances of classes, and what a property table (``QueryableProperties``) leads to, need a table;
/// without one a property is an issue with the code `needs-table`, and only the identity of an instance counts (`friend == %@`).
/// `BindingOptions.reading` says otherwise.
///
/// Where in-place reads are off (other platforms than 64-bit Linux with glibc, the package trait `Portable`,
/// `OPENPREDICATE_RAW_READS=off`), a struct without a table, and a type whose table says ``QueryProperty/storedFields``, counts among what is
/// known only when a query runs: `Mirror` reads its stored properties, about a microsecond each. With any other table the type is known, and read
/// by public ways.
public struct BoundQuery<Element>: Sendable {
  /// What was bound.
  public let predicate: QueryPredicate
  /// What is worth knowing about how the predicate was read, a string that was taken for a date for instance.
  public let notes: [PredicateIssue]
  /// Runs for single elements, and the plan of all runs.
  private(set) var single: RunPool
  /// Whether it runs on all cores.
  @usableFromInline var isParallel = false

  /// Binds a predicate to the element type.
  ///
  /// - Throws: the first issue from the left: `unknown-key` with the names that exist (or with the code `needs-table`), `type`,
  ///   `unbound-variable`, `unknown-function`, `unsupported`, `limit`. Values for variables that it does not have are ignored.
  public init(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    let elements = try ElementReader<Element>(reading: options.reading)
    let bound = try Binder.bind(predicate, to: elements.root, variables: variables, options: options)
    self.predicate = predicate
    notes = bound.notes
    let plan = QueryPlan(bound, over: elements.rows, limits: options.limits)
    single = RunPool(plan, capacity: 64)
  }

  /// Reads a format and binds it.
  ///
  /// - Throws: what reading throws (`syntax`, `argument-missing`, `argument-type`, `limit`) and what binding throws; `surplus-variable` for a
  ///   value that no variable of the format takes.
  public init(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    let predicate = try QueryPredicate(format)
    try variables.checkUse(by: predicate.freeVariables)
    try self.init(predicate, variables: variables, options: options)
  }

  /// Whether the predicate holds of one element.
  ///
  /// - Throws: `limit` or `domain`; over dynamic values also `type` and `unknown-key`.
  @inlinable
  public func matches(_ element: Element) throws(PredicateIssue) -> Bool {
    try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in try matches(at: address) }
  }

  /// Whether the predicate holds of the element at an address. The client's module passes the address, so that nothing copies the element.
  @usableFromInline
  func matches(at address: UnsafeRawPointer) throws(PredicateIssue) -> Bool {
    if let answer = single.plan.answer(address) { return answer }
    let run = single.take()
    defer { single.give(run) }
    run.refreshMoment()
    return try run.match(address, count: 1)[0] != 0
  }

  /// What is needed to run it over elements.
  var plan: QueryPlan { single.plan }

  /// The forms that the engine runs for the predicate, as text: `QueryPlan.description`.
  package var planDescription: String { plan.description }

  /// What the reference says of one element.
  package func matchesByReference(_ element: Element) throws(PredicateIssue) -> Bool {
    guard case .predicate(let bound) = plan.question else { return false }
    return try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in
      try ReferenceEvaluator(limits: plan.limits).evaluate(bound, object: plan.reader.value(at: address, owner: nil))
    }
  }

  /// The query, with no limit to how many elements of collections it visits for one object.
  func withoutLimits() -> BoundQuery {
    var plan = plan
    plan.limits.visitedElements = .max
    var query = self
    query.single = RunPool(plan, capacity: 64)
    return query
  }
}
