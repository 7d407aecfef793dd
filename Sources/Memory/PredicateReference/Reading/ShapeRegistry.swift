import PredicateBinding

/// The names of a Swift type.
struct TypeName: Sendable {
  /// The name in messages: `Movie`. If another type already has this name, it is `Module.Movie`, or a name with a number.
  let name: String
  /// The names in policies: first the full name `Module.Shop.Movie`, then `Shop.Movie` and `Movie`, which other types may have too. Several private
  /// or local types may have the same full name. All but one of them then have a number in it.
  let called: [String]
}

/// The shapes of all types that were looked up. Each shape is made once.
package enum ShapeRegistry {
  /// A type, and how it is read.
  private struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let reading: BindingOptions.Reading
  }

  private struct State: Sendable {
    var names: [ObjectIdentifier: TypeName] = [:]
    var types: [String: any Any.Type] = [:]
    /// For each name in a policy, the names of the types that it refers to.
    var namesakes: [String: [String]] = [:]
    var shapes: [Key: ObjectShape] = [:]
  }

  private static let state = Locked(State())

  /// The name of a type in messages.
  static func name(of type: any Any.Type) -> String { names(of: type).name }

  /// The names of a type. Only ``TypeName/name`` depends on the types that were looked up before.
  static func names(of type: any Any.Type) -> TypeName {
    state.withLock { names(of: type, &$0) }
  }

  /// The names of all types to which a name in a policy refers.
  static func names(ofTypesCalled text: String) -> [String] {
    state.withLock { $0.namesakes[text] ?? [] }
  }

  /// The shape of a struct or class. The shape of a type without readable properties has no properties.
  static func shape(of object: ObjectType) -> ObjectShape {
    let key = Key(type: ObjectIdentifier(object.type), reading: object.reading)
    if let shape = state.withLock({ $0.shapes[key] }) { return shape }
    // The shape is made outside of the lock, because this looks up the names of other types and runs the client's table.
    let shape = ObjectShape(of: object.type, named: name(of: object.type), object.reading)
    return state.withLock { state in
      if let first = state.shapes[key] { return first }
      state.shapes[key] = shape
      return shape
    }
  }

  /// The shape of the type with a name; nil if no type has this name.
  package static func shape(named name: String, _ reading: BindingOptions.Reading) -> ObjectShape? {
    state.withLock { $0.types[name] }.map { shape(of: ObjectType($0, reading)) }
  }

  private static func names(of type: any Any.Type, _ state: inout State) -> TypeName {
    let id = ObjectIdentifier(type)
    if let names = state.names[id] { return names }
    let short = String(describing: type)
    let place = withoutPlaces(String(reflecting: type))
    let full = unused(place) { full in state.names.values.contains { $0.called[0] == full } }
    let name = state.types[short] == nil ? short : unused(place) { state.types[$0] != nil }
    let names = TypeName(name: name, called: [full] + endings(of: place) + [short])
    state.names[id] = names
    state.types[name] = type
    for called in Set(names.called) { state.namesakes[called, default: []].append(name) }
    return names
  }

  /// The endings of a name after its dots: `Shop.Box<Module.Movie>` and `Box<Module.Movie>` for `Module.Shop.Box<Module.Movie>`.
  private static func endings(of name: String) -> [String] {
    let parts = name.prefix { $0 != "<" }
    return parts.indices.filter { parts[$0] == "." }.map { String(name[name.index(after: $0)...]) }
  }

  /// The name if it is not used, otherwise the name with the first number that makes it unused.
  private static func unused(_ name: String, isUsed: (String) -> Bool) -> String {
    guard isUsed(name) else { return name }
    var number = 2
    while isUsed("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  /// A qualified name without the contexts of private and local types. These contexts are addresses, which mean nothing to a reader.
  private static func withoutPlaces(_ name: String) -> String {
    var name = name
    while let start = name.firstRange(of: "(unknown context at "),
      let end = name[start.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }
}
