extension QueryPredicate: Codable {
  /// Reads the exact form.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the first issue of a text that is no predicate as its underlying error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(PredicateIssue) {
      self = try QueryPredicate(format: text, limits: .ofStoredForms)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  /// Writes the exact form, one string: reading it gives an equal predicate, the types of its constants included.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(exactFormat)
  }
}

extension QueryExpression: Codable {
  /// Reads the exact form.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the first issue of a text that is no expression as its underlying error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(PredicateIssue) {
      self = try QueryExpression(format: text, limits: .ofStoredForms)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  /// Writes the exact form, one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(exactFormat)
  }
}

extension PredicateLimits {
  /// What was a tree once may be read again, whatever limits it was read with and however long its constants are; it is linear in the text,
  /// and binding has limits of its own.
  fileprivate static let ofStoredForms: PredicateLimits = {
    var limits = PredicateLimits(sourceLength: .max, nodes: maximumNodes)
    limits.takesListsAsGiven = true
    return limits
  }()
}
