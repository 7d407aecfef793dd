import PredicateChecking
import PredicateDocuments
import PredicateValues

/// The records of a file: a property list in XML or binary, JSON, YAML, or one JSON object per line.
///
/// A file has one record or a list of records. The types of the profile's keys have two effects: a text becomes a date if its key is a date, and
/// `os_vers: 14.2` in YAML stays a text.
///
/// ```swift
/// let file = try FactFile(bytes, named: "facts/mac-01.plist", profile: .named("munki"))
/// file.records.map(\.id)  // ["mac-01"]
/// ```
public struct FactFile: Sendable {
  /// The records in the order of the file.
  public private(set) var records: [FactRecord] = []
  /// Parts that were left out: elements of the list that are not records, and lines that are not JSON.
  public private(set) var issues: [DocumentIssue] = []

  private let file: String
  private let name: String
  private let profile: UseProfile?
  private let idKey: String?
  /// The number of records in the file before the bytes that were read.
  private let start: Int

  /// File name endings that are not part of a record's id.
  private static let endings: Set<String> = ["plist", "json", "yaml", "yml", "xml", "ndjson", "jsonl"]

  /// Reads a file. For a file in UTF-16 the offsets of issues count the bytes of its text in UTF-8.
  ///
  /// - Parameters:
  ///   - file: The file name. It determines the file's kind if the first bytes do not.
  ///   - profile: The types of the keys; nil if they are unknown.
  ///   - idKey: The key whose value is the id of a record.
  ///   - start: The number of JSON lines before these bytes, for a file that is read in parts.
  /// - Throws: ``DocumentIssue`` if the file cannot be read, or has something other than records.
  public init(
    _ bytes: [UInt8], named file: String, profile: UseProfile?, identifiedBy idKey: String? = nil,
    startingAt start: Int = 0
  ) throws(DocumentIssue) {
    self.file = file
    self.profile = profile
    self.idKey = idKey
    self.start = start
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let ending = Self.ending(of: last)
    name = ending.map { String(last.dropLast($0.count + 1)) } ?? last
    try DocumentLimits.require(bytes)
    let bytes = FileText.utf8(bytes)
    if ending == "ndjson" || ending == "jsonl" {
      addLines(bytes)
    } else {
      guard let document = try Self.kind(of: bytes, named: file).document(of: bytes) else {
        throw DocumentIssue("expected a file in the format property list, JSON or YAML", at: 0)
      }
      try add(document)
    }
  }

  private static func ending(of name: String) -> String? {
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
    let ending = String(name[name.index(after: point)...])
    return endings.contains(ending.lowercased()) ? ending : nil
  }

  private static func kind(of bytes: [UInt8], named file: String) -> FileKind {
    let kind = FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength)))
    guard kind == .lines || kind == .other, let first = bytes.first(where: { !" \t\r\n".utf8.contains($0) }) else {
      return kind
    }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : kind
  }

  private mutating func addLines(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) where line.contains(where: { !" \t\r".utf8.contains($0) }) {
      do throws(DocumentIssue) {
        guard case .table(let members)? = try FileKind.json.document(of: Array(line)) else {
          throw DocumentIssue("expected an object of JSON", at: 0)
        }
        add(members, at: start + records.count + issues.count)
      } catch {
        issues.append(DocumentIssue(error.message, at: line.startIndex + error.offset))
      }
    }
  }

  private mutating func add(_ document: DocumentNode) throws(DocumentIssue) {
    switch document {
    case .table(let members): add(members, at: nil)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        if case .table(let members) = element {
          add(members, at: index)
        } else {
          issues.append(DocumentIssue("element \(index) of the list must be a dictionary", at: 0))
        }
      }
    default: throw DocumentIssue("expected a dictionary, or a list of dictionaries", at: 0)
    }
  }

  private mutating func add(_ outer: [DocumentMember], at index: Int?) {
    // A report of the consumer may contain the record in one member, next to other members.
    let inner = outer.first { member in
      if case .table = member.value { profile?.factsAt.contains(member.key) ?? false } else { false }
    }
    var members = outer
    if case .table(let facts)? = inner?.value {
      members = facts + outer.filter { member in !facts.contains { $0.key == member.key } }
    }
    var pairs: [(String, QueryValue)] = []
    for member in members { pairs.append((member.key, typed(value(member), profile?.keys[member.key]))) }
    // Adds a key that holds the last part of a path: a log in JSON has the path of the process, while predicates use its name.
    for (name, key) in profile?.keys ?? [:] {
      guard let whole = key.lastPartOf, !pairs.contains(where: { $0.0 == name }),
        case .string(let path)? = pairs.first(where: { $0.0 == whole })?.1, let last = path.split(separator: "/").last
      else { continue }
      pairs.append((name, .string(String(last))))
    }
    let facts = QueryDictionary(pairs)
    records.append(FactRecord(id: id(of: facts) ?? index.map { "\(name)[\($0)]" } ?? name, file: file, facts: facts))
  }

  /// The value of a member. A plain value of YAML stays a text if the profile's key is a text.
  private func value(_ member: DocumentMember) -> QueryValue {
    if case .plain(let text) = member.value, !text.text.isEmpty, profile?.keys[member.key]?.type == .text {
      return .string(text.text)
    }
    return member.value.value
  }

  private func typed(_ value: QueryValue, _ key: ProfileKey?) -> QueryValue {
    guard key?.type == .date, case .string(let text) = value, let date = ISODate.parse(text) else { return value }
    return .date(date)
  }

  private func id(of facts: QueryDictionary) -> String? {
    switch idKey.flatMap({ facts[$0] }) {
    case .string(let text): text
    case .integer(let number): String(number)
    case .uuid(let uuid): uuid.description
    default: nil
    }
  }
}

/// The facts about one machine, event or object: a table of keys and values for predicates.
///
/// ```swift
/// FactRecord(id: "mac-01", file: "facts/mac-01.plist", facts: QueryDictionary([("machine_type", .string("laptop"))]))
/// ```
public struct FactRecord: Sendable {
  /// The id: the value of the id key. Without such a key it is the name of the file without the ending, followed by the position in a list.
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
