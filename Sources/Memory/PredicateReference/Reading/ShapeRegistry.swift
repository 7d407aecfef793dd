import PredicateBinding
import PredicateMemory
import PredicateValues

/// The shapes of all types that were looked up, each made once.
package enum ShapeRegistry {
  /// A type, and how it is read.
  private struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let reading: BindingOptions.Reading
  }

  private struct State: Sendable {
    var names: [ObjectIdentifier: String] = [:]
    var types: [String: any Any.Type] = [:]
    var shapes: [Key: ObjectShape] = [:]
  }

  private static let state = Locked(State())

  /// The name of a type: `Movie`, or `Module.Movie` if another type already has that name, or a numbered one.
  static func name(of type: any Any.Type) -> String {
    state.withLock { name(of: type, &$0) }
  }

  /// The shape of a struct or class. A type without readable properties has an empty one.
  static func shape(of object: ObjectType) -> ObjectShape {
    let key = Key(type: ObjectIdentifier(object.type), reading: object.reading)
    if let shape = state.withLock({ $0.shapes[key] }) { return shape }
    // Outside of the lock, because making a shape looks up the names of other types and runs the client's table.
    let shape = ObjectShape(of: object.type, named: name(of: object.type), object.reading)
    return state.withLock { state in
      if let first = state.shapes[key] { return first }
      state.shapes[key] = shape
      return shape
    }
  }

  /// The shape of the type that has a name; nil for a name that was never given.
  package static func shape(named name: String, _ reading: BindingOptions.Reading) -> ObjectShape? {
    state.withLock { $0.types[name] }.map { shape(of: ObjectType($0, reading)) }
  }

  private static func name(of type: any Any.Type, _ state: inout State) -> String {
    let id = ObjectIdentifier(type)
    if let name = state.names[id] { return name }
    let candidates = [String(describing: type), withoutPlaces(String(reflecting: type))]
    var name = candidates.first { state.types[$0] == nil } ?? candidates[1]
    var number = 2
    while state.types[name] != nil {
      name = "\(candidates[1]) \(number)"
      number += 1
    }
    state.names[id] = name
    state.types[name] = type
    return name
  }

  /// A qualified name without the contexts of private and local types. Those are addresses, which mean nothing to a reader.
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
