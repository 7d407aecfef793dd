/// Counts the values of a document that are visited. Aliases make few lines into many values.
struct DocumentVisits {
  private var count = 0

  /// Counts one value.
  ///
  /// - Throws: ``DocumentIssue`` beyond the limit.
  mutating func visit(depth: Int) throws(DocumentIssue) {
    count += 1
    guard count <= DocumentLimits.values, depth <= DocumentLimits.depth * 2 else {
      throw DocumentIssue(
        "more than \(DocumentLimits.values) values stand in the document, with those of its aliases", at: 0)
    }
  }
}
