import PredicateValues

/// A value where it lies, not copied: what it is, and where its payload begins.
///
/// A view counts while what it was taken from stays where it is and as it is: the elements that a query is asked of, what a ``ViewColumn``
/// keeps.
struct ValueView {
  /// What lies there.
  enum Kind: UInt8 {
    case null
    case boolean
    /// 64 bits.
    case integer
    case double
    case string
    /// `[QueryValue]`.
    case array
    /// `[String]`.
    case strings
    /// `[Any]`.
    case anys
    /// A ``QueryDictionary``.
    case dictionary
    /// `[String: Any]`.
    case anyDictionary
    /// `[String: QueryValue]`.
    case valueDictionary
    /// `[String: Int]`.
    case integerDictionary
    /// `[String: Double]`.
    case doubleDictionary
    /// `[String: Bool]`.
    case booleanDictionary
    /// `[String: String]`.
    case stringDictionary
    /// `[String: AnyHashable]`.
    case hashableDictionary
    /// A ``QueryValue`` of any kind.
    case value
    /// Something that has to be copied: nothing that a predicate meets.
    case unknown
  }

  let kind: Kind
  let address: UnsafeRawPointer

  @inline(__always)
  init(_ kind: Kind, _ address: UnsafeRawPointer) {
    self.kind = kind
    self.address = address
  }

  /// Nothing.
  @inline(__always)
  static func null(_ address: UnsafeRawPointer) -> ValueView { ValueView(.null, address) }

  /// The view of nothing that lies anywhere.
  @inline(__always)
  static var nothing: ValueView { ValueView(.null, UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped) }

  /// Whether values are read where they lie. Where they are not, every view is one of a ``QueryValue`` as a whole, or of a dictionary that
  /// is asked the public way.
  static let areInPlace = AnyMemory.isTrusted && DictionaryMemory.isTrusted && KnownShape.isTrusted

  /// A value of the language.
  @inline(__always)
  init(value: UnsafeRawPointer) {
    address = value
    kind = Self.areInPlace ? ValueMemory.kind(value) : .value
  }

  /// The value, copied.
  var queryValue: QueryValue {
    switch kind {
    case .null, .unknown: .null
    case .boolean: .boolean(load(Bool.self))
    case .integer: .integer(load(Int64.self))
    case .double: .double(load(Double.self))
    case .string: .string(load(String.self))
    case .array: .array(load([QueryValue].self))
    case .strings: .array(load([String].self).map { .string($0) })
    case .anys: QueryValue(dynamically: load([Any].self))
    case .dictionary: .dictionary(load(QueryDictionary.self))
    case .anyDictionary: QueryValue(dynamically: load([String: Any].self))
    case .valueDictionary: .dictionary(QueryDictionary(load([String: QueryValue].self).lazy.map { ($0.key, $0.value) }))
    case .integerDictionary: wholeDictionary(Int.self)
    case .doubleDictionary: wholeDictionary(Double.self)
    case .booleanDictionary: wholeDictionary(Bool.self)
    case .stringDictionary: wholeDictionary(String.self)
    case .hashableDictionary: wholeDictionary(AnyHashable.self)
    case .value: load(QueryValue.self)
    }
  }

  /// Whether the value is nil.
  var isNull: Bool {
    switch kind {
    case .null: true
    case .double, .value: queryValue.withoutNaN.isNull
    default: false
    }
  }

  @inline(__always)
  private func load<Value>(_: Value.Type) -> Value { address.assumingMemoryBound(to: Value.self).pointee }
}
