import PredicateBinding

/// The type of objects, and what is read of them.
struct ObjectType: Sendable {
  /// A struct or a class.
  let type: any Any.Type
  /// What is read of the type, if it declares no table, and of the types that it leads to.
  let reading: BindingOptions.Reading

  /// Whether the objects are instances.
  var isClass: Bool { type is AnyClass }

  /// The name to the binder.
  var name: String { ShapeRegistry.name(of: type) }

  /// The properties.
  var shape: ObjectShape { ShapeRegistry.shape(of: type, reading) }
}
