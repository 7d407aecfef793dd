import Foundation
@testable import PredicateChecking
@testable import PredicateDocuments
import PredicateSyntax
import PredicateValues

/// Reads a document as a value, and finds and checks the predicates in it.
enum DocumentTarget {
  /// The limits of `DocumentLimits`.
  private static let depthLimit = 100
  private static let valueLimit = 1_000_000

  private static let check = FileCheck(profile("munki"), at: ["**.condition", "**[]"])

  static func check(_ bytes: [UInt8], _ kind: FileKind, name: String) {
    let bytes = FileText.utf8(bytes)
    do throws(DocumentIssue) {
      if let document = try kind.document(of: bytes) {
        var count = 0
        walk(document, depth: 0, &count, bytes.count)
        _ = document.value
      }
    } catch {
      check(error, bytes.count)
    }
    checkFindings(check, bytes, kind, name: name)
    if kind == .yaml { checkLineEnds(bytes) }
    if kind == .json { checkFoundation(bytes) }
  }

  /// Lines that end in CR LF have the values of lines that end in LF.
  private static func checkLineEnds(_ bytes: [UInt8]) {
    if bytes.contains(0x0D) { return }
    let plain = value(bytes, .yaml)
    let other = value(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, .yaml)
    require(plain == other, "CR LF reads \(other ?? "nothing") instead of \(plain ?? "nothing")")
  }

  /// The value of a document as a text; nil if it cannot be read.
  private static func value(_ bytes: [UInt8], _ kind: FileKind) -> String? {
    do throws(DocumentIssue) {
      return try kind.document(of: bytes).map { "\($0.value)" }
    } catch {
      return nil
    }
  }

  /// Foundation and the library read the same texts as JSON. Foundation refuses half of a surrogate pair, takes bytes of zero for another
  /// encoding, and reads a comma before the end of an array or an object, which JSON does not have.
  private static func checkFoundation(_ bytes: [UInt8]) {
    let hasHalf = bytes.firstRange(of: #"\ud"#.utf8) != nil || bytes.firstRange(of: #"\uD"#.utf8) != nil
    if hasHalf || bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return }
    let isRead = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    if isRead && hasClosingComma(bytes) { return }
    require(isRead == (value(bytes, .json) != nil), "Foundation \(isRead ? "reads" : "refuses") it")
  }

  /// Whether a bracket or a brace that closes follows a comma, with nothing but white space between them. Texts count too.
  private static func hasClosingComma(_ bytes: [UInt8]) -> Bool {
    let dense = bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return dense.firstRange(of: ",]".utf8) != nil || dense.firstRange(of: ",}".utf8) != nil
  }

  /// A profile of the library.
  static func profile(_ name: String) -> UseProfile {
    do throws(ProfileIssue) {
      return try .named(name)
    } catch {
      fatalError("\(error)")
    }
  }

  /// An issue of a document has words and is about a place in the file.
  static func check(_ issue: DocumentIssue, _ count: Int) {
    require(!issue.message.isEmpty, "an issue without words")
    require((0...count).contains(issue.offset), "“\(issue.message)” is about the byte \(issue.offset) of \(count)")
  }

  /// Predicates and findings have places in the file.
  static func checkFindings(_ check: FileCheck, _ bytes: [UInt8], _ kind: FileKind, name: String) {
    do throws(DocumentIssue) {
      for predicate in try check.predicates(in: bytes, kind: kind) { self.check(predicate.text, bytes.count) }
    } catch {
      self.check(error, bytes.count)
    }
    for finding in check.result(of: bytes, named: name).findings {
      require(finding.line >= 1 && finding.column >= 1, "\(finding) begins nowhere")
      require(
        (finding.endLine, finding.endColumn) >= (finding.line, finding.column), "\(finding) ends before its beginning")
    }
  }

  /// The document is within the limits, and each text of it is in the file.
  private static func walk(_ node: DocumentNode, depth: Int, _ count: inout Int, _ size: Int) {
    count += 1
    require(depth <= depthLimit, "values are nested \(depth) deep")
    require(count <= valueLimit, "there are more than \(valueLimit) values")
    switch node {
    case .text(let text), .plain(let text), .data(let text, _): check(text, size)
    case .list(let elements): for element in elements { walk(element, depth: depth + 1, &count, size) }
    case .table(let members): for member in members { walk(member.value, depth: depth + 1, &count, size) }
    case .value: break
    }
  }

  /// The bytes of a text have places in the file, in the order of the text.
  private static func check(_ text: MappedText, _ size: Int) {
    let count = text.text.utf8.count
    var last: UInt32 = 0
    for offset in 0..<min(count, 64) {
      let place = text.place(of: SourceRange(offset, offset + 1))
      require(!place.isNone && place.upperBound <= size, "the byte \(offset) of “\(text.text)” is at \(place)")
      require(place.lowerBound >= last, "the byte \(offset) of “\(text.text)” is before the one before it")
      last = place.lowerBound
      require((0...count).contains(text.offset(of: Int(place.lowerBound))), "no byte of “\(text.text)” is at \(place)")
    }
    let whole = text.place(of: SourceRange(0, count))
    require(whole.isNone || whole.upperBound <= size, "“\(text.text)” is at \(whole)")
  }
}
