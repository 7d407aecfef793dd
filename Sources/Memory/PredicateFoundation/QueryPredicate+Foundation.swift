#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateEngine
  import PredicateReference
  import PredicateSyntax

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension QueryPredicate {
    /// The condition of a predicate of Foundation.
    ///
    /// ```swift
    /// let recent = #Predicate<Movie> { $0.year > 1990 && $0.tags.contains("classic") }
    /// try QueryPredicate(recent).canonicalFormat  // year > 1990 AND "classic" IN tags
    /// ```
    ///
    /// A property has the name that the property table of its type (``QueryableProperties``) gives its key path. A type without a table, or
    /// with one that lists ``QueryProperty/storedFields``, takes the name from the key path's own description, which knows stored properties
    /// only. An unwrapped optional (`$0.rating! > 7`) becomes the optional: if it is nil, `Predicate.evaluate` throws and the comparison here
    /// is false. Texts are compared by their scalars.
    ///
    /// - Throws: `PredicateIssue` of kind `unsupported`. Code `no-equal` names an expression that is missing in the language, code
    ///   `unnamed-key-path` a key path without a name.
    public init<Input>(_ predicate: Predicate<Input>) throws(PredicateIssue) {
      let scope = BridgeScope(predicate.variable.key, .evaluatedObject())
      self = try scope.condition(of: predicate.expression)
    }

    /// The condition as a predicate of Foundation, for SwiftData, `Observable` models and other code that takes one.
    ///
    /// ```swift
    /// let recent = try QueryPredicate("year BETWEEN {1990, 1999} AND borrower.name BEGINSWITH 'A'")
    /// let descriptor = FetchDescriptor(predicate: try recent.foundationPredicate(for: Movie.self))
    /// ```
    ///
    /// The property table gives the key paths; a step through an optional becomes a `flatMap`. Comparisons with constants and between properties,
    /// AND, OR, NOT, BETWEEN, IN, CONTAINS, BEGINSWITH, ANY with `==`, `@count` and tests for nil have equals. Variables have to be
    /// substituted first.
    ///
    /// - Throws: `PredicateIssue` for names and types as ``BoundQuery`` does; of kind `unsupported` and code `no-equal` for parts
    ///   that are missing in Foundation.
    public func foundationPredicate<Root: QueryableProperties>(
      for type: Root.Type
    ) throws(PredicateIssue) -> Predicate<Root> {
      _ = try BoundQuery<Root>(self)
      var result: Result<any StandardPredicateExpression<Bool>, PredicateIssue> = .success(
        PredicateExpressions.Value(false))
      let predicate = Predicate<Root> { variable in
        do throws(PredicateIssue) {
          let expression = try FoundationBuilder(root: variable).condition(self)
          result = .success(expression)
          return expression
        } catch {
          result = .failure(error)
          return PredicateExpressions.Value(false)
        }
      }
      _ = try result.get()
      return predicate
    }
  }
#endif
