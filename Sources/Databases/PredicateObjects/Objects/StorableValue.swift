import Foundation
import PredicateValues

/// A Swift type of properties of stored objects.
///
/// A type of an application can conform, so that its values are stored in one of the types of columns. An enum with raw values only needs
/// `CaseIterable`, or a placeholder:
///
///     enum Genre: String, CaseIterable, StorableValue { case drama, noir }
///
///     extension Distance: StorableValue {
///       static var attributeType: QueryType { .double }
///       static var placeholder: Distance { Distance(metres: 0) }
///       init?(stored value: QueryValue) { … }
///       var storedValue: QueryValue { .double(metres) }
///     }
public protocol StorableValue {
  /// The type of the attribute.
  static var attributeType: QueryType { get }
  /// Whether the type can be nil.
  static var isOptional: Bool { get }
  /// The value that a property has while its object has no value for it.
  static var placeholder: Self { get }

  /// Reads the value of a column; nil if it is not a value of this type.
  init?(stored value: QueryValue)
  /// The value to write to the column.
  var storedValue: QueryValue { get }
}

extension StorableValue {
  /// The default: false.
  public static var isOptional: Bool { false }
}

extension Optional: StorableValue where Wrapped: StorableValue {
  /// The type of the wrapped type.
  public static var attributeType: QueryType { Wrapped.attributeType }
  /// True: an optional may be nil.
  public static var isOptional: Bool { true }
  /// nil.
  @inlinable public static var placeholder: Wrapped? { nil }

  /// Nil for `.null`, otherwise the wrapped type's value. A value that is not of the wrapped type is refused.
  @inlinable public init?(stored value: QueryValue) {
    if value.isNull {
      self = nil
    } else if let found = Wrapped(stored: value) {
      self = found
    } else {
      return nil
    }
  }

  /// The value of the wrapped value, or nil.
  @inlinable public var storedValue: QueryValue { self?.storedValue ?? .null }
}

extension String: StorableValue {
  /// Text.
  public static var attributeType: QueryType { .string }
  /// The empty text: `""`.
  @inlinable public static var placeholder: String { "" }

  /// A text.
  @inlinable public init?(stored value: QueryValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }

  /// A text.
  @inlinable public var storedValue: QueryValue { .string(self) }
}

extension Bool: StorableValue {
  /// A boolean.
  public static var attributeType: QueryType { .boolean }
  /// false.
  @inlinable public static var placeholder: Bool { false }

  /// A boolean.
  @inlinable public init?(stored value: QueryValue) {
    guard case .boolean(let truth) = value else { return nil }
    self = truth
  }

  /// A boolean.
  @inlinable public var storedValue: QueryValue { .boolean(self) }
}

extension StorableValue where Self: FixedWidthInteger {
  /// An integer.
  public static var attributeType: QueryType { .integer }
  /// An integer that the type can hold.
  @inlinable public init?(stored value: QueryValue) {
    guard case .integer(let number) = value, let exact = Self(exactly: number) else { return nil }
    self = exact
  }

  /// An integer.
  @inlinable public var storedValue: QueryValue { .integer(Int64(self)) }
}

extension Int: StorableValue {
  /// 0.
  @inlinable public static var placeholder: Int { 0 }
}

extension Int64: StorableValue {
  /// 0.
  @inlinable public static var placeholder: Int64 { 0 }
}

extension Int32: StorableValue {
  /// 0.
  @inlinable public static var placeholder: Int32 { 0 }
}

extension Int16: StorableValue {
  /// 0.
  @inlinable public static var placeholder: Int16 { 0 }
}

extension Int8: StorableValue {
  /// 0.
  @inlinable public static var placeholder: Int8 { 0 }
}

extension UInt32: StorableValue {
  /// 0.
  @inlinable public static var placeholder: UInt32 { 0 }
}

extension UInt16: StorableValue {
  /// 0.
  @inlinable public static var placeholder: UInt16 { 0 }
}

extension UInt8: StorableValue {
  /// 0.
  @inlinable public static var placeholder: UInt8 { 0 }
}

extension Double: StorableValue {
  /// A floating-point number.
  public static var attributeType: QueryType { .double }
  /// 0.
  @inlinable public static var placeholder: Double { 0 }

  /// Reads a number. An integer must be exact as a double.
  @inlinable public init?(stored value: QueryValue) {
    switch value {
    case .double(let number): self = number
    case .integer(let number):
      guard let exact = Double(exactly: number) else { return nil }
      self = exact
    default: return nil
    }
  }

