import PredicateBinding
@_spi(Reflection) import Swift

/// Looks into types: the one file that knows the standard library's reflection.
///
/// What it finds is used only where a public way confirms it: the offsets of a struct by `MemoryLayout.offset(of:)`, those of a class
/// and the strength of references by a class whose layout is known (``FieldTable/isTrusted``).
enum TypeReflection {
  /// The kinds of types that matter.
  enum Category {
    case `struct`
    case `class`
    /// `Any`, `any P`.
    case existential
    /// Enums, tuples, functions, actors.
    case other
  }

  /// What a type is.
  static func category(of type: any Any.Type) -> Category {
    if type is any Actor.Type { return .other }
    if type is AnyClass { return .class }
    switch metadataKind(of: type) {
    case .struct: return .struct
    case .existential: return .existential
    default: return .other
    }
  }

  private static func metadataKind(of type: any Any.Type) -> _MetadataKind {
    func kind<Value>(_: Value.Type) -> _MetadataKind {
      var found = _MetadataKind.unknown
      _forEachField(of: Holder<Value>.self) { _, _, _, kind in
        found = kind
        return false
      }
      return found
    }
    return _openExistential(type, do: kind)
  }

  private struct Holder<Value> {
    let value: Value
  }

  /// The stored properties that can be read where they lie: neither weak, unowned, lazy, nor of an unreadable type.
  static func properties(of type: any Any.Type) -> [ObjectShape.Property] {
    switch category(of: type) {
    case .class: return FieldTable.isTrusted ? FieldTable.fields(of: type).compactMap(property) : []
    case .struct:
      func confirmed<Root>(_ type: Root.Type) -> [FieldTable.Field] { confirmedFields(of: type) }
      return _openExistential(type, do: confirmed).compactMap(property)
    case .existential, .other: return []
    }
  }

  /// Why a property that a type declares is none that can be read where it lies, and what helps.
  static func unreadableProperty(named name: String, of type: any Any.Type) -> UnreadableMember? {
    guard FieldTable.isTrusted else { return nil }
    let remedy = "a table of properties (QueryableProperties) can give it"
    for field in FieldTable.fields(of: type) {
      if field.name.hasSameScalars(as: name) {
        return UnreadableMember(
          reason: field.isStrong ? whyUnreadable(field.type) : "it is weak or unowned", remedy: remedy)
      }
      if field.name.hasSameScalars(as: "$__lazy_storage_$_" + name) {
        return UnreadableMember(reason: "it is lazy", remedy: remedy)
      }
      if field.name.hasSameScalars(as: "_" + name) {
        return UnreadableMember(
          reason: "it is not stored under its name, but behind a property wrapper or computed from “\(field.name)”",
          remedy: remedy)
      }
    }
    return nil
  }

  /// The name of a field of a struct that is not among some names; nil where all are.
  static func fieldName(of type: any Any.Type, outside names: [String]) -> String? {
    guard FieldTable.isTrusted, category(of: type) == .struct else { return nil }
    let lazyPrefix = "$__lazy_storage_$_"
    return FieldTable.fields(of: type).first { field in !names.contains { $0.hasSameScalars(as: field.name) } }
      .map { $0.name.hasPrefix(lazyPrefix) ? String($0.name.dropFirst(lazyPrefix.count)) : $0.name }
  }

  /// Why values of a type are none of the language.
  static func whyUnreadable(_ type: any Any.Type) -> String {
    // The runtime says so of types that it does not tell.
    if type == Void.self { return "it is (), or of a type that is not told, one that cannot be copied for instance" }
    return "its type, \(_typeName(type, qualified: false)), " + whatIs(type)
  }

  private static func whatIs(_ type: any Any.Type) -> String {
    if type is any Actor.Type { return "is an actor, which gives its properties to itself only" }
    if let container = type as? any ReadableContainer.Type {
      if let keys = container.unreadableKeys { return "is a dictionary, and its keys, \(keys), are no strings" }
      return "holds \(_typeName(container.held, qualified: false)), which " + whatIs(container.held)
    }
    switch metadataKind(of: type) {
    case .enum: return "is none that predicates know; an enum needs raw values"
    case .tuple: return "is a tuple, which is none that predicates know; a struct would be"
    case .function: return "is a function"
    default: return "is none that predicates know"
    }
  }

  private static func property(of field: FieldTable.Field) -> ObjectShape.Property? {
    guard field.isStrong, !field.name.isEmpty, !field.name.hasPrefix("$"),
      let reader = ValueReaders.reader(of: field.type)
    else { return nil }
    return ObjectShape.Property(
      name: field.name, type: field.type, reader: reader, access: .stored(offset: field.offset))
  }

  /// The fields of a struct whose offset and type its key path confirms.
  private static func confirmedFields<Root>(of type: Root.Type) -> [FieldTable.Field] {
    var fields: [FieldTable.Field] = []
    // Of unknown kinds of fields there is no key path; they are passed over.
    _forEachFieldWithKeyPath(of: type, options: _EachFieldOptions(rawValue: 2)) { name, path in
      if let offset = MemoryLayout<Root>.offset(of: path) {
        let valueType = Swift.type(of: path).valueType
        fields.append(
          FieldTable.Field(name: String(cString: name), type: valueType, offset: offset, isStrong: true))
      }
      return true
    }
    return fields
  }
}
