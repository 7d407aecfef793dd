import PredicateDocuments

/// The predicates in attributes of XML: `fetchRequest@predicateString` of a Core Data model.
enum XMLPredicates {
  /// The values of attributes at places such as `outer/element@attribute`, and the texts of elements at places without `@`.
  static func find(in bytes: [UInt8], at places: [String]) throws(DocumentIssue) -> [FoundPredicate] {
    let wanted = places.compactMap { place -> (elements: [String], attribute: String)? in
      let parts = place.split(separator: "@").map(String.init)
      return parts.count == 2 ? (parts[0].split(separator: "/").map(String.init), parts[1]) : nil
    }
    let texts = places.filter { !$0.contains("@") }.map { $0.split(separator: "/").map(String.init) }
    var text = MappedText()
    // `isFragment` allows several elements without a common root, as in a configuration file of Wazuh.
    var events = XMLEvents(bytes, isFragment: true)
    var path: [String] = []
    var found: [FoundPredicate] = []
    while let event = try events.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        path.append(name)
        text = MappedText()
        for attribute in attributes {
          let isWanted = wanted.contains {
            $0.attribute == attribute.name && path.reversed().starts(with: $0.elements.reversed())
          }
          if isWanted {
            found.append(FoundPredicate(attribute.value, path: path.joined(separator: "/") + "@" + attribute.name))
          }
        }
        if isEmpty { path.removeLast() }
      case .end:
        if !text.isBlank, texts.contains(where: { path.reversed().starts(with: $0.reversed()) }) {
          found.append(FoundPredicate(text, path: path.joined(separator: "/")))
        }
        text = MappedText()
        path = path.dropLast()
      case .text(let part): text.append(part)
      }
    }
    return found
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
