import PredicateDocuments

/// The predicates in attributes of XML: `fetchRequest@predicateString` of a Core Data model.
enum XMLPredicates {
  /// The values of attributes at places such as `outer/element@attribute`, and the texts of elements at places without `@`.
  ///
  /// - Parameter conditions: For a place, the elements beside that of the predicate, with the texts that they must have.
  static func find(
    in bytes: [UInt8], at places: [String], where conditions: [String: [String: String]] = [:]
  ) throws(DocumentIssue) -> [FoundPredicate] {
    let wanted = places.compactMap { place -> (elements: [String], attribute: String)? in
      let parts = place.split(separator: "@").map(String.init)
      return parts.count == 2 ? (parts[0].split(separator: "/").map(String.init), parts[1]) : nil
    }
    let texts = places.filter { !$0.contains("@") }.map {
      (elements: $0.split(separator: "/").map(String.init), conditions: conditions[$0] ?? [:])
    }
    var text = MappedText()
    // `isFragment` allows several elements without a common root, as in a configuration file of Wazuh.
    var events = XMLEvents(bytes, isFragment: true)
    var path: [String] = []
    var around: [XMLSiblings] = [XMLSiblings()]
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
        if isEmpty { path.removeLast() } else { around.append(XMLSiblings()) }
      case .end:
        if around.count > 1 { found += around.removeLast().found }
        let place = texts.first { path.reversed().starts(with: $0.elements.reversed()) }
        if let place, !text.isBlank {
          let predicate = FoundPredicate(text, path: path.joined(separator: "/"))
          if place.conditions.isEmpty {
            found.append(predicate)
          } else {
            around[around.count - 1].waiting.append((predicate, place.conditions))
          }
        }
        if let name = path.last, texts.contains(where: { $0.conditions[name] != nil }) {
          around[around.count - 1].texts[name] = text.text.filter { !$0.isWhitespace }
        }
        text = MappedText()
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
