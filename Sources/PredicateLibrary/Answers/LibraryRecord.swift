import PredicateChecking
import PredicateMatching
import PredicateSyntax

/// Objects of JSON that callers hand in.
enum LibraryRecord {
  /// The record that a text is.
  ///
  /// - Parameters:
  ///   - name: What the text is called in a message.
  ///   - profile: What the keys are; nil where nothing is known of them.
  static func record(_ json: String, _ name: String, profile: UseProfile?) throws(PredicateIssue) -> FactRecord {
    try record(Array(json.utf8), name, profile: profile)
  }

  /// The record that bytes are.
  static func record(_ json: [UInt8], _ name: String, profile: UseProfile?) throws(PredicateIssue) -> FactRecord {
    var message = "expected an object of JSON"
    do throws(DocumentIssue) {
      let file = try FactFile(json, named: "record.json", profile: profile)
      let isObject = json.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
      if isObject, let record = file.records.first { return record }
    } catch {
      message = "\(error.message) at byte \(error.offset)"
    }
    throw PredicateIssue(kind: .argumentType, code: "json", message: "\(name): \(message)")
  }
}
