import PredicateValues

/// The text that identifies an object for people.
extension Entity {
  /// The attribute that identifies an object for people: a text called name or title, otherwise the first required text, otherwise a description. Nil
  /// if there is none. Three kinds of texts are excluded: keys, required texts whose name is that of an identifier, a number or a date, and texts
  /// that many rows share (`paid`, `shipped`).
  ///
  /// A person's name takes precedence over a title, because that is the person's job or form of address. The last name takes precedence over the first
  /// name.
  public var titleAttribute: Attribute? { titleAttributes.last }

  /// The attributes that together identify an object for people, in their usual order: a person's first and last name, otherwise only
  /// ``titleAttribute``. Empty for an entity without a title.
  package var titleAttributes: [Attribute] {
    let texts = attributes.filter { attribute in
      attribute.type == .string && !attribute.isRepeated
        && !key.columns.contains { $0.isSameSQLName(as: attribute.column) }
    }
    func called(_ words: Set<String>) -> Attribute? {
      texts.first { words.contains(NameWords($0.name).words.joined().lowercased()) }
    }
    let person = [called(Self.firstNames), called(Self.lastNames)].compactMap(\.self)
    if !person.isEmpty { return called(["name", "fullname", "displayname"]).map { [$0] } ?? person }
    func first(_ words: Set<String>) -> Attribute? { texts.first { words.contains(NameWords($0.name).lastWord) } }
    let found =
      texts.first { Self.titles.contains($0.name.lowercased()) }
      ?? first(Self.titles.union(["username"]))
      ?? texts.first { !$0.isOptional && !Self.wordsOfNoTitle.contains(NameWords($0.name).lastWord) }
      ?? first(["description"])
    return found.map { [$0] } ?? []
  }

  /// The text that identifies an object for people: `Ann Lee`. Nil if all title attributes lack a text.
  package func title(_ value: (Attribute) throws -> QueryValue?) rethrows -> String? {
    try Self.title(titleAttributes, value)
  }

  /// The text that identifies an object for people, for a caller that has computed the title attributes once for many objects.
  package static func title(_ attributes: [Attribute], _ value: (Attribute) throws -> QueryValue?) rethrows -> String? {
    let texts = try attributes.compactMap { attribute -> String? in
      guard case .string(let text)? = try value(attribute) else { return nil }
      return text
    }
    return texts.isEmpty ? nil : texts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static let titles: Set<String> = ["name", "title", "label", "subject"]
  private static let firstNames: Set<String> = ["firstname", "givenname", "forename", "fname"]
  private static let lastNames: Set<String> = ["lastname", "familyname", "surname", "lname"]

  /// The least share of different values that a sample of the attribute must have, so that the attribute can identify objects. Several films may have
  /// one title, and persons share names. A text that was chosen only by its position needs nearly as many values as there are objects.
  package static func leastShare(ofTitle attribute: Attribute) -> Double {
    let words = NameWords(attribute.name)
    if firstNames.union(lastNames).contains(words.words.joined().lowercased()) { return 0 }
    return titles.union(["username"]).contains(words.lastWord) ? 0.5 : 0.9
  }

  /// A text attribute whose name ends with one of these words does not contain names.
  private static let wordsOfNoTitle: Set<String> = [
    "at", "on", "date", "time", "count", "id", "identifier", "uuid", "guid",
  ]
}
