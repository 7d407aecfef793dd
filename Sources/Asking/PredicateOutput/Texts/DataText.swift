import PredicateDocuments
import PredicateValues

/// Values as programs read them.
package enum DataText {
  /// Without quotes or escapes: dates in ISO 8601 form, data in base64, objects by their keys. Empty for nil.
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

  /// The only member of the object for a double that JSON lacks, as in the line protocol: `{"$double":"inf"}`.
  package static let doubleTag = "$double"

  /// As JSON: a value that JSON has no form for is a string, an object its key. An infinite number is `{"$double":"inf"}` or `{"$double":"-inf"}`:
  /// JSON's null is nil.
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