  /// The number as a double. Assigning NaN to an attribute is refused.
  @inlinable public var storedValue: QueryValue { .double(self) }
}

extension Float: StorableValue {
  /// A floating-point number.
  public static var attributeType: QueryType { .double }
  /// 0.
  @inlinable public static var placeholder: Float { 0 }

  /// The nearest number; nil if it is out of the type's range.
  @inlinable public init?(stored value: QueryValue) {
    guard let number = Double(stored: value), Float(number).isFinite == number.isFinite else { return nil }
    self = Float(number)
  }

  /// The number as a double, without rounding. Assigning NaN to an attribute is refused.
  @inlinable public var storedValue: QueryValue { .double(Double(self)) }
}

extension Date: StorableValue {
  /// A date.
  public static var attributeType: QueryType { .date }
  /// 2001-01-01 00:00:00 UTC.
  @inlinable public static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }

  /// A date.
  @inlinable public init?(stored value: QueryValue) {
    guard case .date(let seconds) = value else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// A date.
  @inlinable public var storedValue: QueryValue { .date(timeIntervalSinceReferenceDate) }
}

extension Data: StorableValue {
  /// Bytes.
  public static var attributeType: QueryType { .data }
  /// No bytes.
  @inlinable public static var placeholder: Data { Data() }

  /// Bytes.
  @inlinable public init?(stored value: QueryValue) {
    guard case .data(let bytes) = value else { return nil }
    self.init(bytes)
  }

  /// Bytes.
  @inlinable public var storedValue: QueryValue { .data([UInt8](self)) }
}

extension UUID: StorableValue {
  /// A UUID.
  public static var attributeType: QueryType { .uuid }
  /// The UUID whose bytes are all 0.
  @inlinable public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

  /// A UUID.
  @inlinable public init?(stored value: QueryValue) {
    guard case .uuid(let uuid) = value else { return nil }
    self.init(uuidString: uuid.description)
  }

  /// A UUID.
  @inlinable public var storedValue: QueryValue { QueryUUID(uuidString).map { .uuid($0) } ?? .null }
}

extension URL: StorableValue {
  /// A URL.
  public static var attributeType: QueryType { .url }
  /// The root of the file system.
  @inlinable public static var placeholder: URL { URL(filePath: "/") }

  /// A URL.
  @inlinable public init?(stored value: QueryValue) {
    guard case .url(let text) = value else { return nil }
    self.init(string: text)
  }

  /// A URL.
  @inlinable public var storedValue: QueryValue { .url(absoluteString) }
}

extension Decimal: StorableValue {
  /// A decimal number.
  public static var attributeType: QueryType { .decimal }
  /// 0.
  @inlinable public static var placeholder: Decimal { 0 }

  /// A decimal number.
  @inlinable public init?(stored value: QueryValue) {
    guard case .decimal(let number) = value else { return nil }
    self.init(string: number.description)
  }

  /// The decimal number. Assigning NaN to an attribute is refused.
  @inlinable public var storedValue: QueryValue { QueryDecimal(description).map { .decimal($0) } ?? .double(.nan) }
}

/// The placeholder of a type with a list of its values is the first of them: `.drama` for `enum Genre: String, CaseIterable, StorableValue { case
/// drama, noir }`.
extension StorableValue where Self: CaseIterable {
  /// The first value. An enum without cases has none, and no value can exist.
  public static var placeholder: Self { allCases[allCases.startIndex] }
}

/// An enum with raw values is stored as its raw value. Without `CaseIterable` it declares the placeholder for a missing value.
///
///     enum Genre: String, StorableValue {
///       case drama, noir
///       static let placeholder = Genre.drama
///     }
extension StorableValue where Self: RawRepresentable, RawValue: StorableValue {
  /// The type of the raw value.
  public static var attributeType: QueryType { RawValue.attributeType }

  /// The case with a raw value; nil if no case has it.
  public init?(stored value: QueryValue) {
    guard let raw = RawValue(stored: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value.
  public var storedValue: QueryValue { rawValue.storedValue }
}

/// Types that can read every value of their attribute's type. Enums, smaller integers and types that are stored as JSON cannot.
protocol ReadingEveryValue {}
extension String: ReadingEveryValue {}
extension Bool: ReadingEveryValue {}
extension Int: ReadingEveryValue {}
extension Int64: ReadingEveryValue {}
extension Double: ReadingEveryValue {}
extension Date: ReadingEveryValue {}
extension Data: ReadingEveryValue {}
extension UUID: ReadingEveryValue {}
extension Optional: ReadingEveryValue where Wrapped: ReadingEveryValue {}
