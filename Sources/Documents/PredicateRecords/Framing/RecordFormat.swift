import PredicateDocuments

/// The format of records in a file.
public enum RecordFormat: String, Sendable, CaseIterable {
  /// One JSON value per line.
  case ndjson
  /// The elements of a JSON array, or successive JSON values.
  case json
  /// Cells separated by commas, with a heading.
  case csv
  /// Cells separated by tabs, with a heading.
  case tsv

  /// Whether records are cells under a heading.
  public var isSeparated: Bool { self == .csv || self == .tsv }

  /// The format that a file's extension implies; nil if it implies none.
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

  /// Recognises the format of the first bytes of an input.
  ///
  /// An input that begins with an array is json. Lines that begin with an object are ndjson if the first object is complete on its line, otherwise json. Any
  /// other input is tsv if its first line has a tab, otherwise csv.
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
