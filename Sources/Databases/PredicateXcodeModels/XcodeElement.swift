import Foundation
import PredicateDocuments
import PredicateValues

/// An element of the XML, with its place in the file.
struct XcodeElement: Sendable {
  let name: String
  let attributes: [String: String]
  let line: Int
  let column: Int
  var children: [XcodeElement] = []

  subscript(attribute: String) -> String? { attributes[attribute] }

  func isTrue(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  /// The number in an attribute of the element; nil if the attribute is missing.
  func count(_ attribute: String) throws(XcodeModelIssue) -> Int? {
    guard let text = self[attribute] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw XcodeModelIssue(self, "“\(self["name"] ?? "")” has the \(attribute) “\(text)”, which is not a number")
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

extension XcodeElement {
  /// The outermost element of an XML file. Texts between elements are ignored, because they mean nothing in a data model.
  static func root(of contents: Data) throws(XcodeModelIssue) -> XcodeElement {
    let bytes = FileText.utf8(Array(contents))
    let lines = FileLines(bytes)
    func place(_ offset: Int, _ name: String = "", _ attributes: [String: String] = [:]) -> XcodeElement {
      let (line, column) = lines.position(offset)
      return XcodeElement(name: name, attributes: attributes, line: line, column: column)
    }
    do throws(DocumentIssue) {
      // The first element holds the root. Each other element is open, and is added to the element before it when it ends.
      var open = [place(0)]
      var events = XMLEvents(try FileText.validUTF8(bytes))
      while let event = try events.next() {
        switch event {
        case .start(let name, let attributes, let isEmpty):
          let values = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0.value.text) })
          let element = place(events.start, name, values)
          if isEmpty { open[open.count - 1].children.append(element) } else { open.append(element) }
        case .end:
          let element = open.removeLast()
          open[open.count - 1].children.append(element)
        case .text: continue
        }
      }
      return open[0].children[0]
    } catch {
      throw XcodeModelIssue(place(error.offset), "expected XML: \(error.message)")
    }
  }
}
