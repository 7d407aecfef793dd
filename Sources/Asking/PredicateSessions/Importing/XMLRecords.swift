import Foundation
import PredicateDocuments
import PredicateRecords
import PredicateSyntax
import PredicateValues

/// Reads the child elements of an XML document's root as records. Their attributes, and nested elements that contain only text, are members. The name
/// of a nested member begins with the names of the elements around it: `address_city`.
///
/// If the root has several kinds of elements, the records are the most frequent kind: the pages of a wiki, and not the element that describes it. If
/// two kinds are equally frequent, all elements are records.
///
/// The document is read as a whole before the first record is returned, because a document that is not well-formed must not give any record.
struct XMLRecords: RecordStream {
  private var events: XMLEvents
  private let lines: LineStarts
  private var records: [RecordReader.Record] = []
  private var position = 0
  /// The name of the elements that are records; nil if all elements are.
  private(set) var recordName: String?
  /// The other elements, with their numbers, in the order of the document.
  private(set) var leftOut: [(name: String, count: Int)] = []

  /// - Throws: ``RecordIssue`` with the code `xml` if the document is not well-formed.
  init(_ data: Data) throws(RecordIssue) {
    let bytes = FileText.utf8(Array(data))
    lines = LineStarts(bytes)
    events = XMLEvents(bytes, mostElements: bytes.count)
    do throws(DocumentIssue) {
      _ = try FileText.validUTF8(bytes)
      while let event = try events.next() {
        // The root itself is not a record. Its child elements are.
        guard case .start(_, _, let isEmpty) = event, !isEmpty else { continue }
        var found: [(name: String, record: RecordReader.Record)] = []
        while let element = try record() { found.append(element) }
        keepMostFrequent(of: found)
      }
    } catch {
      throw RecordIssue(line: lines.line(of: error.offset) + 1, code: "xml", message: "expected XML: \(error.message)")
    }
  }

  private mutating func keepMostFrequent(of found: [(name: String, record: RecordReader.Record)]) {
    var places: [ScalarString: Int] = [:]
    var counts: [(name: String, count: Int)] = []
    for (name, _) in found {
      if let place = places[ScalarString(name)] {
        counts[place].count += 1
      } else {
        places[ScalarString(name)] = counts.count
        counts.append((name, 1))
      }
    }
    let most = counts.map(\.count).max() ?? 0
    let candidates = counts.filter { $0.count == most }
    guard counts.count > 1, candidates.count == 1 else {
      records += found.map(\.record)
      return
    }
    let kind = candidates[0].name
    recordName = kind
    leftOut = counts.filter { !$0.name.hasSameScalars(as: kind) }
    records += found.compactMap { $0.name.hasSameScalars(as: kind) ? $0.record : nil }
  }

  mutating func next() -> RecordReader.Reading {
    guard position < records.count else { return .end }
    position += 1
    return .record(records[position - 1])
  }

  /// The next child element of the root as a record, with its name; nil at the end of the root.
  private mutating func record() throws(DocumentIssue) -> (name: String, record: RecordReader.Record)? {
    while let event = try events.next() {
      switch event {
      case .text: continue
      case .end: return nil
      case .start(let name, let attributes, let isEmpty):
        var record = XMLRecord(line: lines.line(of: events.start) + 1)
        record.add(attributes)
        let text = isEmpty ? "" : try contents(of: &record)
        // An element of the root that contains only text, `<name>text</name>`, is a record of one value.
        if let text, record.members.isEmpty { record.add(name, text) }
        return (name, RecordReader.Record(line: record.line, members: record.members))
      }
    }
    return nil
  }

  /// Adds the elements inside an element to a record. Returns the text of the element if it contains no elements; otherwise nil.
  private mutating func contents(of record: inout XMLRecord) throws(DocumentIssue) -> String? {
    var text = ""
    var hasElements = false
    while let event = try events.next() {
      switch event {
      case .text(let part): text += part.text
      case .end: return hasElements ? nil : text
      case .start(let name, let attributes, let isEmpty):
        hasElements = true
        record.path.append(name)
        record.add(attributes)
        if let text = isEmpty ? "" : try contents(of: &record) { record.add(nil, text) }
        record.path.removeLast()
      }
    }
    return nil
  }
}

/// A record that is being read.
private struct XMLRecord {
  let line: Int
  /// The names of the open elements inside the record.
  var path: [String] = []
  private(set) var members: [(name: String, value: RecordReader.Value)] = []

  init(line: Int) { self.line = line }

  mutating func add(_ attributes: [XMLEvents.Attribute]) {
    for attribute in attributes.sorted(by: { $0.name < $1.name }) { add(attribute.name, attribute.value.text) }
  }

  /// Adds a value. Its name is the path of open elements, followed by `name` if it is given.
  mutating func add(_ name: String?, _ text: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    members.append(
      ((path + [name].compactMap { $0 }).joined(separator: "_"), trimmed.isEmpty ? .missing : .text(trimmed)))
  }
}
