import PredicateSyntax
import PredicateValues

extension Explanation.Value: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, value
  }

  /// Reads the expression and its value, which is a constant of the language.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the value is no constant.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    let constant = try container.decode(QueryExpression.self, forKey: .value)
    do throws(PredicateIssue) {
      value = try constant.valueByReference(with: .null)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [CodingKeys.value], debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes the expression, and its value in the notation of the language: `1990`, `"Alien"`, `CAST(785077800, "NSDate")`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(constant, forKey: .value)
  }
}
