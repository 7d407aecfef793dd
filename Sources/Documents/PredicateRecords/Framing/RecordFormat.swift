import PredicateDocuments

/// How records are written in a file.
public enum RecordFormat: String, Sendable, CaseIterable {
  /// A JSON value a line.
  case ndjson
  /// The elements of a JSON array, or JSON values one after the other.
  case json
  /// Cells with commas between them, a heading first.
  case csv
  /// Cells with tabs between them, a heading first.
  case tsv

  /// Whether records are cells under a heading.
  public var isSeparated: Bool { self == .csv || self == .tsv }

  /// The format that a file's name tells; nil where it tells none.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "ndjson", "jsonl", "jsonlines": self = .ndjson
    case "json", "geojson", "har": self = .json
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    default: return nil
    }
  }

  /// What the first bytes of an input look like.
  ///
  /// Lines that start with an object are ndjson where the first of them is complete on its line, and json where it is not; so is what
  /// starts with an array. Everything else is tsv where its first line has a tab, else csv.
  init(lookingAt bytes: UnsafeBufferPointer<UInt8>) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 8).prefix(8)
    for (number, line) in lines.enumerated() {
      let content = line.drop(while: JSONByte.isSpace)
      guard let first = content.first else { continue }
      if number == 0, first == UInt8(ascii: "[") {
        self = .json
        return
      }
      guard first == UInt8(ascii: "{") else { continue }
      let isLast = content.endIndex == bytes.endIndex
      var extent = JSONExtent()
      let isComplete = extent.end(in: UnsafeBufferPointer(rebasing: content)) != nil
      self = isComplete || isLast ? .ndjson : .json
      return
    }
    self = lines.first?.contains(0x09) == true ? .tsv : .csv
  }
}
