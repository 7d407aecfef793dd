#if Macros
  @_exported import OpenPredicate

  /// Writes the property table of a struct or class: each property that is not private, computed ones and those with a wrapper included, is
  /// read by its accessor.
  ///
  /// ```swift
  /// @Queryable @Observable final class Movie {
  ///   var title = ""
  ///   var year = 0
  ///   var decade: Int { year / 10 * 10 }
  /// }
  /// try movies.filter("decade == 1990")
  /// ```
  ///
  /// A struct or class that is the type of a property needs a table, too: its own `@Queryable`, or `[.storedFields]`.
  @attached(
    extension, conformances: QueryableProperties, names: named(queryProperties), named(PropertyRoot)
  )
  public macro Queryable() = #externalMacro(module: "PredicateMacroPlugin", type: "QueryableMacro")

  /// A predicate that the compiler checks: grammar, names, types, and calls of functions. Its errors appear at their places in the literal.
  ///
  /// ```swift
  /// let classics = #query<Movie>("year > \(minimum) AND ANY tags == 'classic'")
  /// try movies.filter(classics)
  /// ```
  ///
  /// An interpolation is an argument: it never becomes part of the text. Names are those of Swift's properties.
  @freestanding(expression)
  public macro query<Element>(_ format: QueryFormat) -> CheckedQuery<Element> =
    #externalMacro(module: "PredicateMacroPlugin", type: "QueryMacro")

  /// A predicate that the compiler checks, and that calls functions of the application. `functions` lists their names, with a colon for each argument.
  ///
  /// ```swift
  /// let options = BindingOptions(functions: FunctionTable.standard.adding(isLeap))
  /// let leaps = try BoundQuery(#query<Movie>("isLeap(year) == YES", functions: ["isLeap:"]), options: options)
  /// ```
  @freestanding(expression)
  public macro query<Element>(_ format: QueryFormat, functions: [String]) -> CheckedQuery<Element> =
    #externalMacro(module: "PredicateMacroPlugin", type: "QueryMacro")
#endif
