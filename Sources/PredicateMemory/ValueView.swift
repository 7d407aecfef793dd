import PredicateValues

/// A value where it lies, not copied: what it is, and where its payload begins.
///
/// A view counts while what it was taken from stays where it is and as it is: the elements that a query is asked of, what a ``ViewColumn``
/// keeps.
public struct ValueView {
  /// What lies there.
  public enum Kind: UInt8, Sendable {
    /// No value: nil, or what is no value of the language.
    case null
    /// A `Bool`, as the integer 0 or 1.
    case boolean
    /// 64 bits.
    case integer
    /// A `Double` or `Float`.
    case double
    /// A `String`, read where it lies.
    case string
    /// `[QueryValue]`.
    case array
    /// `[String]`.
    case strings
    /// `[Any]`.
    case anys
    /// `[[String: Any]]`.
    case anyDictionaries
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
    /// ``TextBytes`` that say where the characters of a text lie.
    case text
    /// An array out of views: where the first one lies, and their number.
    case views
    /// An object: its address and its shape, as the engine stores them.
    case object
    /// A ``QueryValue`` of any kind.
    case value
    /// Something that has to be copied: nothing that a predicate meets.
    case unknown
  }

  /// What the value is.
  public let kind: Kind
  /// Where its payload begins.
  public let address: UnsafeRawPointer

  /// The view of what lies at an address.
  @inlinable @inline(__always)
  public init(_ kind: Kind, _ address: UnsafeRawPointer) {
    self.kind = kind
    self.address = address
  }

  /// The view of a `Double`. As everywhere, NaN is nil.
  @inlinable @inline(__always)
  public init(double address: UnsafeRawPointer) {
    self.init(address.load(as: Double.self).isNaN ? .null : .double, address)
  }

  /// Nothing.
  @inlinable @inline(__always)
  public static func null(_ address: UnsafeRawPointer) -> ValueView { ValueView(.null, address) }

  /// The view of nothing that lies anywhere.
  @inlinable @inline(__always)
  public static var nothing: ValueView { ValueView(.null, UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped) }

  /// Whether values are read where they lie. Where they are not, every view is one of a ``QueryValue`` as a whole, or of a dictionary that
  /// is asked the public way.
  public static let areInPlace = AnyMemory.isTrusted && DictionaryMemory.isTrusted && KnownShape.isTrusted

  /// A value of the language.
  @inlinable @inline(__always)
  public init(value: UnsafeRawPointer) {
    address = value
    kind = Self.areInPlace ? ValueMemory.kind(value) : .value
  }
}
