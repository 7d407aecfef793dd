import PredicateValues

/// A value in a model file that does not belong to a column: a text, a number, a boolean.
struct ModelValue: Codable {
  let value: QueryValue

  init(_ value: QueryValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Integers are tried before doubles, so that they stay integers.
    if let truth = try? container.decode(Bool.self) {
      value = .boolean(truth)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .double(number)
    } else {
      value = .string(try container.decode(String.self))
    }
  }

  /// The values of user info.
  static func dictionary(_ info: QueryDictionary) -> [String: ModelValue] {
    Dictionary(zip(info.keys, info.values).map { ($0, ModelValue($1)) }) { $1 }
  }

  /// Whether model files can contain a value.
  static func holds(_ value: QueryValue) -> Bool {
    switch value {
    case .boolean, .integer, .string: true
    case .double(let number): number.isFinite
    default: false
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .boolean(let truth): try container.encode(truth)
    case .integer(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    default:
      throw EncodingError.invalidValue(
        value, .init(codingPath: encoder.codingPath, debugDescription: "a model file has no form for it"))
    }
  }
}
