/// The texts of a document, each once, and its lists of texts, which may be the words of a command.
struct DocumentTexts {
  private(set) var texts: [(path: String, text: MappedText)] = []
  private(set) var lists: [(path: String, words: [MappedText])] = []
  private var visits = DocumentVisits()

  /// Reads a document.
  ///
  /// - Throws: ``DocumentIssue`` where aliases make more values than the limit.
  init(_ document: DocumentNode) throws(DocumentIssue) { try visit(document, "", depth: 0) }

  private mutating func visit(_ node: DocumentNode, _ path: String, depth: Int) throws(DocumentIssue) {
    try visits.visit(depth: depth)
    switch node {
    case .text(let text), .plain(let text), .data(let text, _): texts.append((path, text))
    case .list(let elements):
      let words = elements.compactMap(\.text)
      if words.count == elements.count, words.count > 1 { lists.append((path, words)) }
      for (index, element) in elements.enumerated() { try visit(element, "\(path)[\(index)]", depth: depth + 1) }
    case .table(let members):
      for member in members {
        try visit(member.value, path.isEmpty ? member.key : "\(path).\(member.key)", depth: depth + 1)
      }
    case .value: break
    }
  }
}
