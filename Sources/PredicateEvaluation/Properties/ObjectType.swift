import PredicateBinding

/// The type of objects, and what is read of them.
struct ObjectType: Sendable {
  /// A struct or a class.
  let type: any Any.Type
  /// What is read of the type, if it declares no table, and of the types that it leads to.
  let reading: BindingOptions.Reading

  /// The type in one of the ways to read it. Of classes and of types with a table `values` and `tables` read the same, so that there is one of
  /// them.
  init(_ type: any Any.Type, _ reading: BindingOptions.Reading) {
    self.type = type
    let isSame = type is AnyClass || type is any QueryableProperties.Type
    self.reading = isSame ? reading.behindTable : reading
  }

  /// Whether the objects are instances.
  var isClass: Bool { type is AnyClass }

  /// Whether objects are read by a table only, and the type has none.
  var isClosed: Bool { TypeReflection.isClosed(type, reading) }

  /// The name to the binder.
  var name: String { ShapeRegistry.name(of: type) }

  /// The properties.
  var shape: ObjectShape { ShapeRegistry.shape(of: self) }
}
