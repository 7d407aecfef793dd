import Foundation
import PredicateReference

/// What the functions of the library answer.
enum LibraryAnswer {
  /// Of `check`.
  struct Findings: Encodable {
    let findings: [LibraryFinding]
  }

  /// Of `format`.
  struct Format: Encodable {
    let canonical: String
  }

  /// Of `evaluate`.
  struct Holds: Encodable {
    let holds: Bool
  }

  /// Of `filter`.
  struct Matches: Encodable {
    /// A line that cannot be read, or on which the predicate fails.
    struct LineFailure: Encodable {
      let line: Int
      let code: String
      let message: String
    }

    /// A key that no record has.
    struct MissingKey: Encodable {
      let name: String
      let nearest: String?
    }

    var matches: [Int] = []
    var records = 0
    var failures: [LineFailure] = []
    var missingKeys: [MissingKey] = []
  }

  /// Of `explain`.
  struct Explained: Encodable {
    let explanation: Explanation
  }

  /// Of every function, where something is wrong.
  struct Failure: Encodable {
    let error: LibraryFinding
  }

  /// The text of an answer.
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
