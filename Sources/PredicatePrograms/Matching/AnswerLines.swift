import Foundation
import PredicateOutput

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
