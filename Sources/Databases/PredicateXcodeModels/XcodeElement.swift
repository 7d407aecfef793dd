import Foundation
import PredicateValues

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of the XML, with its place in the file.
struct XcodeElement: Sendable {
  let name: String
  let attributes: [String: String]
  let line: Int
  let column: Int
  var children: [XcodeElement] = []

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Whether an attribute is YES.
  func isTrue(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  /// The count in an attribute; nil if the attribute is missing.
  func count(_ attribute: String) throws(XcodeModelIssue) -> Int? {
    guard let text = self[attribute] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw XcodeModelIssue(self, "“\(self["name"] ?? "")” has the \(attribute) “\(text)”, which is no number")
    }
    return number
  }

  /// The entries of the element's user info. All values are texts.
  var userInfo: QueryDictionary {
    let entries = children(named: "userInfo").flatMap { $0.children(named: "entry") }
    return QueryDictionary(entries.compactMap { entry in entry["key"].map { ($0, .string(entry["value"] ?? "")) } })
  }

  func children(named name: String) -> [XcodeElement] { children.filter { $0.name == name } }
}

/// Reads XML as a tree of elements. Text between elements is ignored, as a data model has none.
final class XcodeElementReader: NSObject, XMLParserDelegate {
  /// The open elements, the outermost first.
  private var open: [XcodeElement] = []
  private var root: XcodeElement?

  /// The outermost element.
  static func read(_ contents: Data) throws(XcodeModelIssue) -> XcodeElement {
    let readable: [UInt8]
    do throws(UnreadableXML) {
      readable = try ReadableXML.bytes(of: Array(contents))
    } catch {
      throw XcodeModelIssue(XcodeElement(name: "", attributes: [:], line: error.line, column: 1), error.message)
    }
    let reader = XcodeElementReader()
    let parser = XMLParser(data: Data(readable))
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else {
      let place = XcodeElement(name: "", attributes: [:], line: parser.lineNumber, column: parser.columnNumber)
      throw XcodeModelIssue(
        place, "this is no XML: \(parser.parserError.map { "\(($0 as NSError).code)" } ?? "it has no element")")
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(
      XcodeElement(name: element, attributes: attributes, line: parser.lineNumber, column: parser.columnNumber))
  }

  func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
