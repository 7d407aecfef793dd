import Foundation
import PredicateSyntax

/// The answers of the library's functions, as JSON.
enum LibraryAnswer {
  /// The answer of `filter`.
  struct Matches: Encodable {
    var matches: [Int] = []
    var records = 0
    /// The lines that cannot be read, and the lines for which the predicate fails.
    var failures: [EncodableObject] = []
    /// The predicate's keys that no record has.
    var missingKeys: [EncodableObject] = []
  }

  static func json(_ answer: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(answer), as: UTF8.self)
    } catch {
      return
        #"{"error": {"severity": "error", "kind": "unsupported", "code": "json", "message": "a value has no JSON"}}"#
    }
  }
}
