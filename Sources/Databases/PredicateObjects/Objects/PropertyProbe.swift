import PredicateReference
import PredicateValues

/// Finds the name of the declared property that a key path reads: `customer` for `\Product.customer`.
///
/// A key path of several steps, and one that can only be read, is refused without reading it: most computed properties can only be read, and their
/// code must not run with an object that has no values. If the system knows the name of the property, the name decides. Otherwise the probe applies the
/// key path to an object without a context, twice. The property's wrapper records its name and returns a made-up value. The key path reads this
/// property if it reads nothing else, and both times returns the made-up value unchanged.
final class PropertyProbe: Sendable {
  @TaskLocal static var current: PropertyProbe?

  /// What a key path reads.
  enum Finding {
    case property(String)
    /// Why the key path does not read a declared property, and what a caller that also takes a text can write instead.
    case refused(String, orText: String? = nil)
  }

  private struct Notes {
    var names: [String?] = []
    var type: ObjectIdentifier?
    /// The made-up value of an attribute.
    var value: String?
  }

  private let isSecond: Bool
  private let notes = Locked(Notes())

  private init(isSecond: Bool) { self.isSecond = isSecond }

  /// Records that the property with a name is read.
  func note(_ name: String?) { notes.withLock { $0.names.append(name) } }

  /// The value that a property returns to the probe.
  func value<Value>(_ placeholder: Value) -> Value {
    var value = placeholder
    if let type = Value.self as? any StorableValue.Type, let sample = sample(of: type) as? Value { value = sample }
    let text = Self.text(of: value)
    notes.withLock {
      $0.type = ObjectIdentifier(Value.self)
      $0.value = text
    }
    return value
  }

  private func sample<Value: StorableValue>(of type: Value.Type) -> Value? {
    let candidates: [QueryValue] =
      switch type.attributeType {
      case .boolean: [.boolean(isSecond)]
      case .integer: isSecond ? [.integer(-103), .integer(7)] : [.integer(103)]
      case .double: [.double(isSecond ? -103.25 : 103.25)]
      case .decimal: [.decimal(QueryDecimal(isSecond ? -103 : 103))]
      case .string: [.string(isSecond ? " Zebra-7 " : "éAb")]
      case .date: [.date(isSecond ? -1_000_003.5 : 1_000_003.5)]
      case .data: [.data(isSecond ? [7, 1] : [3])]
      default: []
      }
    return candidates.lazy.compactMap { Value(stored: $0) }.first
  }

  /// The text of a value of an attribute, to compare it.
  private static func text(of value: Any) -> String? { (value as? any StorableValue)?.storedValue.shownValue }

  /// The declared property that a key path reads from an object without a context.
  static func name<Object: StoredObject>(of path: PartialKeyPath<Object>, in sample: StoredObject) -> Finding {
    guard let sample = sample as? Object else {
      return .refused("a key path of \(Object.self) reads no property of it")
    }
    let declared = ClassTable.properties(of: sample).map(\.name)
    let steps = KeyPathSteps.all(of: path)
    if let steps, steps.count > 1 || KeyPathSteps.isCompound(steps[0]) {
      let names = steps.map { String($0.filter { !"?!".contains($0) }) }
      let text = names.allSatisfy(KeyPathSteps.isName) ? names.joined(separator: ".") : "director.name"
      return .refused(
        "a key path of \(Object.self) has several steps", orText: "write the path as a text, such as \"\(text)\"")
    }
    if let step = steps?.first, KeyPathSteps.isName(step) {
      if declared.contains(step) { return .property(step) }
      return .refused("\(Object.self).\(step) is not a declared property, such as @Stored var \(step)")
    }
    guard path is any WritablePath else {
      return .refused(
        "a key path of \(Object.self) reads a computed property, or a property with a private setter, whose name is unknown",
        orText: "write the name of a declared property as a text, such as \"year\"")
    }
    return first(path, sample)
  }

  private static func first<Object: StoredObject>(_ path: PartialKeyPath<Object>, _ sample: Object) -> Finding {
    var names: [String] = []
    var isExact = true
    for isSecond in [false, true] {
      let probe = PropertyProbe(isSecond: isSecond)
      let result = $current.withValue(probe) { sample[keyPath: path] }
      let notes = probe.notes.withLock { $0 }
      names += notes.names.compactMap { $0 }
      isExact =
        isExact && notes.names.count == 1 && notes.type == ObjectIdentifier(Swift.type(of: path).valueType)
        && notes.value == text(of: result)
    }
    if isExact, let name = names.first { return .property(name) }
    if names.isEmpty {
      return .refused("a key path of \(Object.self) reads no declared property, such as @Stored var title")
    }
    return .refused(
      "a key path of \(Object.self) reads a computed property of \(Set(names).sorted().joined(separator: " and ")): "
        + "only a declared property, such as @Stored var title, has a name in the database")
  }
}

/// A key path that can also set its property.
private protocol WritablePath {}
extension ReferenceWritableKeyPath: WritablePath {}
