import Foundation
import PredicateReference
import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// Writes objects of JSON: an array of them, or one a line.
final class AnswerLines {
  private let isArray: Bool
  private let output: any ShellOutput
  private let encoder = JSONEncoder()
  private var isFirst = true

  /// Lines in a format; nil for text, which is written otherwise.
  init?(_ format: AnswerFormat, _ output: any ShellOutput) {
    guard format != .text else { return nil }
    isArray = format == .json
    self.output = output
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Writes an object.
  func write(_ value: some Encodable) {
    if isArray { output.write(isFirst ? "[" : ",\n") }
    isFirst = false
    do {
      output.write(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      // A value that no constant of the language says: the issue stands in its place.
      output.write("{\"error\": \"a value cannot be written as JSON\"}")
    }
    if !isArray { output.write("\n") }
  }

  /// Closes the array.
  func finish() {
    if isArray { output.write(isFirst ? "[]\n" : "]\n") }
  }
}

/// What is written in JSON of a predicate and a record.
struct AnswerLine: Encodable {
  let record: String
  let file: String
  let predicate: String
  /// Where the predicate stands: `manifests/lab:8:15`.
  let place: String?
  /// nil where the predicate fails on the record.
  let holds: Bool?
  let failure: Explanation.Failure?
  let explanation: Explanation?

  init(
    _ record: FactRecord, _ tried: TriedPredicate, _ answer: Result<Bool, PredicateIssue>,
    _ explanation: Explanation? = nil
  ) {
    self.record = record.id
    file = record.file
    predicate = tried.predicate.text
    place = tried.place
    self.explanation = explanation
    switch answer {
    case .success(let holds):
      self.holds = holds
      failure = nil
    case .failure(let issue):
      holds = nil
      failure = Explanation.Failure(issue)
    }
  }
}

/// What is written in JSON of a predicate where records are counted.
struct MatchCount: Encodable {
  let predicate: String
  let place: String?
  let matches: Int
  let records: Int
}

/// What is written in JSON of two predicates and a record.
struct DiffLine: Encodable {
  /// What the second predicate changes.
  enum Change: String, Encodable {
    case gained, lost
  }

  let record: String
  let file: String
  /// Whether the first predicate holds; nil where it fails on the record.
  let before: Bool?
  /// Whether the second one does.
  let after: Bool?
  let change: Change?
  /// Why the first predicate holds or not, where that was asked for.
  let explanationBefore: Explanation?
  /// Why the second one does.
  let explanationAfter: Explanation?
}
