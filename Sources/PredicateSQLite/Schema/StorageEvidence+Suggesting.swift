import PredicateModel
import PredicateValues

/// What columns seem to hold that are declared as texts or whole numbers. Nothing is read as such before somebody says so
/// (``PredicateDatabase/retyped(_:of:to:storedAs:)``).
extension StorageEvidence {
  /// Words in the name of a column of dates: `ordered_at`, `birthday`, `validUntil`.
  private static let dateWords: Set<String> = [
    "at", "on", "since", "until", "date", "datetime", "time", "timestamp", "day", "birthday", "born", "created",
    "updated",
    "modified", "deleted", "expires", "expiry", "start", "end", "begin", "ms", "millis", "unix", "epoch", "julian",
  ]
  /// Words in the name of a column of booleans: `is_active`, `hasChildren`.
  private static let booleanWords: Set<String> = [
    "is", "has", "can", "was", "flag", "active", "enabled", "disabled", "deleted", "done", "paid", "valid", "visible",
    "hidden", "public", "private", "verified",
  ]

  private static func words(_ name: String) -> Set<String> { Set(NameWords(name).words.map { $0.lowercased() }) }

  /// Whether values of a column are worth a look: of texts, which may be long, only where the name speaks of dates or booleans.
  static func maySuggest(_ type: QueryType, named name: String) -> Bool {
    switch type {
    case .integer: true
    case .string: !words(name).isDisjoint(with: dateWords.union(booleanWords))
    default: false
    }
  }

  /// Dates where all texts are dates; booleans where both of two words are there, or 0 and 1 alone; dates where a name speaks of them and
  /// all numbers are of one known form. Nil for everything else.
  static func suggestedType(for type: QueryType, named name: String, _ values: [StoredValue]) -> QueryType? {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    switch type {
    case .string:
      // An empty text is nothing.
      let written = texts.filter { !$0.isEmpty }
      guard texts.count == values.count, !written.isEmpty else { return nil }
      if written.allSatisfy({ ISODate.parse($0) != nil && $0.utf8.count >= 10 }) { return .date }
      let meanings = Set(written.map { AttributeStorage.boolean(ofWord: $0) })
      return meanings == [true, false] ? .boolean : nil
    case .integer:
      let numbers = Set(values.map { value -> Int64? in if case .integer(let number) = value { number } else { nil } })
      if numbers == [0, 1] { return .boolean }
      guard !words(name).isDisjoint(with: dateWords), texts.isEmpty, !values.isEmpty else { return nil }
      let evidence = ofDates(values, named: nil)
      return evidence.note == nil && evidence.storage != .iso8601Text ? .date : nil
    default: return nil
    }
  }

  /// How a column stores a type that somebody says it has.
  static func of(_ type: QueryType, named name: String, _ values: [StoredValue]) -> StorageEvidence {
    switch type {
    case .date: ofDates(values, named: DeclaredType.dateStorage(ofName: name))
    case .boolean: ofBooleans(values)
    case .uuid: ofUUIDs(values, declared: .uuidText)
    default: StorageEvidence(storage: .standard(for: type))
    }
  }
}
