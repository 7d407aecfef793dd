import PredicateBinding
import PredicateValues

extension Sequence {
  /// The elements by what a value of them is. Groups stand in the order of their first elements, and elements keep theirs.
  ///
  /// ```swift
  /// for (genre, films) in try movies.grouped(by: "genre") { print(genre, films.count) }
  /// try movies.grouped(by: "year / 10 * 10")
  /// ```
  ///
  /// Values are equal as the language compares them: 1 and 1.0 are one group, and elements without a value are one.
  ///
  /// - Throws: what reading and binding the value throws, and what computing it throws.
  /// - Complexity: linear in the number of elements.
  public func grouped(
    by format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [(key: QueryValue, elements: [Element])] {
    let elements = Array(self)
    let reader = try ElementReader<Element>(reading: options.reading)
    let bound = try Binder.bind(
      QueryExpression(format: format, arguments: arguments, limits: options.limits), to: reader.root,
      variables: variables, options: options)
    let values = try reader.values(of: bound, for: elements, limits: options.limits) { $0.withoutNaN }
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
