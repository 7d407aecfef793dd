import PredicateSyntax

/// A condition of a model file: its text.
struct ModelCondition: Codable {
  let predicate: QueryPredicate

  init(_ predicate: QueryPredicate) { self.predicate = predicate }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      predicate = try QueryPredicate(format: text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)”: \(error.message)")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(predicate.exactFormat)
  }
}
