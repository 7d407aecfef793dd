import Foundation
import PredicateChecking

/// A document that an editor has open.
struct OpenDocument {
  let uri: String
  /// What the editor takes it for.
  let language: String
  var version: Int?
  var text: DocumentText

  /// The path, for the kind of the file and the patterns of the settings.
  var path: String {
    let path = uri.hasPrefix("file://") ? String(uri.dropFirst("file://".count)) : uri
    return path.removingPercentEncoding ?? path
  }

  /// What kind of file it is; nil of a text of which nothing says that its lines are predicates.
  var kind: FileKind? {
    let kind = FileKind(name: path, start: Array(text.bytes.prefix(1_024)))
    guard kind == .lines else { return kind }
    let isOfPredicates = ["predicate", "nspredicate"].contains(language)
    return isOfPredicates || path.hasSuffix(".txt") || path.hasSuffix(".predicate") ? .lines : nil
  }
}
