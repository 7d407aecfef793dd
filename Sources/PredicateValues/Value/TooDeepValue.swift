/// What stands for a value of which the collections nest deeper than is read: nothing can be asked of it.
package struct TooDeepValue: QueryObject {
  /// How deep the collections of a value that is converted may nest. So much can be converted, compared, hashed and freed on the stack of
  /// any thread; JSON readers stop at the same depth.
  package static let limit = 512

  package init() {}

  package var entityName: String { "a value that is nested too deep" }
  package var reference: ObjectReference? { nil }
  package var keys: [String] { [] }
  package func value(forKey key: String) -> QueryValue? { nil }
}

extension QueryValue {
  /// Throws kind `limit` for a value that is nested too deep to be read.
  @inline(__always)
  package func checkDepth() throws(PredicateIssue) {
    if case .object(let object) = self, object is TooDeepValue { throw .tooDeep }
  }
}

extension PredicateIssue {
  /// A value whose collections stand too deep inside one another.
  static let tooDeep = PredicateIssue(
    kind: .limit, code: "value-depth",
    message: "a value holds collections inside collections more than \(TooDeepValue.limit) deep")
}
