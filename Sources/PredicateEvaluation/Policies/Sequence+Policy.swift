import PredicateBinding
import PredicateValues

/// Asking a sequence with text that somebody else wrote: a search field, a request, a saved filter of another person.
///
/// Only declared tables (``QueryableProperties``) are read, and of those what the policy allows. A text cannot be more than a condition: it
/// changes nothing and calls no code but the functions that the policy allows.
///
/// ```swift
/// let policy = QueryPolicy().allowing(.only("title", "author"), of: Post.self).allowing(.all, of: User.self)
/// do {
///   let found = try posts.filter(text: typed, policy: policy)
/// } catch {
///   show(error)  // tells of nothing that the policy hides
/// }
/// ```
///
/// All of these throw what reading and binding throw, `unsupported` for what the policy excludes, and `limit` for a predicate that is too
/// long, too large or takes too many steps.
extension Sequence {
  /// The elements for which the text's condition holds, in their order.
  ///
  /// - Parameter variables: Values for the text's variables: `$me`.
  /// - Complexity: a node of the predicate takes some tens of nanoseconds for each element.
  public func filter(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    var query = try PolicyQuery<Element>(text, policy, variables, options)
    var result: [Element] = []
    for element in self where try query.matches(element) { result.append(element) }
    return result
  }

  /// How many elements the text's condition holds for: `try posts.count(text: "title CONTAINS 'x'", policy: policy)`.
  public func count(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Int {
    var query = try PolicyQuery<Element>(text, policy, variables, options)
    var count = 0
    for element in self where try query.matches(element) { count += 1 }
    return count
  }

  /// The first element for which the text's condition holds; nil where there is none. The elements behind it are not read.
  public func first(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    var query = try PolicyQuery<Element>(text, policy, variables, options)
    for element in self where try query.matches(element) { return element }
    return nil
  }

  /// The elements in the order of keys that somebody else wrote: `try posts.sorted(text: "author.name", policy: policy)`. Elements that no
  /// key tells apart keep their order. Those that a rule of the policy hides are left out.
  public func sorted(
    text keys: QuerySortKey..., policy: QueryPolicy, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    let reader = try ElementReader<Element>(reading: .tables)
    let rule = try PolicyRule(policy, reader, options)
    var elements: [Element] = []
    for element in self {
      let isShown = try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in
        try rule.allows(reader.value(at: address))
      }
      if isShown { elements.append(element) }
    }
    let order = try SortOrder(keys, elements, reader, policy, variables, options)
    return try order.positions(elements.count).map { elements[$0] }
  }
}
