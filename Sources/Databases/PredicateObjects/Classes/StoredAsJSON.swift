import Foundation
import PredicateValues

/// A Codable type whose values are stored as JSON text in their column.
///
/// ```swift
/// struct Address: StoredAsJSON {
///   var street: String
///   var city: String
///   static let placeholder = Address(street: "", city: "")
/// }
/// final class Shop: StoredObject {
///   @Stored var address: Address
///   @Stored var labels: [String]
/// }
/// ```
///
/// Arrays, sets and dictionaries of Codable values are stored in this way, too. Each read decodes the text, and each change writes the whole text.
/// Predicates see the text: `labels CONTAINS '"noir"'` finds the shops with the label `noir`, because strings in JSON have quotes. Keys are sorted.
/// A text without them, `labels CONTAINS 'noir'`, is an error, because it would also find the label `noirish`. ANY and lists are errors, too.
/// For conditions on the parts, make the parts attributes, or objects of their own class.
public protocol StoredAsJSON: StorableValue, Codable {}

extension StoredAsJSON {
  /// Text.
  public static var attributeType: QueryType { .string }

  /// The value that the text encodes; nil for an invalid text, which reading the property reports.
  public init?(stored value: QueryValue) {
    guard case .string(let text) = value,
      let found = try? JSONText.decoder.decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = found
  }

  /// The value as text. If it cannot be encoded, the result is an ``UnencodedValue``, which contains the reason. No attribute accepts it, so
  /// assigning the property fails with the attribute, the type and the reason.
  public var storedValue: QueryValue {
    do {
      return .string(String(decoding: try JSONText.encoder.encode(self), as: UTF8.self))
    } catch {
      return .object(UnencodedValue(type: "\(Self.self)", reason: UnencodedValue.reason(error)))
    }
  }
}

/// Replaces a value that cannot be encoded as JSON.
struct UnencodedValue: QueryObject {
  let type: String
  let reason: String

  var entityName: String { type }
  var reference: ObjectReference? { nil }
  var keys: [String] { [] }
  func value(forKey key: String) -> QueryValue? { nil }

  /// The message of an encoder's error, with the place of the value: `lines.0.price: not a number`.
  fileprivate static func reason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    let place = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
  }
}

extension StoreIssue {
  /// The issue for a value that an attribute cannot hold.
  ///
  /// - Parameter attribute: The entity and the attribute: `Movie.title`.
  static func refused(_ value: QueryValue, by attribute: String, of type: QueryType? = nil) -> StoreIssue {
    if case .object(let object) = value, let unencoded = object as? UnencodedValue {
      return StoreIssue(
        .wrongType,
        "\(attribute) cannot hold a value of type \(unencoded.type), which cannot be written as JSON: \(unencoded.reason)"
      )
    }
    if value.isNotANumber { return StoreIssue(.wrongType, "\(attribute) cannot store NaN, which is not a number") }
    return StoreIssue(.wrongType, "\(attribute)\(type.map { " is \($0), and" } ?? "") cannot hold \(value.type)")
  }
}

extension QueryValue {
  /// The value as the text of a predicate has it, for messages.
  var shownValue: String { queryArgument.expression().canonicalFormat }
}

private enum JSONText {
  /// Sorts keys, so that equal values have equal texts.
  static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()

  static let decoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }()
}

extension Array: StorableValue where Element: Codable {
  /// No elements: `[]`.
  public static var placeholder: [Element] { [] }
}

extension Array: StoredAsJSON where Element: Codable {}

extension Set: StorableValue where Element: Codable {
  /// No elements.
  public static var placeholder: Set<Element> { [] }
}

extension Set: StoredAsJSON where Element: Codable {}

extension Dictionary: StorableValue where Key: Codable, Value: Codable {
  /// No entries.
  public static var placeholder: [Key: Value] { [:] }
}

extension Dictionary: StoredAsJSON where Key: Codable, Value: Codable {}
