import PredicateValues

extension QueryPolicy.Names: Codable {
  private enum Key: String, CodingKey, CaseIterable { case only, except }

  /// Reads `"all"`, `"none"`, `{"only": ["title"]}`, `{"except": ["draftNote"]}`.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "all": self = .all
      case "none": self = .none
      default:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "expected “all” or “none”, found “\(word)”"))
      }
      return
    }
    let container = try decoder.container(knowingOnly: Key.self)
    switch container.allKeys {
    case [.only]: self = .listed(try container.decode([String].self, forKey: .only))
    case [.except]: self = .unlisted(try container.decode([String].self, forKey: .except))
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected one of the keys “only” and “except”"))
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .all, .none:
      var container = encoder.singleValueContainer()
      try container.encode(isNone ? "none" : "all")
    case .listed(let names):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(names, forKey: .only)
    case .unlisted(let names):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(names, forKey: .except)
    }
  }
}
