import PredicateBinding
import PredicateReference

/// A value whose type is known only when a predicate runs.
enum DynamicValue {
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  /// A text, given by its bytes in the memory of a loader.
  case text(UnsafeBufferPointer<UInt8>)
  /// Any other Swift value, in a box. Without the box, the existential would make each copy of this enum a call.
  indirect case any(Any)
  /// Any other value of the language.
  case value(QueryValue)
  /// The values that a name has in the elements of an array.
  case list([DynamicValue])
}

extension DynamicValue {
  /// The dynamic value of a Swift value; nil if it is NaN.
  init?(any: Any) {
    // Comparing the type and copying the bytes takes a fifth of the time of a cast.
    func known<Value>(_ value: Value) -> DynamicValue? {
      if Value.self == String.self { return .string(unsafeBitCast(value, to: String.self)) }
      if Value.self == Int.self { return .integer(Int64(unsafeBitCast(value, to: Int.self))) }
      if Value.self == Double.self { return .double(unsafeBitCast(value, to: Double.self)) }
      if Value.self == Bool.self { return .boolean(unsafeBitCast(value, to: Bool.self)) }
      if Value.self == QueryValue.self { return .value(unsafeBitCast(value, to: QueryValue.self)) }
      return nil
    }
    guard let found = known(any) else {
      self = .any(any)
      return
    }
    switch found {
    case .double(let number) where number.isNaN: return nil
    case .value(let value): self.init(value)
    default: self = found
    }
  }

  /// The dynamic value of a value of the language; nil if it is nil.
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

  /// Whether the value is nil in the language. Examples are Foundation's null, and NaN.
  func isNull(_ reading: BindingOptions.Reading) -> Bool {
    if case .any(let any) = self { return QueryValue(reading: any, reading).withoutNaN.isNull }
    return false
  }

  /// The value, converted to a value of the language.
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

  /// The number of elements of an array of a common type; nil for every other value.
  var elementCount: Int? {
    switch self {
    case .list(let values): values.count
    case .any(let any): Self.dictionaries(any)?.count ?? Self.array(any)?.count
    default: nil
    }
  }

  /// The elements for a range; nil if the value is nil. Throws if the value has no elements.
  func elements(
    _ reading: BindingOptions.Reading, _ context: RunContext, at place: SourceRange
  ) throws(PredicateIssue) -> [DynamicValue?]? {
    switch self {
    case .list(let values): return values
    case .any(let any):
      if let array = Self.dictionaries(any) { return array.map { .any($0) } }
      if let array = Self.array(any) { return array.map { DynamicValue(any: $0) } }
    default: break
    }
    return try context.evaluator.rangeElements(of: queryValue(reading), at: place)?.map { DynamicValue($0) }
  }
}

/// A name that is looked up in values of unknown type. It comes from a node of the core.
struct DynamicName: Sendable {
  private let key: DictionaryKey
  /// `.property` or `.index`.
  let node: CoreValue
  let reading: BindingOptions.Reading

  init(_ name: String, _ node: CoreValue, _ reading: BindingOptions.Reading) {
    key = DictionaryKey(name)
    self.node = node
    self.reading = reading
  }

  /// The value for the name in another value; nil if it is nil.
  func value(in base: DynamicValue, _ context: RunContext) throws(PredicateIssue) -> DynamicValue? {
    if let dictionary = base.dictionary { return dictionary.dynamicValue(of: key) }
    if let dictionaries = base.dictionaries {
      if dictionaries.count > context.visitedElements { throw .tooManyElements }
      let found = dictionaries.compactMap { $0.dynamicValue(of: key) }
      // The reference evaluator flattens values that are arrays. So it evaluates the name, unless no value can be an array.
      if found.count == dictionaries.count, found.allSatisfy(\.isNoArray) { return .list(found) }
    }
    return DynamicValue(try context.evaluator.apply(node, to: base.queryValue(reading)))
  }
}

extension DynamicValue {
  fileprivate var dictionary: [String: Any]? {
    guard case .any(let any) = self, type(of: any) == [String: Any].self else { return nil }
    return any as? [String: Any]
  }

  /// The elements of an array of dictionaries; nil for any other value.
  fileprivate var dictionaries: [[String: Any]]? {
    switch self {
    case .list(let values):
      let found = values.compactMap(\.dictionary)
      return found.count == values.count ? found : nil
    case .any(let any): return Self.dictionaries(any)
    default: return nil
    }
  }

