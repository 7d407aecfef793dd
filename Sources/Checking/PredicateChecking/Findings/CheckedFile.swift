import PredicateDocuments
import PredicateSyntax

/// A file with the facts that all its checks need. They are computed once.
struct CheckedFile {
  let name: String
  /// The bytes as UTF-8.
  let bytes: [UInt8]
  let kind: FileKind
  /// The number of bytes in the original encoding.
  let size: Int
  /// Whether bytes of the file can be replaced. False for UTF-16 and for a binary property list.
  let takesEdits: Bool
  let surroundings: Surroundings?
  /// The words of all profiles that occur in the file; nil if only one profile is checked.
  private(set) var words: Set<String>?
  /// The value of a property list, JSON or YAML, or the reason why it cannot be read; nil if it has not been read.
  private(set) var document: Result<DocumentNode?, DocumentIssue>?

  init(_ bytes: [UInt8], named name: String, among files: CheckoutFiles?) {
    self.name = name
    surroundings = files.map { Surroundings(path: name, files: $0) }
    size = bytes.count
    let isConverted = bytes.count <= DocumentLimits.size && FileText.isConverted(bytes)
    self.bytes = isConverted ? FileText.utf8(bytes) : bytes
    kind = FileKind(name: name, start: Array(self.bytes.prefix(FileKind.startLength)))
    takesEdits = !isConverted && kind != .binaryPropertyList
  }

  /// Whether the text around a predicate shows that it is wrong on purpose. False for a predicate without a place, such as the empty text `""`.
  func isExpectedToFail(_ predicate: FoundPredicate) -> Bool {
    let range = predicate.text.place(of: SourceRange(0, predicate.text.text.utf8.count))
    guard !range.isNone, range.upperBound <= bytes.count else { return false }
    let place = Int(range.lowerBound)..<Int(range.upperBound)
    if predicate.isOnPage {
      // A predicate of a page in another file is in a comment.
      return ExpectedFailure.isCalledWrong(place, in: bytes)
        || kind != .markdown && CommentExample.isExplained(predicate.text.text, at: place, in: bytes)
    }
    switch kind {
    case .swift, .objectiveC: return ExpectedFailure.surrounds(place, in: bytes, comment: "//")
    case .code(let language):
      return ExpectedFailure.surrounds(place, in: bytes, comment: language.hasHashComments ? "#" : "//")
    default: return false
    }
  }

  /// The file with the facts that several checks share.
  func shared(_ words: Set<String>) -> CheckedFile {
    var file = self
    file.words = words
    guard size <= DocumentLimits.size else { return file }
    do throws(DocumentIssue) {
      file.document = .success(try kind.document(of: bytes))
    } catch {
      file.document = .failure(error)
    }
    return file
  }
}
