import PredicateBinding
import PredicateSyntax
import PredicateValues

/// The compiler shows these messages for a `String` in the place of a format. ``QueryPredicate`` and ``BoundQuery`` have them, too.
extension Sequence {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func filter(_ text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into count(text:policy:)"
  )
  @_disfavoredOverload
  public func count(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Int { 0 }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)"
  )
  @_disfavoredOverload
  public func first(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Element? { nil }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)"
  )
  @_disfavoredOverload
  public func contains(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Bool { false }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func allSatisfy(_ text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Bool { false }
}

extension Collection {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func filterIndices(_ text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> [Index] { [] }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func firstIndex(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Index? { nil }
}

extension BidirectionalCollection {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func last(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Element? { nil }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func lastIndex(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Index? { nil }
}

extension RangeReplaceableCollection {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public mutating func removeAll(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) {}
}

/// The compiler shows these messages for a `String` or a key path in the place of a sort key.
extension Sequence {
  /// Unavailable: a text that a variable holds is not a sort key.
  @available(
    *, unavailable,
    message:
      "write a key into a literal, as in \"year\" or \"\\(key: name)\"; untrusted text goes into sorted(text:policy:)"
  )
  @_disfavoredOverload
  public func sorted(by text: String) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: a text that a variable holds is not a sort key.
  @available(
    *, unavailable,
    message:
      "write a key into a literal, as in \"year\" or \"\\(key: name)\"; untrusted text goes into sorted(text:policy:)"
  )
  @_disfavoredOverload
  public func min(by text: String) throws(PredicateIssue) -> Element? { nil }

  /// Unavailable: a text that a variable holds is not a sort key.
  @available(
    *, unavailable,
    message:
      "write a key into a literal, as in \"year\" or \"\\(key: name)\"; untrusted text goes into sorted(text:policy:)"
  )
  @_disfavoredOverload
  public func max(by text: String) throws(PredicateIssue) -> Element? { nil }

  /// Unavailable: a key path is a sort key in `import PredicateFoundation`.
  @available(
    *, unavailable,
    message: "import PredicateFoundation for key paths, or write the name of the property: \"year\""
  )
  @_disfavoredOverload
  public func sorted<Value>(by keyPath: KeyPath<Element, Value>) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: a key path is a sort key in `import PredicateFoundation`.
  @available(
    *, unavailable,
    message: "import PredicateFoundation for key paths, or write the name of the property: \"year\""
  )
  @_disfavoredOverload
  public func min<Value>(by keyPath: KeyPath<Element, Value>) throws(PredicateIssue) -> Element? { nil }

  /// Unavailable: a key path is a sort key in `import PredicateFoundation`.
  @available(
    *, unavailable,
    message: "import PredicateFoundation for key paths, or write the name of the property: \"year\""
  )
  @_disfavoredOverload
  public func max<Value>(by keyPath: KeyPath<Element, Value>) throws(PredicateIssue) -> Element? { nil }
}
