import PredicateChecking
import PredicateDocuments
import PredicateSyntax

/// The predicates of a document, as a profile finds them.
struct CheckedDocument {
  let document: OpenDocument
  let profile: UseProfile
  let kind: FileKind
  let predicates: [FoundPredicate]
  private let check: FileCheck
  private let whileTyping: Bool
  /// Codes that the configuration of the folder does not report.
  private let disabled: Set<String>

  /// Finds the predicates; none in a document of a kind that holds none.
  ///
  /// - Parameter whileTyping: Whether XML that ends within its elements is read as if these were closed, and a missing value of YAML is an empty predicate. Proposals
  ///   begin there.
  /// - Throws: ``DocumentIssue`` where the document cannot be read, as happens while somebody types.
  init?(
    _ document: OpenDocument, _ profile: UseProfile, at places: [String], _ folder: FolderConfiguration = .none,
    whileTyping: Bool = false
  ) throws(DocumentIssue) {
    guard !folder.excludes(document.path) else { return nil }
    guard let kind = folder.hasLines(document.path) ? .lines : document.kind else { return nil }
    disabled = folder.configuration.disable
    self.document = document
    self.profile = profile
    self.kind = kind
    self.whileTyping = whileTyping
    check = FileCheck(profile, at: places)
    let bytes = document.text.bytes
    do throws(DocumentIssue) {
      predicates = try check.predicates(in: bytes, kind: kind, findsMissing: whileTyping)
    } catch {
      guard whileTyping, let tags = OpenTags.closing(bytes) else { throw error }
      predicates = try check.predicates(in: bytes + tags, kind: kind)
    }
  }

  /// The most errors and notes that are shown of a document.
  private static let issueLimit = 1_000

  /// The errors and notes with their bytes in the document: the first 1,000, and a note where more follow.
  var issues: [(issue: PredicateIssue, predicate: Int, place: Range<Int>)] {
    var found: [(issue: PredicateIssue, predicate: Int, place: Range<Int>)] = []
    let ignored = IgnoreComments(document.text.bytes)
    for (number, predicate) in predicates.enumerated() {
      for issue in check.issues(in: predicate) where !disabled.contains(issue.code) {
        let range = issue.range ?? SourceRange(0, predicate.text.text.utf8.count)
        let place = predicate.text.place(of: range).bytes
        if ignored.cover(issue.code, line: document.text.position(place.lowerBound).line + 1) { continue }
        guard found.count < Self.issueLimit else {
          let end = PredicateIssue(
            severity: .note, kind: .limit, code: "finding-limit",
            message: "errors and notes behind the first \(Self.issueLimit) are not shown")
          return found + [(end, number, place)]
        }
        found.append((issue, number, place))
      }
    }
    return found
  }

  /// What is wrong with the conditions before syntax errors. A fix of them need not wait until the whole predicate can be read.
  var issuesBeforeErrors: [(issue: PredicateIssue, predicate: Int, place: Range<Int>)] {
    predicates.enumerated().flatMap { number, predicate in
      check.issuesBeforeError(in: predicate).filter { !disabled.contains($0.code) }.compactMap { issue in
        issue.range.map { (issue, number, predicate.text.place(of: $0).bytes) }
      }
    }
  }

  /// The errors and notes of one predicate.
  func issues(of predicate: Int) -> [PredicateIssue] { check.issues(in: predicates[predicate]) }

  /// The predicate around a byte of the document, and where in its text that byte is.
  func predicate(at offset: Int) -> (number: Int, offset: Int)? {
    for (number, predicate) in predicates.enumerated() where !predicate.isMadeAtRunTime {
      let count = predicate.text.text.utf8.count
      let whole =
        predicate.text.place(of: SourceRange(0, 0))
        .lowerBound..<predicate.text.place(of: SourceRange(count, count)).upperBound
      guard whole.lowerBound <= offset, offset <= whole.upperBound else { continue }
      return (number, predicate.text.offset(of: offset))
    }
    return nil
  }

  /// The texts of the predicates that other bytes of the document hold; nil where they cannot be read.
  func texts(in bytes: [UInt8]) -> [String]? {
    (try? check.predicates(in: bytes, kind: kind, findsMissing: whileTyping))?.map(\.text.text)
  }
}

/// The elements of XML that are open at the end of a text, as while somebody types.
enum OpenTags {
  /// The tags that close them; nil if none is open.
  static func closing(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") else { return nil }
    var open: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      let isComment = rest.starts(with: "<!--".utf8)
      guard let end = isComment ? rest.firstRange(of: "-->".utf8)?.upperBound : rest.firstIndex(of: UInt8(ascii: ">"))
      else { return nil }
      let tag = rest[(start + 1)..<end]
      let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { !" \t\r\n/>".utf8.contains($0) }
      if tag.first == UInt8(ascii: "/") {
        guard open.last?.elementsEqual(name) ?? false else { return nil }
        open.removeLast()
      } else if !isComment, tag.last != UInt8(ascii: "/"), let first = tag.first, !"!?".utf8.contains(first) {
        open.append(name)
      }
      rest = rest[(isComment ? end : end + 1)...]
    }
    return open.isEmpty ? nil : open.reversed().flatMap { Array("</".utf8) + $0 + Array(">".utf8) }
  }
}
