import Foundation
import PredicateReference
import PredicateSyntax

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension QueryPredicate {
  /// Translates a predicate of Foundation to a condition of the language.
  ///
  /// ```swift
  /// let recent = #Predicate<Movie> { $0.year > 1990 && $0.tags.contains("classic") }
  /// try QueryPredicate(recent).canonicalFormat  // year > 1990 AND "classic" IN tags
  /// ```
  ///
  /// A property gets the name that its key path has in the property table of its type (``QueryableProperties``). If the type has no table, or its
  /// table lists ``QueryProperty/storedFields``, the name comes from the description of the key path. Only key paths of stored properties have such
  /// a name. An unwrapped optional (`$0.rating! > 7`) becomes the optional. If it is nil, `Predicate.evaluate` throws, but the comparison here is
  /// false. Texts are compared by their scalars.
  ///
  /// - Throws: `PredicateIssue` of kind `unsupported`. The code is `no-equal` for an expression that the language does not have, and
  ///   `unnamed-key-path` for a key path without a name.
  public init<Input>(_ predicate: Predicate<Input>) throws(PredicateIssue) {
    let scope = BridgeScope(predicate.variable.key, .evaluatedObject())
    self = try scope.condition(of: predicate.expression)
  }

  /// Translates the condition to a predicate of Foundation, for SwiftData, `Observable` models and other code that takes such a predicate.
  ///
  /// ```swift
  /// let recent = try QueryPredicate("year BETWEEN {1990, 1999} AND borrower.name BEGINSWITH 'A'")
  /// let descriptor = FetchDescriptor(predicate: try recent.foundationPredicate(for: Movie.self))
  /// ```
  ///
  /// The property table gives the key paths. A property of an optional is read by `flatMap`. These constructs can be translated: comparisons, AND,
  /// OR, NOT, BETWEEN, IN, CONTAINS, BEGINSWITH, ANY with `==`, `@count`, and tests for nil. Replace variables with values before.
  ///
  /// - Throws: `PredicateIssue` for names and types, as ``BoundQuery`` does. Of kind `unsupported` and code `no-equal` for parts that Foundation
  ///   does not have.
  public func foundationPredicate<Root: QueryableProperties>(
    for type: Root.Type
  ) throws(PredicateIssue) -> Predicate<Root> {
    _ = try BoundQuery<Root>(self)
    var issue: PredicateIssue?
    let predicate = Predicate<Root> { variable in
      do throws(PredicateIssue) {
        return try FoundationBuilder(root: variable).condition(self)
      } catch {
        issue = error
        return PredicateExpressions.Value(false)
      }
    }
    if let issue { throw issue }
    return predicate
  }
}
