import Foundation
import PredicateDocuments

/// Writes records unchanged: as lines, as the elements of one array, or as cells under a heading.
struct RecordWriter {
  /// The text before, between and after the records.
  enum Form: Equatable {
    /// One record per line, unchanged.
    case lines
    /// One record per line, without line ends inside the record.
    case compactLines
    /// The elements of one array.
    case array
  }

  let output: any ByteOutput
  private(set) var form: Form?
  private var isEmpty = true
  /// The heading that was written last.
  private var heading: [UInt8] = []

  init(_ output: any ByteOutput) {
    self.output = output
  }

  /// Sets the text around the records. Only the first call has an effect.
  mutating func start(_ form: Form) {
    guard self.form == nil else { return }
    self.form = form
    if form == .array { output.write("[") }
  }

  /// Writes a heading, unless it equals the last one.
  mutating func write(heading line: UnsafeBufferPointer<UInt8>) {
    guard !heading.elementsEqual(line) else { return }
    heading = Array(line)
    output.write(line)
    output.write("\n")
  }

  mutating func write(_ record: UnsafeBufferPointer<UInt8>) {
    if form == .array {
      output.write(isEmpty ? "\n" : ",\n")
      isEmpty = false
      return output.write(record)
    }
    if form == .compactLines, LineFramer.lineFeed(in: record, from: 0) != nil {
      Self.compact(record).withUnsafeBufferPointer { output.write($0) }
    } else {
      output.write(record)
    }
    output.write("\n")
  }

  /// Writes the end of an open array.
  mutating func finish() {
    if form == .array { output.write(isEmpty ? "]\n" : "\n]\n") }
    form = nil
  }

  /// The same JSON without white space between values, names and punctuation.
  private static func compact(_ json: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var isInString = false
    var isEscaped = false
    for byte in json {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if JSONByte.isSpace(byte) {
        continue
      } else {
        isInString = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return result
  }
}
