import Foundation
import PredicateRecords
import PredicateSyntax
import PredicateValues

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements under the root of an XML document as records: their attributes and the elements in them that hold nothing but text are
/// members. One that stands deeper is called after all elements around it: `address_city`.
///
/// The document is read as a whole.
final class XMLRecords: NSObject, RecordStream, XMLParserDelegate {
  private var records: [RecordReader.Record] = []
  private var position = 0
  /// The names of the elements that are open, inside of the record.
  private var path: [String] = []
  private var depth = 0
  private var line = 0
  private var members: [(name: String, value: RecordReader.Value)] = []
  private var text = ""
  /// Whether the element that is open has held another one.
  private var isLeaf = false
  /// The line of the first error.
  private var failureLine: Int?

  /// Throws a ``RecordIssue`` where the document is none.
  init(_ data: Data) throws {
    let readable: [UInt8]
    do throws(UnreadableXML) {
      readable = try ReadableXML.bytes(of: Array(data))
    } catch {
      throw RecordIssue(line: error.line, code: "xml", message: error.message)
    }
    super.init()
    let parser = XMLParser(data: Data(readable))
    parser.delegate = self
    // Some errors are reported, and parsing goes on as if there were none.
    let isRead = parser.parse()
    guard isRead, depth == 0, failureLine == nil, parser.parserError == nil else {
      throw RecordIssue(
        line: failureLine ?? parser.lineNumber, code: "xml",
        message: "expected XML, found a document that is not well-formed")
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    failureLine = failureLine ?? parser.lineNumber
  }

  func next() -> RecordReader.Reading {
    guard position < records.count else { return .end }
    position += 1
    return .record(records[position - 1])
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    text = ""
    isLeaf = true
    if depth == 2 {
      line = parser.lineNumber
      members = []
      path = []
    } else if depth > 2 {
      path.append(name)
    }
    guard depth >= 2 else { return }
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) { add((path + [key]).joined(separator: "_"), value) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, foundCDATA data: Data) { text += String(decoding: data, as: UTF8.self) }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if depth > 2 {
      if isLeaf { add(path.joined(separator: "_"), text) }
      path.removeLast()
    } else if depth == 2 {
      // <name>text</name> under the root is a record of one value.
      if isLeaf, members.isEmpty { add(name, text) }
      records.append(RecordReader.Record(line: line, members: members))
    }
    depth -= 1
    text = ""
    isLeaf = false
  }

  private func add(_ name: String, _ value: String) {
    let trimmed = value.trimmingCharacters(in: .whitespacesAndNewlines)
    members.append((name, trimmed.isEmpty ? .missing : .text(trimmed)))
  }
}
