import PredicateBinding
import PredicateReference

extension Sequence {
  /// The elements in the order of the keys; the first key has precedence. Elements with equal keys keep their order.
  ///
  /// ```swift
  /// try movies.sorted(by: "genre", .descending("rating"))
  /// try movies.sorted(by: "rating * $weight", variables: ["weight": weight])
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The sort keys; the first one that differs decides.
  ///   - variables: Values for the `$variables` of the keys.
  ///   - options: The functions, limits and time zone that the keys are bound with.
  /// - Throws: the issues of parsing and binding a key. The kind is `type` if the values of a key have no order, or if dynamic values are of
  ///   different families.
  /// - Complexity: Each key is read once for each element. Sorting then takes O(*n* log *n*) comparisons.
  @_disfavoredOverload
  public func sorted(
    by keys: QuerySortKey..., variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    try sorted(by: keys, variables: variables, options: options)
  }

  /// The same with the keys in an array: `try movies.sorted(by: ["genre", .descending("rating")])`.
  ///
  /// - Parameters:
  ///   - keys: The sort keys; the first one that differs decides.
  ///   - variables: Values for the `$variables` of the keys.
  ///   - options: The functions, limits and time zone that the keys are bound with.
  @_disfavoredOverload
  public func sorted(
    by keys: [QuerySortKey], variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    let elements = Array(self)
    let sortOrder = try SortOrder(elements, by: keys, variables: variables, options: options)
    return try sortOrder.positions(elements.count).map { elements[$0] }
  }

  /// Unavailable: a name in a variable has a label.
  @available(
    *, unavailable,
    message:
      "for the name of a property in a variable, write .ascending(key: name) or .descending(key: name); for text that a user typed, use sorted(text:policy:)"
  )
  @_disfavoredOverload
  public func sorted(by name: String) throws(PredicateIssue) -> [Element] { [] }

  /// The element with the least value of a key; the first of them if there are several: `try movies.min(by: "rating")`.
  ///
  /// Ignores elements without a value, as `@min` does. Returns nil if no element has a value. Throws the same issues as sorting.
  ///
  /// - Parameters:
  ///   - key: The sort key.
  ///   - variables: Values for the `$variables` of the keys.
  ///   - options: The functions, limits and time zone that the keys are bound with.
  /// - Complexity: linear in the number of elements.
  @_disfavoredOverload
  public func min(
    by key: QuerySortKey, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try end(by: key, isLast: false, variables, options)
  }

  /// The element with the greatest value of a key; the last of them if there are several: `try movies.max(by: "rating")`.
  ///
  /// Ignores elements without a value, as `@max` does. Returns nil if no element has a value. Throws the same issues as sorting.
  ///
  /// - Parameters:
  ///   - key: The sort key.
  ///   - variables: Values for the `$variables` of the keys.
  ///   - options: The functions, limits and time zone that the keys are bound with.
  /// - Complexity: linear in the number of elements.
  @_disfavoredOverload
  public func max(
    by key: QuerySortKey, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try end(by: key, isLast: true, variables, options)
  }

  private func end(
    by key: QuerySortKey, isLast: Bool, _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) -> Element? {
    let elements = Array(self)
    let sortOrder = try SortOrder(elements, by: [key], variables: variables, options: options)
    return try sortOrder.end(isLast: isLast).map { elements[$0] }
  }
}

extension MutableCollection where Self: RandomAccessCollection {
  /// Sorts the elements in place: `try movies.sort(by: "genre", .descending("rating"))`. If the call throws, the elements are unchanged.
  ///
  /// - Parameters:
  ///   - keys: The sort keys; the first one that differs decides.
  ///   - variables: Values for the `$variables` of the keys.
  ///   - options: The functions, limits and time zone that the keys are bound with.
  @_disfavoredOverload
  public mutating func sort(
    by keys: QuerySortKey..., variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    var position = startIndex
    for element in try sorted(by: keys, variables: variables, options: options) {
      self[position] = element
      formIndex(after: &position)
    }
  }
}

extension Sequence {
  /// The elements in groups of equal values. The groups are in the order of their first elements, and elements keep their order.
  ///
  /// ```swift
  /// for (genre, films) in try movies.grouped(by: "genre") { print(genre, films.count) }
  /// try movies.grouped(by: "year / 10 * 10")
  /// ```
  ///
  /// Values are equal as in the language: 1 and 1.0 are in one group. All elements without a value are in one group.
  ///
  /// - Parameters:
  ///   - format: The value by which elements are grouped: `genre`, `year / 10`.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the value is bound with.
  /// - Throws: the issues of reading and binding the value, and of computing it.
  /// - Complexity: linear in the number of elements.
  public func grouped(
    by format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [(key: QueryValue, elements: [Element])] {
    let elements = Array(self)
    let reader = try ElementReader<Element>(reading: options.reading)
    let expression = try QueryExpression(format, limits: options.limits)
    try variables.checkUse(by: expression.freeVariables)
    let bound = try Binder.bind(expression, to: reader.root, variables: variables, options: options)
    let plan = QueryPlan(bound, over: reader.rows, limits: options.limits)
    let values = try reader.values(by: plan, for: elements) { $0.withoutNaN }
    var places: [ValueKey: Int] = [:]
    var groups: [(key: QueryValue, elements: [Element])] = []
    for (value, element) in zip(values, elements) {
      let key = ValueKey(value)
      let place = places[key, default: groups.count]
      if place == groups.count {
        places[key] = place
        groups.append((value, []))
      }
      groups[place].elements.append(element)
    }
    return groups
  }
}
