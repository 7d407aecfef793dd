import PredicateValues

/// What is known of one machine, event or object: a table of keys and values that predicates are tried against.
///
/// ```swift
/// FactRecord(id: "mac-01", file: "facts/mac-01.plist", facts: QueryDictionary([("machine_type", .string("laptop"))]))
/// ```
public struct FactRecord: Sendable {
  /// What the record is called: the name of its file without the ending, with the position in a list behind it; or the value of a key.
  public let id: String
  /// The file that the record comes from.
  public let file: String
  /// The keys and values.
  public let facts: QueryDictionary

  /// A record.
  public init(id: String, file: String, facts: QueryDictionary) {
    self.id = id
    self.file = file
    self.facts = facts
  }
}
