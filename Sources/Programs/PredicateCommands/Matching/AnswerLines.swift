import Foundation
import PredicateReference
import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// Writes JSON objects: an array of them, or one per line.
final class AnswerLines {
  private let isArray: Bool
  private let output: any ShellOutput
  private let encoder = JSONEncoder()
  private var isFirst = true

  /// A writer for a format; nil for text, which is not written as JSON.
  init?(_ format: AnswerFormat, _ output: any ShellOutput) {
    guard format != .text else { return nil }
    isArray = format == .json
    self.output = output
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func write(_ value: some Encodable) {
    if isArray { output.write(isFirst ? "[" : ",\n") }
    isFirst = false
    do {
      output.write(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      // An error is written for a value that JSON cannot represent.
      output.write("{\"error\": \"a value cannot be written as JSON\"}")
    }
    if !isArray { output.write("\n") }
  }

  func finish() {
    if isArray { output.write(isFirst ? "[]\n" : "]\n") }
  }
}

/// The answer for a predicate and a record, as JSON.
struct AnswerLine: Encodable {
  let record: String
  let file: String
  let predicate: String
  /// The place of the predicate: `manifests/lab:8:15`.
  let place: String?
  /// Whether the predicate holds; nil if it fails for the record.
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

/// The answer for a predicate as JSON, if records are counted.
struct MatchCount: Encodable {
  let predicate: String
  let place: String?
  let matches: Int
  let records: Int
}

/// The answer for two predicates and a record, as JSON.
struct DiffLine: Encodable {
  enum Change: String, Encodable {
    case gained, lost
  }

  let record: String
  let file: String
  /// Whether the first predicate holds; nil if it fails for the record.
  let before: Bool?
  /// Whether the second predicate holds; nil if it fails for the record.
  let after: Bool?
  let change: Change?
  /// Why the first predicate holds or not; nil without explanations.
  let explanationBefore: Explanation?
  /// Why the second predicate holds or not; nil without explanations.
  let explanationAfter: Explanation?
}
