import PredicateMemory
import PredicateValues

extension ObjectShape {
  /// Whether the type declares a table, and all that it lists is known before a predicate runs.
  var isDeclared: Bool { Self.isDeclared(type) }

  /// Whether a type declares a table, and all that it lists is known before a predicate runs. Of a table that lists the stored properties
  /// that takes the runtime.
  static func isDeclared(_ type: any Any.Type) -> Bool {
    (type as? any QueryableProperties.Type).map { FieldTable.isTrusted || !$0.listsStoredFields } ?? false
  }
}

extension ObjectShape.Property {
  /// Whether nothing but scalars and objects of types with a table can come out of the property.
  var isDeclared: Bool { Self.isDeclared(type, mayBeObject: true) }

  /// - Parameter mayBeObject: Whether the type may be one with a table. What a dictionary holds is found by name when a predicate runs, where
  ///   nothing knows the table's policy.
  private static func isDeclared(_ type: any Any.Type, mayBeObject: Bool) -> Bool {
    if let type = type as? any QueryPropertyValue.Type {
      switch type.queryType {
      case .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url: return true
      case .any, .object, .dictionary, .collection: return false
      }
    }
    if let container = type as? any ReadableContainer.Type {
      return isDeclared(container.held, mayBeObject: mayBeObject && container.keyType == nil)
    }
    if type is any RawRepresentable.Type || type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type {
      return true
    }
    return mayBeObject && ObjectShape.isDeclared(type)
  }
}
