import PredicateSyntax

/// The operations of the library by name, for programs that pass an operation as text.
package enum LibraryOperation: String, CaseIterable, Sendable {
  /// Every error and note.
  case check
  /// The canonical form.
  case format
  /// Whether the predicate holds for a record.
  case holds
  /// The lines that the predicate is true for.
  case matches
  /// Why the predicate holds for a record or not.
  case explain

  /// The kind of input that the operation takes in addition to the predicate; nil for none.
  package var input: String? {
    switch self {
    case .check, .format: nil
    case .holds, .explain: "record"
    case .matches: "lines"
    }
  }

  /// The answer in JSON. An error is returned as JSON, too.
  ///
  /// ```swift
  /// LibraryOperation.format.answer(to: "a=1", input: nil, options: nil)  // {"canonical":"a == 1"}
  /// ```
  package func answer(to predicate: String, input: String?, options: String?) -> String {
    do throws(PredicateIssue) {
      let question = try LibraryQuestion(predicate, options: options)
      guard var input else { return try answer(to: question, UnsafeRawBufferPointer(start: nil, count: 0)) }
      // `withUTF8` does not keep the closure's typed error, so the closure returns a `Result`.
      let result = input.withUTF8 { bytes in
        Result { () throws(PredicateIssue) in try answer(to: question, UnsafeRawBufferPointer(bytes)) }
      }
      return try result.get()
    } catch {
      return Self.failure(error, in: predicate)
    }
  }

  /// The answer for a predicate and the bytes of an input.
  func answer(to question: LibraryQuestion, _ input: UnsafeRawBufferPointer) throws(PredicateIssue) -> String {
    switch self {
    case .check: LibraryAnswer.json(["findings": question.findings()])
    case .format: LibraryAnswer.json(["canonical": try question.format()])
    case .holds: LibraryAnswer.json(["holds": try question.holds(of: try Self.text(input))])
    case .matches: LibraryAnswer.json(try question.matches(in: input))
    case .explain: LibraryAnswer.json(["explanation": try question.explanation(of: try Self.text(input))])
    }
  }

  /// The answer for an error in the predicate or in the options.
  static func failure(_ issue: PredicateIssue, in predicate: String) -> String {
    LibraryAnswer.json(["error": issue.json(in: predicate)])
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) throws(PredicateIssue) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PredicateIssue.error("encoding", nil, "the record is not UTF-8", kind: .argumentType)
    }
    return text
  }
}
