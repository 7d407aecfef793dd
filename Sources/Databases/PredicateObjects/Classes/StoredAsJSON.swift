import Foundation
import PredicateValues

/// A Codable type whose values are texts of JSON in their column.
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
/// Arrays, sets and dictionaries of Codable values are stored in this way, too. Each read decodes the text, and each change writes it as a whole. Predicates see
/// the text: `labels CONTAINS '"noir"'` finds the shops with the label `noir`, because JSON puts strings in quotes and sorts the keys here. For conditions on the parts,
/// make the parts attributes, or objects of their own class.
public protocol StoredAsJSON: StorableValue, Codable {}

extension StoredAsJSON {
  /// Text.
  public static var attributeType: QueryType { .string }

  /// The value that the text encodes; nil for another text, which reading the property reports.
  public init?(stored value: QueryValue) {
    guard case .string(let text) = value,
      let found = try? JSONText.decoder.decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = found
  }

  /// The text. A value that cannot be encoded gives bytes, which the attribute refuses, so that setting it is a failure.
  public var storedValue: QueryValue {
    guard let data = try? JSONText.encoder.encode(self) else { return .data([]) }
    return .string(String(decoding: data, as: UTF8.self))
  }
}

private enum JSONText {
  /// Equal values give equal texts.
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
