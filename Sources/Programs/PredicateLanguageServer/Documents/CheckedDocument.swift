import PredicateChecking
import PredicateDocuments
import PredicateSyntax

/// The predicates of a document, as a profile finds them.
struct CheckedDocument {
  let document: OpenDocument
  let profile: UseProfile
  /// The profile together with the keys of the project's data models.
  let proposed: UseProfile
  let kind: FileKind
  let predicates: [FoundPredicate]
  private let check: FileCheck
  private let whileTyping: Bool
  /// The configuration of the folder. It hides codes and turns others into errors.
  private let configuration: CheckConfiguration

  /// Finds the predicates. Nil for a document that is excluded, or whose kind has no predicates.
  ///
  /// - Parameter whileTyping: Whether to make proposals possible in an unfinished document: unclosed elements at the end of XML are closed, and a
  ///   missing value of YAML is an empty predicate.
  /// - Throws: ``DocumentIssue`` if the document cannot be read, which is frequent while the user types.
  init?(
    _ document: OpenDocument, _ profile: UseProfile, at places: [String], _ folder: FolderConfiguration = .none,
    whileTyping: Bool = false
  ) throws(DocumentIssue) {
    guard !folder.excludes(document.path) else { return nil }
    guard let kind = folder.hasLines(document.path) ? .lines : document.kind else { return nil }
    configuration = folder.configuration
    self.document = document
    self.profile = profile
    proposed = folder.withModelKeys(profile)
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

  /// The greatest number of errors and notes that are shown for a document.
  private static let issueLimit = 1_000

  /// The errors and notes with their byte ranges in the document. Only the first 1,000 are returned, and a note if there are more.
  var issues: [(issue: PredicateIssue, predicate: Int, place: Range<Int>)] {
    var found: [(issue: PredicateIssue, predicate: Int, place: Range<Int>)] = []
    let ignored = IgnoreComments(document.text.bytes)
    for (number, predicate) in predicates.enumerated() {
      for issue in check.issues(in: predicate).compactMap({ configuration.reported($0) }) {
        let range = issue.range ?? SourceRange(0, predicate.text.text.utf8.count)
        let place = predicate.text.place(of: range).bytes
        let line = document.text.position(place.lowerBound).line + 1
        if ignored.cover(issue.code, line: line, of: predicate) { continue }
        guard found.count < Self.issueLimit else {
          let end = PredicateIssue(
            severity: .note, kind: .limit, code: "finding-limit",
            message: "errors and notes after the first \(Self.issueLimit) are not shown")
          return found + [(end, number, place)]
        }
        let hint = ignored.hint(line: line, of: predicate, after: issue.hint)
        found.append((hint.map(issue.withHint) ?? issue, number, place))
      }
    }
    return found
  }

  /// The issues of the conditions before syntax errors, so that they can be fixed even if the whole predicate cannot be parsed.
  var issuesBeforeErrors: [(issue: PredicateIssue, predicate: Int, place: Range<Int>)] {
    predicates.enumerated().flatMap { number, predicate in
      check.issuesBeforeError(in: predicate).compactMap { configuration.reported($0) }.compactMap { issue in
        issue.range.map { (issue, number, predicate.text.place(of: $0).bytes) }
      }
    }
  }

  func issues(of predicate: Int) -> [PredicateIssue] { check.issues(in: predicates[predicate]) }

  /// The predicate that contains a byte offset of the document, and the corresponding offset in the predicate's text.
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

  /// The texts of the predicates in changed bytes of the document; nil if the bytes cannot be read.
  func texts(in bytes: [UInt8]) -> [String]? {
    (try? check.predicates(in: bytes, kind: kind, findsMissing: whileTyping))?.map(\.text.text)
  }
}

/// Finds the XML elements that are open at the end of a text, as is frequent while the user types.
enum OpenTags {
  /// The tags that close the open elements; nil if none is open.
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

extension CheckedDocument {
  /// The edit of the document for each change; nil for a change that cannot be written in the file.
  func edits(_ changes: [PredicateChange]) -> [DocumentEdit?] {
    zip(changes, forms(changes)).map { change, form in form.map { edit(change, as: $0) } }
  }

  /// The edit for a change, written in the given way.
  func edit(_ change: PredicateChange, as form: EditForm) -> DocumentEdit {
    DocumentEdit(range: document.text.range(writing.place(of: change)), newText: form.of(change.text).written)
  }

  /// The way to write each change in the document; nil if there is none.
  func forms(_ changes: [PredicateChange]) -> [EditForm?] { writing.forms(changes) }

  private var writing: PredicateEdits { PredicateEdits(document.text.bytes, predicates, texts: texts) }
}
