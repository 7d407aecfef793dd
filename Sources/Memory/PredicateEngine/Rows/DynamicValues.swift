import PredicateBinding
import PredicateReference
import PredicateValues

/// A value whose type is known only when a predicate runs.
enum DynamicValue {
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  /// The bytes of a text in the memory of a loader.
  case text(UnsafeBufferPointer<UInt8>)
  /// Any other Swift value.
  case any(Any)
  /// Any other value of the language.
  case value(QueryValue)
  /// The values that a name has in the elements of an array.
  case list([DynamicValue])
}

extension DynamicValue {
  /// A Swift value; nil for NaN.
  init?(any: Any) {
    let type = Swift.type(of: any)
    if type == String.self, let text = any as? String {
      self = .string(text)
    } else if type == Int.self, let number = any as? Int {
      self = .integer(Int64(number))
    } else if type == Double.self, let number = any as? Double {
      if number.isNaN { return nil }
      self = .double(number)
    } else if type == Bool.self, let truth = any as? Bool {
      self = .boolean(truth)
    } else if type == QueryValue.self, let value = any as? QueryValue {
      self.init(value)
    } else {
      self = .any(any)
    }
  }

  /// A value of the language; nil for nil.
  init?(_ value: QueryValue) {
    switch value.withoutNaN {
    case .null: return nil
    case .boolean(let truth): self = .boolean(truth)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    default: self = .value(value)
    }
  }

  /// Whether the value is nil to the language: Foundation's null, a number that is none.
  func isNull(_ reading: BindingOptions.Reading) -> Bool {
    if case .any(let any) = self { return QueryValue(reading: any, reading).withoutNaN.isNull }
    return false
  }

  /// The value as one of the language.
  func queryValue(_ reading: BindingOptions.Reading) -> QueryValue {
    switch self {
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .any(let any): QueryValue(reading: any, reading)
    case .value(let value): value
    case .list(let values): .array(values.map { $0.queryValue(reading) })
    }
  }

  /// The elements for a range; nil for nil. Throws if the value has none.
  func elements(
    _ reading: BindingOptions.Reading, _ evaluator: ReferenceEvaluator, at place: SourceRange
  ) throws(PredicateIssue) -> [DynamicValue?]? {
    switch self {
    case .list(let values): return values
    case .any(let any):
      if type(of: any) == [[String: Any]].self, let array = any as? [[String: Any]] { return array.map { .any($0) } }
      if type(of: any) == [Any].self, let array = any as? [Any] { return array.map { DynamicValue(any: $0) } }
    default: break
    }
    return try evaluator.rangeElements(of: queryValue(reading), at: place)?.map { DynamicValue($0) }
  }
}

/// A name that is looked up in values of unknown type, by the core's node that it is part of.
struct DynamicName: Sendable {
  let name: String
  /// `.property` or `.index`.
  let node: CoreValue
  let reading: BindingOptions.Reading
  let objects: DynamicObjects

  init(_ name: String, _ node: CoreValue, _ reading: BindingOptions.Reading) {
    self.name = name
    self.node = node
    self.reading = reading
    objects = DynamicObjects(name, reading)
  }

  /// The value of the name in a value; nil for nil.
  func value(in base: DynamicValue, _ evaluator: ReferenceEvaluator) throws(PredicateIssue) -> DynamicValue? {
    if case .any(let any) = base {
      if type(of: any) == [String: Any].self, let dictionary = any as? [String: Any] {
        return dictionary.dynamicValue(of: name)
      }
      if type(of: any) == [[String: Any]].self, let array = any as? [[String: Any]] {
        if array.count > evaluator.limits.visitedElements { throw .tooManyElements }
        // An array among the values would be flattened.
        let found = array.compactMap { $0.dynamicValue(of: name) }
        if found.count == array.count, found.allSatisfy(\.isScalar) { return .list(found) }
      } else if let found = objects.value(in: any) {
        return DynamicValue(found)
      }
    }
    return DynamicValue(try evaluator.apply(node, to: base.queryValue(reading)))
  }
}

extension DynamicValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .boolean, .integer, .double, .string, .text: true
    case .any, .value, .list: false
    }
  }
}

extension [String: Any] {
  /// The value of a name. A key that is canonically equivalent to the name but has other scalars is a different key.
  func dynamicValue(of name: String) -> DynamicValue? {
    guard let index = index(forKey: name), keys[index].hasSameScalars(as: name) else { return nil }
    return DynamicValue(any: values[index])
  }
}

/// A type with values by name, at an address: a dictionary with string keys, or an optional one.
protocol NamedValues: SendableMetatype {
  static func value(of name: String, at address: UnsafeRawPointer) -> DynamicValue?
}

extension Dictionary: NamedValues where Key == String {
  static func value(of name: String, at address: UnsafeRawPointer) -> DynamicValue? {
    let dictionary = address.assumingMemoryBound(to: Self.self).pointee
    guard let index = dictionary.index(forKey: name), dictionary.keys[index].hasSameScalars(as: name) else {
      return nil
    }
    return DynamicValue(any: dictionary.values[index])
  }
}

extension Optional: NamedValues where Wrapped: NamedValues {
  static func value(of name: String, at address: UnsafeRawPointer) -> DynamicValue? {
    address.assumingMemoryBound(to: Self.self).pointee.flatMap {
      withUnsafePointer(to: $0) { Wrapped.value(of: name, at: $0) }
    }
  }
}

/// A property of objects whose types become known when a predicate runs.
struct DynamicObjects: Sendable {
  private let name: String
  private let reading: BindingOptions.Reading
  /// The property of each type that occurred; nil if the reference has to read its values.
  private let properties = Locked<[ObjectIdentifier: ObjectShape.Property?]>([:])

  init(_ name: String, _ reading: BindingOptions.Reading) {
    self.name = name
    self.reading = reading
  }

  /// The property of a struct or an instance; nil for other values, which the reference reads.
  func value(in object: Any) -> QueryValue? {
    let type = Swift.type(of: object)
    let known = properties.withLock { $0[ObjectIdentifier(type)] }
    let property = known ?? property(of: object)
    if known == nil { properties.withLock { $0[ObjectIdentifier(type)] = .some(property) } }
    guard let property else { return nil }
    // The cast takes the object out of any existentials around it.
    func read<Object>(_: Object.Type) -> QueryValue? {
      guard let object = object as? Object else { return nil }
      return withUnsafePointer(to: object) { address in
        let address = UnsafeRawPointer(address)
        let place = Object.self is AnyClass ? address.load(as: UnsafeRawPointer.self) : address
        return property.value(of: place, owner: nil).owned
      }
    }
    return read(type)
  }

  private func property(of object: Any) -> ObjectShape.Property? {
    guard case .object(let found as any ShapedObject) = QueryValue(reading: object, reading),
      found.shape.type == type(of: object)
    else { return nil }
    return found.shape.property(named: name)
  }
}
