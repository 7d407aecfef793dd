extension FileKind {
  /// The value of a property list, JSON or YAML; nil for another kind of file.
  ///
  /// - Throws: ``DocumentIssue`` where the file cannot be read.
  package func document(of bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode? {
    switch self {
    case .xmlPropertyList: try XMLPropertyList.read(bytes)
    case .binaryPropertyList: try BinaryPropertyList.read(bytes)
    case .json: try JSONDocument.read(bytes)
    case .yaml: try YAMLDocument.read(bytes)
    case .xml, .shell, .swift, .objectiveC, .code, .markdown, .lines: nil
    }
  }
}
