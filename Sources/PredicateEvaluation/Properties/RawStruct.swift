import PredicateMemory
import PredicateValues

/// Structs whose raw value is all that they store: `struct FilmID: RawRepresentable { let rawValue: Int }`, an option set.
///
/// The raw value lies where the struct does, so the struct's values are loaded and compared as those of the raw type.
enum RawStruct {
  /// The raw type of such a struct; the optional raw type of an optional one. Any other type is returned as it is.
  static func stored(_ type: any Any.Type) -> any Any.Type {
    if let raw = type as? any RawRepresentable.Type { return rawType(of: raw)?.plain ?? type }
    guard let raw = (type as? any OptionalReference.Type)?.wrapped as? any RawRepresentable.Type else { return type }
    return rawType(of: raw)?.optional ?? type
  }

  /// The raw type and its optional; nil of a struct that stores anything else, of an enum, and where fields are not known.
  private static func rawType<Value: RawRepresentable>(
    of _: Value.Type
  ) -> (plain: any Any.Type, optional: any Any.Type)? {
    // A type that says itself what its values are is read as it says.
    guard !(Value.self is any QueryPropertyValue.Type), Value.RawValue.self is any QueryPropertyValue.Type,
      TypeKind(of: Value.self) == .struct, MemoryLayout<Value>.size == MemoryLayout<Value.RawValue>.size
    else { return nil }
    let fields = FieldTable.fields(of: Value.self)
    guard fields.count == 1, fields[0].name == "rawValue", fields[0].offset == 0, fields[0].isStrong,
      fields[0].type == Value.RawValue.self
    else { return nil }
    return (Value.RawValue.self, Value.RawValue?.self)
  }
}
