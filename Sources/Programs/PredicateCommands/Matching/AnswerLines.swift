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

  /// Lines in a format; nil for text, which is written otherwise.
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
      // The value has no constant of the language: an error replaces it.
      output.write("{\"error\": \"a value cannot be written as JSON\"}")
    }
    if !isArray { output.write("\n") }
  }

  func finish() {
    if isArray { output.write(isFirst ? "[]\n" : "]\n") }
  }
}

/// The JSON for a predicate and a record.
struct AnswerLine: Encodable {
  let record: String
  let file: String
  let predicate: String
  /// The place of the predicate: `manifests/lab:8:15`.
  let place: String?
  /// nil if the predicate fails on the record.
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

/// The JSON for a predicate if records are counted.
struct MatchCount: Encodable {
  let predicate: String
  let place: String?
  let matches: Int
  let records: Int
}

/// The JSON for two predicates and a record.
struct DiffLine: Encodable {
  enum Change: String, Encodable {
    case gained, lost
  }

  let record: String
  let file: String
  /// Whether the first predicate holds; nil if it fails on the record.
  let before: Bool?
  /// Whether the second one does.
  let after: Bool?
  let change: Change?
  /// Why the first predicate holds or not, if explanations are on.
  let explanationBefore: Explanation?
  /// Why the second one does.
  let explanationAfter: Explanation?
}
