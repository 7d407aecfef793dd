import Foundation
import PredicateSyntax

// The functions of include/openpredicate.h, which says what they take and give.

/// Every error and note of a predicate.
@_cdecl("openpredicate_check")
public func openPredicateCheck(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(predicate, options) { question throws(PredicateIssue) in LibraryAnswer.json(question.findings()) }
}

/// A predicate in its canonical form.
@_cdecl("openpredicate_format")
public func openPredicateFormat(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(predicate, options) { question throws(PredicateIssue) in LibraryAnswer.json(try question.format()) }
}

/// Whether a predicate holds of a record.
@_cdecl("openpredicate_evaluate")
public func openPredicateEvaluate(
  _ predicate: UnsafePointer<CChar>?, _ record: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(predicate, options) { question throws(PredicateIssue) in
    LibraryAnswer.json(try question.holds(of: try text(record, "the record")))
  }
}

/// The lines of JSON of which a predicate is true.
@_cdecl("openpredicate_filter")
public func openPredicateFilter(
  _ predicate: UnsafePointer<CChar>?, _ records: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(predicate, options) { question throws(PredicateIssue) in
    let bytes = UnsafeRawBufferPointer(start: records, count: records == nil ? 0 : max(length, 0))
    return LibraryAnswer.json(try question.matches(in: bytes))
  }
}

/// Why a predicate holds of a record or not.
@_cdecl("openpredicate_explain")
public func openPredicateExplain(
  _ predicate: UnsafePointer<CChar>?, _ record: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(predicate, options) { question throws(PredicateIssue) in
    LibraryAnswer.json(try question.explanation(of: try text(record, "the record")))
  }
}

/// Frees a text that one of the functions returned.
@_cdecl("openpredicate_free")
public func openPredicateFree(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

/// A text of the caller.
private func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(PredicateIssue) -> String {
  guard let pointer else {
    throw PredicateIssue(kind: .argumentMissing, code: "missing", message: "\(name) is missing")
  }
  guard let text = String(validatingCString: pointer) else {
    throw PredicateIssue(kind: .argumentType, code: "encoding", message: "\(name) is not UTF-8")
  }
  return text
}

/// The answer to a question in memory that the caller frees.
private func answer(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ body: (LibraryQuestion) throws(PredicateIssue) -> String
) -> UnsafeMutablePointer<CChar>? {
  var written = ""
  do throws(PredicateIssue) {
    written = try text(predicate, "the predicate")
    let settings = options == nil ? nil : try text(options, "the options")
    return strdup(try body(try LibraryQuestion(written, options: settings)))
  } catch {
    return strdup(LibraryAnswer.json(LibraryAnswer.Failure(error: LibraryFinding(error, in: written))))
  }
}
