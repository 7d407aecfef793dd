import PredicateDocuments
import PredicateValues

/// Formats values for programs.
package enum DataText {
  /// The value as plain text, without quotes and escapes: dates in ISO 8601, data in Base64, objects by their keys. Empty for nil.
  package static func text(of value: QueryValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array, .set, .dictionary: JSONWriter.text(of: json(of: value))
    case .double(let number) where !number.isFinite: "\(number)"
    default:
      switch json(of: value) {
      case .string(let text): text
      case let other: JSONWriter.text(of: other)
      }
    }
  }

  /// The name of the only member of an object that represents a double that JSON lacks, as in the line protocol: `{"$double":"inf"}`.
  package static let doubleTag = "$double"

  /// The value as JSON. A value without a JSON type is a string, and an object is its key. An infinite number is `{"$double":"inf"}` or
  /// `{"$double":"-inf"}`, because null means nil.
  package static func json(of value: QueryValue) -> JSONValue {
    switch value {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value) where value.isFinite: .double(value)
    case .double(let value): .object(JSONObject([(doubleTag, .string("\(value)"))]))
    case .decimal(let value): .string(value.description)
    case .string(let value), .url(let value): .string(value)
    case .date(let value): .string(ISODate.format(value))
    case .data(let bytes): .string(Base64.encode(bytes))
    case .uuid(let value): .string(value.description)
    case .array(let elements), .set(let elements): .array(elements.map(json))
    case .dictionary(let dictionary):
      .object(JSONObject(zip(dictionary.keys, dictionary.values).map { ($0, json(of: $1)) }))
    case .object(let object): object.wholeKey.map(json) ?? .string(object.entityName)
    case .reference(let reference): .integer(reference.key)
    }
  }
}
