/// What stands for a value that cannot be had. Whatever uses it throws the issue that it carries.
///
/// A collection nested too deep to be read is one, and an object of a table that cannot be read.
package struct UnusableValue: QueryObject {
  /// How deep the collections of a value that is converted may nest. So much can be converted, compared, hashed and freed on the stack of
  /// any thread; JSON readers stop at the same depth.
  package static let greatestDepth = 512

  /// Why there is no value.
  package let issue: PredicateIssue

  package init(_ issue: PredicateIssue) { self.issue = issue }

  /// A value whose collections nest deeper than ``greatestDepth``.
  package static var tooDeep: UnusableValue { UnusableValue(.tooDeep) }

  package var entityName: String { "a value that cannot be read" }
  package var reference: ObjectReference? { nil }
  package var keys: [String] { [] }
  package func value(forKey key: String) -> QueryValue? { nil }
}

extension QueryValue {
  /// Throws the issue of an ``UnusableValue``.
  @inline(__always)
  package func checkUsable() throws(PredicateIssue) {
    if case .object(let object) = self, let unusable = object as? UnusableValue { throw unusable.issue }
  }
}

extension PredicateIssue {
  /// A value whose collections stand too deep inside one another.
  fileprivate static let tooDeep = PredicateIssue(
    kind: .limit, code: .valueDepth,
    message: "a value holds collections inside collections more than \(UnusableValue.greatestDepth) deep")
}
