import PredicateValues

/// An element of the XML, with its place in the file.
struct XcodeElement: Sendable {
  let name: String
  let attributes: [String: String]
  let line: Int
  let column: Int
  var children: [XcodeElement] = []

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Whether an attribute says YES.
  func isTrue(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  /// The entries of its user info, which are texts.
  var userInfo: QueryDictionary {
    let entries = children(named: "userInfo").flatMap { $0.children(named: "entry") }
    return QueryDictionary(entries.compactMap { entry in entry["key"].map { ($0, .string(entry["value"] ?? "")) } })
  }

  func children(named name: String) -> [XcodeElement] { children.filter { $0.name == name } }
}
