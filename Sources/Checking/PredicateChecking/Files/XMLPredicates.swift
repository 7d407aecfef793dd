import PredicateDocuments

/// A place in XML.
///
/// - `outer/element` is the text of an element.
/// - `element@attribute=value` is the text of an element whose attribute has the value.
/// - `element@attribute` is the value of an attribute.
struct XMLPlace {
  private let elements: [String]
  private let attribute: String?
  private let value: String?

  init(_ place: String) {
    let parts = place.split(maxSplits: 2, whereSeparator: "@=".contains).map(String.init)
    elements = parts.first?.split(separator: "/").map(String.init) ?? []
    attribute = parts.dropFirst().first
    value = parts.dropFirst(2).first
  }

  /// Whether the text of an element at a path is at the place.
  func isText(at path: [String], _ attributes: [String: String]) -> Bool {
    guard isElement(path) else { return false }
    guard let attribute else { return true }
    return value != nil && attributes[attribute] == value
  }

  /// Whether an attribute of the element at a path is at the place.
  func isAttribute(_ name: String, at path: [String]) -> Bool { value == nil && attribute == name && isElement(path) }

  /// Whether a file that cannot be read contains the attribute of the place.
  func isNamed(in text: UnreadText) -> Bool {
    guard let attribute else { return false }
    return value.map { text.hasAttribute(attribute, $0) } ?? text.hasKey(attribute)
  }

  private func isElement(_ path: [String]) -> Bool { path.reversed().starts(with: elements.reversed()) }
}

/// The predicates in attributes of XML: `fetchRequest@predicateString` of a Core Data model.
enum XMLPredicates {
  /// The values of attributes at places such as `outer/element@attribute`, and the texts of elements at places without `@`. An element may need an
  /// attribute: `string@key=NSPredicateFormat`.
  ///
  /// - Parameter conditions: For a place, the elements beside that of the predicate, with the texts that they must have.
  static func find(
    in bytes: [UInt8], at places: [String], where conditions: [String: [String: String]] = [:]
  ) throws(DocumentIssue) -> [FoundPredicate] {
    let wanted = places.map { (place: XMLPlace($0), conditions: conditions[$0] ?? [:]) }
    // The attributes of the innermost element.
    var attributes: [String: String] = [:]
    var text = MappedText()
    // `isFragment` allows several elements without a common root, as in a configuration file of Wazuh.
    var events = XMLEvents(bytes, isFragment: true)
    var path: [String] = []
    var around: [XMLSiblings] = [XMLSiblings()]
    var found: [FoundPredicate] = []
    while let event = try events.next() {
      switch event {
      case .start(let name, let started, let isEmpty):
        path.append(name)
        text = MappedText()
        attributes = [:]
        for attribute in started {
          attributes[attribute.name] = attribute.value.text
          if wanted.contains(where: { $0.place.isAttribute(attribute.name, at: path) }) {
            found.append(FoundPredicate(attribute.value, path: path.joined(separator: "/") + "@" + attribute.name))
          }
        }
        if isEmpty { path.removeLast() } else { around.append(XMLSiblings()) }
      case .end:
        if around.count > 1 { found += around.removeLast().found }
        if !text.isBlank, let place = wanted.first(where: { $0.place.isText(at: path, attributes) }) {
          let predicate = FoundPredicate(text, path: path.joined(separator: "/"))
          if place.conditions.isEmpty {
            found.append(predicate)
          } else {
            around[around.count - 1].waiting.append((predicate, place.conditions))
          }
        }
        if let name = path.last, wanted.contains(where: { $0.conditions[name] != nil }) {
          around[around.count - 1].texts[name] = text.text.filter { !$0.isWhitespace }
        }
        text = MappedText()
        attributes = [:]
        path = path.dropLast()
      case .text(let part): text.append(part)
      }
    }
    return found + around.flatMap(\.found)
  }

  /// The element texts that are files themselves, such as a property list in a configuration profile.
  static func texts(in bytes: [UInt8]) throws(DocumentIssue) -> [EmbeddedFile] {
    var events = XMLEvents(bytes, isFragment: true)
    var text = MappedText()
    var found: [EmbeddedFile] = []
    while let event = try events.next() {
      if case .text(let part) = event {
        text.append(part)
      } else {
        if let file = EmbeddedFile(text, path: nil) { found.append(file) }
        text = MappedText()
      }
    }
    return found
  }
}

/// The elements of one element that decide about its predicates.
private struct XMLSiblings {
  /// The texts of elements that conditions name.
  var texts: [String: String] = [:]
  var waiting: [(predicate: FoundPredicate, conditions: [String: String])] = []

  /// The predicates whose conditions hold.
  var found: [FoundPredicate] {
    waiting.filter { $0.conditions.allSatisfy { texts[$0] == $1 } }.map(\.predicate)
  }
}
