/// A value of a model file as its column stores it: a number, a text.
struct ModelScalar: Codable {
  let stored: StoredValue

  init(stored: StoredValue) { self.stored = stored }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A number may be both; an integer stays one.
    if let integer = try? container.decode(Int64.self) {
      stored = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      stored = .real(number)
    } else {
      stored = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch stored {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .blob:
      throw EncodingError.invalidValue(
        stored, .init(codingPath: encoder.codingPath, debugDescription: "a model file has no form for bytes"))
    }
  }
}
