import PredicateChecking
import PredicateFacts
import PredicateReference
import PredicateSyntax

/// A predicate with its options, and the answers about it.
struct LibraryQuestion: Sendable {
  private let text: String
  private let options: LibraryOptions
  /// The predicate, if it was read in advance.
  private var prepared: RecordPredicate?

  /// A question with options in JSON.
  init(_ text: String, options: String?) throws(PredicateIssue) {
    self.text = text
    self.options = try LibraryOptions(options)
  }

  /// A question whose options were already read.
  init(_ text: String, options: LibraryOptions) {
    self.text = text
    self.options = options
  }

  /// A question whose predicate is read once, for many records.
  init(preparing text: String, options: LibraryOptions) throws(PredicateIssue) {
    self.text = text
    self.options = options
    prepared = try predicate()
  }

  private func predicate() throws(PredicateIssue) -> RecordPredicate {
    if let prepared { return prepared }
    return try RecordPredicate(text, profile: options.profile, variables: options.variables)
  }

  private func record(_ json: String) throws(PredicateIssue) -> FactRecord {
    try LibraryRecord.record(json, "the record", profile: options.profile)
  }

  /// Every error and note of the predicate.
  func findings() -> [EncodableObject] {
    ProfileCheck(options.profile).issues(in: text).map { $0.json(in: text) }
  }

  /// The predicate in its canonical format.
  func format() throws(PredicateIssue) -> String {
    let consumed = ConsumerText(text, profile: options.profile)
    let parsed = PredicateParser.predicate(consumed.masked)
    if let tree = parsed.tree { return consumed.restored(tree.canonicalFormat) }
    guard let issue = parsed.issues.first(where: { $0.severity == .error }) else {
      throw PredicateIssue.error("unreadable", nil, "the predicate cannot be read")
    }
    throw consumed.restored(issue)
  }

  /// Whether the predicate holds for a JSON object.
  func holds(of json: String) throws(PredicateIssue) -> Bool {
    let predicate = try predicate()
    return try predicate.holds(of: try record(json))
  }

  /// Why the predicate holds for a JSON object or not.
  func explanation(of json: String) throws(PredicateIssue) -> Explanation {
    let predicate = try predicate()
    return try predicate.explanation(of: try record(json))
  }

  /// The lines that the predicate is true for.
  func matches(in lines: UnsafeRawBufferPointer) throws(PredicateIssue) -> LibraryAnswer.Matches {
    let predicate = try predicate()
    var missing = MissingKeys(of: predicate)
    var answer = LibraryAnswer.Matches()
    for (index, line) in lines.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { continue }
      answer.records += 1
      do throws(PredicateIssue) {
        let record = try LibraryRecord.record(Array(line), "the line", profile: options.profile)
        missing.look(at: record)
        if try predicate.holds(of: record) { answer.matches.append(index + 1) }
      } catch {
        answer.failures.append(
          EncodableObject(["line": index + 1, "code": error.code, "message": error.message]))
      }
    }
    answer.missingKeys = missing.keys.map { EncodableObject(["name": $0.name, "nearest": $0.nearest]) }
    return answer
  }
}
