import Foundation
import PredicateSyntax

// The functions of include/openpredicate.h, which says what they take and give.

/// Every error and note of a predicate.
@_cdecl("openpredicate_check")
public func openPredicateCheck(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.check, predicate, options)
}

/// A predicate in its canonical form.
@_cdecl("openpredicate_format")
public func openPredicateFormat(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.format, predicate, options)
}

/// Whether a predicate holds of a record.
@_cdecl("openpredicate_evaluate")
public func openPredicateEvaluate(
  _ predicate: UnsafePointer<CChar>?, _ record: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.holds, predicate, options, record: record)
}

/// The lines of JSON of which a predicate is true.
@_cdecl("openpredicate_filter")
public func openPredicateFilter(
  _ predicate: UnsafePointer<CChar>?, _ records: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  let lines = UnsafeRawBufferPointer(start: records, count: records == nil ? 0 : max(length, 0))
  return answer(.matches, predicate, options, lines: lines)
}

/// Why a predicate holds of a record or not.
@_cdecl("openpredicate_explain")
public func openPredicateExplain(
  _ predicate: UnsafePointer<CChar>?, _ record: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.explain, predicate, options, record: record)
}

/// Frees a text that one of the functions returned.
@_cdecl("openpredicate_free")
public func openPredicateFree(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

/// A text of the caller.
private func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(PredicateIssue) -> String {
  guard let pointer else {
    throw PredicateIssue.error("missing", nil, "\(name) is missing", kind: .argumentMissing)
  }
  guard let text = String(validatingCString: pointer) else {
    throw PredicateIssue.error("encoding", nil, "\(name) is not UTF-8", kind: .argumentType)
  }
  return text
}

/// The answer about a record, in memory that the caller frees.
private func answer(
  _ operation: LibraryOperation, _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  record: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let record else {
    let issue = PredicateIssue.error("missing", nil, "the record is missing", kind: .argumentMissing)
    return strdup(LibraryOperation.failure(issue, in: ""))
  }
  return answer(operation, predicate, options, lines: UnsafeRawBufferPointer(start: record, count: strlen(record)))
}

/// The answer to a question, in memory that the caller frees.
private func answer(
  _ operation: LibraryOperation, _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  lines: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
) -> UnsafeMutablePointer<CChar>? {
  var written = ""
  do throws(PredicateIssue) {
    written = try text(predicate, "the predicate")
    let settings = options == nil ? nil : try text(options, "the options")
    return strdup(try operation.answer(to: LibraryQuestion(written, options: settings), lines))
  } catch {
    return strdup(LibraryOperation.failure(error, in: written))
  }
}
