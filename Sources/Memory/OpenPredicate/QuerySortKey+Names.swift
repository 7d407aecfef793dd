import PredicateSyntax

/// Sort keys for a property whose name is in a variable, as in a menu of orders.
///
/// ```swift
/// let column = "year"
/// try movies.sorted(by: .descending(key: column), "title")
/// ```
///
/// The text is the name of a property, or a path: `lentToFriend.friendName`, `loans.@count`. `SELF` is the object. Any other text, such as `year *
/// 2`, is an unknown name. For untrusted input use `sorted(text:policy:)`, because a name can read a property that must stay hidden.
extension QuerySortKey {
  /// An ascending key from the name of a property.
  ///
  /// - Parameters:
  ///   - name: The name of a property, or a path: `year`, `lentToFriend.friendName`, `loans.@count`.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  public static func ascending(key name: String, options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(reading: "\(key: name)", shownAs: name, options: options)
  }

  /// A descending key from the name of a property.
  ///
  /// - Parameters:
  ///   - name: The name of a property, or a path: `year`, `lentToFriend.friendName`, `loans.@count`.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  public static func descending(key name: String, options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(reading: "\(key: name)", shownAs: name, isAscending: false, options: options)
  }

  /// A key from the name of a property that sorts names as people do; see ``localizedStandard(_:isAscending:)``.
  public static func localizedStandard(key name: String, isAscending: Bool = true) -> QuerySortKey {
    QuerySortKey(
      reading: "\(key: name)", shownAs: name, isAscending: isAscending, isLocalizedStandard: true)
  }
}

/// Makes the compiler explain a key path without `import PredicateFoundation`.
extension QuerySortKey {
  /// Unavailable: another module reads key paths.
  @available(
    *, unavailable,
    message: "write .ascending(\"year\"), or import PredicateFoundation and write try .ascending(\\Movie.year)"
  )
  @_disfavoredOverload
  public static func ascending<Root>(_ keyPath: PartialKeyPath<Root>) -> QuerySortKey { "SELF" }

  /// Unavailable: another module reads key paths.
  @available(
    *, unavailable,
    message: "write .descending(\"year\"), or import PredicateFoundation and write try .descending(\\Movie.year)"
  )
  @_disfavoredOverload
  public static func descending<Root>(_ keyPath: PartialKeyPath<Root>) -> QuerySortKey { "SELF" }
}

/// Makes the compiler explain a `String` that is passed as a sort key.
extension QuerySortKey {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "for the name of a property in a variable, write .ascending(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)"
  )
  @_disfavoredOverload
  public static func ascending(_ text: String, options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(QueryFormat(raw: text), options: options)
  }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "for the name of a property in a variable, write .descending(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)"
  )
  @_disfavoredOverload
  public static func descending(_ text: String, options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(QueryFormat(raw: text), isAscending: false, options: options)
  }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "for the name of a property in a variable, write .localizedStandard(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)"
  )
  @_disfavoredOverload
  public static func localizedStandard(_ text: String, isAscending: Bool = true) -> QuerySortKey {
    QuerySortKey(QueryFormat(raw: text), isAscending: isAscending, isLocalizedStandard: true)
  }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "for the name of a property in a variable, write .ascending(key: name) or .descending(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)"
  )
  @_disfavoredOverload
  public init(
    _ text: String, isAscending: Bool = true, options: StringOptions = [], isLocalizedStandard: Bool = false
  ) {
    self = "SELF"
  }
}
