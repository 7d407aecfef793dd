import PredicateReference
import PredicateSyntax

/// Finds the name in the language of a property that Foundation's predicates identify by a key path.
enum KeyPathName {
  /// The name of a key path, from the property table of its root type, or from the description of the key path.
  static func name(of keyPath: AnyKeyPath) throws(PredicateIssue) -> String {
    let table = type(of: keyPath).rootType as? any QueryableProperties.Type
    if let name = table?.name(of: keyPath) { return name }
    guard table?.listsStoredFields ?? true, let step = KeyPathSteps.only(of: keyPath), KeyPathSteps.isName(step) else {
      throw .unnamedKeyPath(keyPath)
    }
    return step
  }

  /// Whether Foundation accepts a key path. It ends the process for a key path of several steps, with optional chaining, or with a subscript.
  static func isOneStep(_ keyPath: AnyKeyPath) -> Bool { KeyPathSteps.only(of: keyPath) != nil }
}

extension QueryableProperties {
  /// The name of a key path in the property table; nil if the table does not contain it.
  fileprivate static func name(of keyPath: AnyKeyPath) -> String? {
    queryProperties.first { $0.keyPath?.anyKeyPath == keyPath }?.name
  }
}

extension PropertyKeyPath {
  var anyKeyPath: AnyKeyPath { keyPath }
}
