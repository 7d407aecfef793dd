import PredicateChecking
import PredicateSyntax

/// The predicates of a document, as a profile finds them.
struct CheckedDocument {
  let document: OpenDocument
  let profile: UseProfile
  let kind: FileKind
  let predicates: [FoundPredicate]
  private let check: FileCheck
  /// Codes that the configuration of the folder does not report.
  private let disabled: Set<String>

  /// Finds the predicates; none in a document of a kind that holds none.
  ///
  /// - Throws: ``DocumentIssue`` where the document cannot be read, as happens while somebody types.
  init?(
    _ document: OpenDocument, _ profile: UseProfile, at places: [String], _ folder: FolderConfiguration = .none
  ) throws(DocumentIssue) {
    guard !folder.excludes(document.path) else { return nil }
    guard let kind = folder.hasLines(document.path) ? .lines : document.kind else { return nil }
    disabled = folder.configuration.disable
    self.document = document
    self.profile = profile
    self.kind = kind
    check = FileCheck(profile, at: places)
    predicates = try check.predicates(in: document.text.bytes, kind: kind)
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
    (try? check.predicates(in: bytes, kind: kind))?.map(\.text.text)
  }
}
