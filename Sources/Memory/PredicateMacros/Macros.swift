#if Macros
  @_exported import OpenPredicate

  /// Writes the property table of a struct or class. The table has each property that is not private, including computed properties and properties
  /// with a wrapper. Stored properties of a final class are read in place, and all other properties by their accessors.
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
  /// A struct or class that is the type of a property needs a table too: its own `@Queryable`, or `[.storedFields]`.
  @attached(
    extension, conformances: QueryableProperties, names: named(queryProperties), named(PropertyRoot)
  )
  public macro Queryable() = #externalMacro(module: "PredicateMacroPlugin", type: "QueryableMacro")

  /// A predicate that the compiler checks: its grammar, its names and types, and its calls of functions. The compiler shows errors at their positions
  /// in the literal.
  ///
  /// ```swift
  /// let classics = #query<Movie>("year > \(minimum) AND ANY tags == 'classic'")
  /// try movies.filter(classics)
  /// ```
  ///
  /// An interpolation is an argument and never becomes part of the text. Names are the names of Swift properties.
  @freestanding(expression)
  public macro query<Element>(_ format: QueryFormat) -> CheckedQuery<Element> =
    #externalMacro(module: "PredicateMacroPlugin", type: "QueryMacro")

  /// A predicate that the compiler checks, and that may call functions of the application. `functions` lists their names, with a colon for each
  /// argument.
  ///
  /// ```swift
  /// let options = BindingOptions(functions: FunctionTable.standard.adding(isLeap))
  /// let leaps = try BoundQuery(#query<Movie>("isLeap(year) == YES", functions: ["isLeap:"]), options: options)
  /// ```
  @freestanding(expression)
  public macro query<Element>(_ format: QueryFormat, functions: [String]) -> CheckedQuery<Element> =
    #externalMacro(module: "PredicateMacroPlugin", type: "QueryMacro")
#else
  import OpenPredicate

  // Without the trait, the module has no macros. These declarations make the compiler name the trait. Nothing expands them: a macro needs a plugin, and
  // Swift has this one.

  /// Unavailable: the package was built without the trait `Macros`.
  @available(
    *, unavailable,
    message: "write traits: [\"Macros\"] in the dependency on the package OpenPredicate in Package.swift"
  )
  @attached(extension)
  public macro Queryable() = #externalMacro(module: "SwiftMacros", type: "OptionSetMacro")

  /// Unavailable: the package was built without the trait `Macros`.
  @available(
    *, unavailable,
    message: "write traits: [\"Macros\"] in the dependency on the package OpenPredicate in Package.swift"
  )
  @freestanding(expression)
  public macro query<Element>(_ format: QueryFormat) -> BoundQuery<Element> =
    #externalMacro(module: "SwiftMacros", type: "OptionSetMacro")
#endif