  /// The type is compared before the cast, because the cast would also convert other arrays, element by element.
  fileprivate static func dictionaries(_ any: Any) -> [[String: Any]]? {
    type(of: any) == [[String: Any]].self ? any as? [[String: Any]] : nil
  }

  fileprivate static func array(_ any: Any) -> [Any]? {
    type(of: any) == [Any].self ? any as? [Any] : nil
  }

  /// Whether it is known that the value is not an array.
  fileprivate var isNoArray: Bool {
    switch self {
    case .boolean, .integer, .double, .string, .text: true
    case .any(let any): type(of: any) == [String: Any].self
    case .value, .list: false
    }
  }
}

/// A name that is looked up in dictionaries.
struct DictionaryKey: Sendable {
  let name: String
  /// Whether a key that equals the name must have the same scalars. Swift's strings are equal if they are canonically equivalent. Only three
  /// characters are equivalent to ASCII characters: U+212A, U+037E and U+1FEF.
  private let isOnlyItself: Bool

  init(_ name: String) {
    self.name = name
    isOnlyItself = name.utf8.allSatisfy { $0 < 0x80 && !"K;`".utf8.contains($0) }
  }

  /// The index of the name in a dictionary; nil if there is none. A key that is canonically equivalent to the name, but has other scalars, is a
  /// different key.
  @inline(__always)
  func index<Value>(in dictionary: [String: Value]) -> Dictionary<String, Value>.Index? {
    guard let index = dictionary.index(forKey: name) else { return nil }
    return isOnlyItself || dictionary.keys[index].hasSameScalars(as: name) ? index : nil
  }
}

extension [String: Any] {
  func dynamicValue(of key: DictionaryKey) -> DynamicValue? {
    guard let index = key.index(in: self) else { return nil }
    return DynamicValue(any: values[index])
  }
}

/// A type of dictionaries with string keys, or of optionals of them. It reads values by name at an address.
protocol NamedValues: SendableMetatype {
  static func value(of key: DictionaryKey, at address: UnsafeRawPointer) -> DynamicValue?
}

extension Dictionary: NamedValues where Key == String {
  static func value(of key: DictionaryKey, at address: UnsafeRawPointer) -> DynamicValue? {
    let dictionary = address.assumingMemoryBound(to: Self.self).pointee
    guard let index = key.index(in: dictionary) else { return nil }
    return DynamicValue(any: dictionary.values[index])
  }
}

extension Optional: NamedValues where Wrapped: NamedValues {
  static func value(of key: DictionaryKey, at address: UnsafeRawPointer) -> DynamicValue? {
    address.assumingMemoryBound(to: Self.self).pointee.flatMap {
      withUnsafePointer(to: $0) { Wrapped.value(of: key, at: $0) }
    }
  }
}

/// A comparison of a value of unknown type with a constant.
struct DynamicComparison: Sendable {
  /// The tests for each type of value. A test has the result of the same comparison for a value of known type. Nil if the comparison must be
  /// evaluated in full.
  struct Tests: Sendable {
    var integer: (@Sendable (Int64) -> Bool)?
    var double: (@Sendable (Double) -> Bool)?
    var boolean: (@Sendable (Bool) -> Bool)?
    var text: TextQuestion?
    var null: Bool?

    /// The answer for a value. Nil if the comparison must be evaluated in full.
    @inline(__always)
    func answer(_ value: DynamicValue?) -> Bool? {
      switch value {
      case nil: null
      case .integer(let number)?: integer?(number)
      case .double(let number)?: double?(number)
      case .boolean(let truth)?: boolean?(truth)
      case .string(let string)?: text?.passes(string)
      case .text(let bytes)?: text?.passes(bytes)
      case .any?, .value?, .list?: nil
      }
    }
  }

  let tests: Tests
  let condition: CoreCondition
  let constant: QueryValue
  let reading: BindingOptions.Reading
  var isConstantLeft = false
  /// The compiled pattern of MATCHES.
  var expression: RegularExpression?
  /// The folded value, if it is compared instead of the value; otherwise nil.
  var folded: CoreValue?

  func holds(_ value: DynamicValue?, _ context: RunContext) throws(PredicateIssue) -> Bool {
    if let answer = tests.answer(value) { return answer }
    if let expression {
      if case .string(let text)? = value { return try expression.matches(text) }
      if case .text(let bytes)? = value { return try expression.matches(bytes) }
    }
    var value = value?.queryValue(reading) ?? .null
    if let folded { value = try context.evaluator.apply(folded, to: value) }
    if isConstantLeft { return try context.evaluator.decide(condition, constant, value) }
    return try context.evaluator.decide(condition, value, constant)
  }
}
