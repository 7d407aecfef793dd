import Foundation
import PredicateSyntax

// The functions that include/openpredicate.h declares. The header documents their arguments and results.

/// Every error and note of a predicate.
@_cdecl("openpredicate_check")
public func openPredicateCheck(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.check, predicate, options)
}

/// The canonical format of a predicate.
@_cdecl("openpredicate_format")
public func openPredicateFormat(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.format, predicate, options)
}

/// Whether a predicate holds for a record.
@_cdecl("openpredicate_evaluate")
public func openPredicateEvaluate(
  _ predicate: UnsafePointer<CChar>?, _ record: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.holds, predicate, options, record: record)
}

/// The lines of JSON that a predicate is true for.
@_cdecl("openpredicate_filter")
public func openPredicateFilter(
  _ predicate: UnsafePointer<CChar>?, _ records: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  let lines = UnsafeRawBufferPointer(start: records, count: records == nil ? 0 : max(length, 0))
  return answer(.matches, predicate, options, lines: lines)
}

/// Why a predicate holds for a record or not.
@_cdecl("openpredicate_explain")
public func openPredicateExplain(
  _ predicate: UnsafePointer<CChar>?, _ record: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(.explain, predicate, options, record: record)
}

/// The errors and notes of all predicates in a document.
@_cdecl("openpredicate_check_document")
public func openPredicateCheckDocument(
  _ bytes: UnsafePointer<CChar>?, _ length: Int, _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  strdup(PreparedLibrary(.success(nil), options: optional(options, "the options")).findings(bytes, length, name))
}

/// Creates a handle with options, and with or without a predicate, for many calls.
@_cdecl("openpredicate_prepare")
public func openPredicatePrepare(
  _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?
) -> OpaquePointer? {
  let prepared = PreparedLibrary(optional(predicate, "the predicate"), options: optional(options, "the options"))
  return OpaquePointer(Unmanaged.passRetained(prepared).toOpaque())
}

/// Whether a prepared predicate holds for a record.
@_cdecl("openpredicate_prepared_evaluate")
public func openPredicatePreparedEvaluate(
  _ handle: OpaquePointer?, _ record: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  prepared(handle, .holds, record: record)
}

/// Why a prepared predicate holds for a record or not.
@_cdecl("openpredicate_prepared_explain")
public func openPredicatePreparedExplain(
  _ handle: OpaquePointer?, _ record: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  prepared(handle, .explain, record: record)
}

/// The lines of JSON that a prepared predicate is true for.
@_cdecl("openpredicate_prepared_filter")
public func openPredicatePreparedFilter(
  _ handle: OpaquePointer?, _ records: UnsafePointer<CChar>?, _ length: Int
) -> UnsafeMutablePointer<CChar>? {
  let lines = UnsafeRawBufferPointer(start: records, count: records == nil ? 0 : max(length, 0))
  return withPrepared(handle) { $0.answer(.matches, lines) }
}

/// The errors and notes of a predicate, with the options of a handle.
@_cdecl("openpredicate_prepared_check")
public func openPredicatePreparedCheck(
  _ handle: OpaquePointer?, _ predicate: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  withPrepared(handle) { prepared in
    do throws(PredicateIssue) {
      return prepared.findings(in: try text(predicate, "the predicate"))
    } catch {
      return LibraryOperation.failure(error, in: "")
    }
  }
}

/// The errors and notes of all predicates in a document, with the options of a handle.
@_cdecl("openpredicate_prepared_check_document")
public func openPredicatePreparedCheckDocument(
  _ handle: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int, _ name: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  withPrepared(handle) { $0.findings(bytes, length, name) }
}

/// Releases a handle.
@_cdecl("openpredicate_release")
public func openPredicateRelease(_ handle: OpaquePointer?) {
  if let handle { Unmanaged<PreparedLibrary>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// Frees a text that one of the functions returned.
@_cdecl("openpredicate_free")
public func openPredicateFree(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

extension PreparedLibrary {
  fileprivate func findings(
    _ bytes: UnsafePointer<CChar>?, _ length: Int, _ name: UnsafePointer<CChar>?
  ) -> String {
    do throws(PredicateIssue) {
      let buffer = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : max(length, 0))
      return findings(inDocument: Array(buffer), named: try text(name, "the name"))
    } catch {
      return LibraryOperation.failure(error, in: "")
    }
  }
}

/// The answer that a handle computes, in memory that the caller frees.
private func withPrepared(
  _ handle: OpaquePointer?, _ answer: (PreparedLibrary) -> String
) -> UnsafeMutablePointer<CChar>? {
  guard let handle else { return strdup(LibraryOperation.failure(.missing("the handle"), in: "")) }
  return strdup(answer(Unmanaged<PreparedLibrary>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()))
}

/// The answer of a handle for a record.
private func prepared(
  _ handle: OpaquePointer?, _ operation: LibraryOperation, record: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  withPrepared(handle) { prepared in
    guard let record else { return LibraryOperation.failure(.missing("the record"), in: "") }
    return prepared.answer(operation, UnsafeRawBufferPointer(start: record, count: strlen(record)))
  }
}

private func optional(_ pointer: UnsafePointer<CChar>?, _ name: String) -> Result<String?, PredicateIssue> {
  do throws(PredicateIssue) {
    return .success(pointer == nil ? nil : try text(pointer, name))
  } catch {
    return .failure(error)
  }
}

private func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(PredicateIssue) -> String {
  guard let pointer else { throw PredicateIssue.missing(name) }
  guard let text = String(validatingCString: pointer) else {
    throw PredicateIssue.error("encoding", nil, "\(name) is not UTF-8", kind: .argumentType)
  }
  return text
}

/// The answer for a record, in memory that the caller frees.
private func answer(
  _ operation: LibraryOperation, _ predicate: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  record: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let record else {
    return strdup(LibraryOperation.failure(.missing("the record"), in: ""))
  }
  return answer(operation, predicate, options, lines: UnsafeRawBufferPointer(start: record, count: strlen(record)))
}

/// The answer of an operation, in memory that the caller frees.
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
