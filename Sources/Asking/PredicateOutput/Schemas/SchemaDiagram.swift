import PredicateModel

/// Writes a model as the source of a diagram for other programs.
package enum SchemaDiagram {
  /// An entity relationship diagram for Mermaid. Each pair of inverse relationships is one line, drawn from the relationship that is declared first.
  package static func mermaid(_ model: DataModel) -> String {
    var text = "erDiagram\n"
    for entity in model.entities {
      text += "  \(mermaidName(entity.name)) {\n"
      for attribute in entity.declared.attributes {
        let remark = attribute.isOptional ? " \"may be nil\"" : ""
        text += "    \(attribute.typeName) \(mermaidName(attribute.name))\(remark)\n"
      }
      text += "  }\n"
    }
    for (entity, relationship) in lines(of: model) {
      let inverse = model.inverse(of: relationship)
      let left = inverse.map { $0.cardinality == .toMany ? "}o" : $0.isOptional ? "|o" : "||" } ?? "}o"
      let right = relationship.cardinality == .toMany ? "o{" : relationship.isOptional ? "o|" : "||"
      let names = [relationship.name, inverse?.name].compactMap { $0 }.joined(separator: " / ")
      let label = names.split(separator: "\"").joined(separator: "'")
      let ends = (mermaidName(entity.name), mermaidName(relationship.destination))
      text += "  \(ends.0) \(left)--\(right) \(ends.1) : \"\(label)\"\n"
    }
    for entity in model.entities {
      guard let parent = entity.parent else { continue }
      text += "  \(mermaidName(entity.name)) ||--|| \(mermaidName(parent)) : \"is a\"\n"
    }
    return text
  }

  /// A graph for Graphviz: a node with rows for each entity, an edge for each pair of inverse relationships.
  package static func dot(_ model: DataModel) -> String {
    var text = "digraph model {\n  rankdir=LR;\n  node [shape=record];\n"
    for entity in model.entities {
      let rows = entity.declared.attributes.map {
        recordText("\($0.name) \($0.typeName)\($0.isOptional ? "?" : "")")
      }
      let lines = rows.map { $0 + "\\l" }.joined()
      text += "  \(dotName(entity.name)) [label=\"{\(recordText(entity.name))|\(lines)}\"];\n"
    }
    for (entity, relationship) in lines(of: model) {
      let inverse = model.inverse(of: relationship)
      let head = relationship.cardinality == .toMany ? "crow" : "none"
      let tail = inverse.map { $0.cardinality == .toMany ? "crow" : "none" } ?? "crow"
      let names = [relationship.name, inverse?.name].compactMap { $0 }.joined(separator: " / ")
      text += "  \(dotName(entity.name)) -> \(dotName(relationship.destination)) "
      text += "[dir=both, arrowhead=\(head), arrowtail=\(tail), label=\(dotName(names))];\n"
    }
    for entity in model.entities {
      guard let parent = entity.parent else { continue }
      text += "  \(dotName(entity.name)) -> \(dotName(parent)) [arrowhead=onormal, label=\"is a\"];\n"
    }
    return text + "}\n"
  }

  /// The relationships that are drawn: of two inverse relationships only the first one.
  private static func lines(of model: DataModel) -> [(Entity, Relationship)] {
    var drawn: Set<[String]> = []
    var lines: [(Entity, Relationship)] = []
    for entity in model.entities {
      for relationship in entity.declared.relationships {
        let inverse = relationship.inverse ?? ""
        if drawn.contains([relationship.destination, inverse, entity.name, relationship.name]) { continue }
        drawn.insert([entity.name, relationship.name, relationship.destination, inverse])
        lines.append((entity, relationship))
      }
    }
    return lines
  }

  /// The name with only the characters that Mermaid allows: letters, digits, `_` and `-`.
  private static func mermaidName(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
      default: false
      }
    }
    return isPlain && !name.isEmpty ? name : "\"" + name.split(separator: "\"").joined(separator: "'") + "\""
  }

  private static func dotName(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// The text with the special characters of a record escaped.
  private static func recordText(_ text: String) -> String {
    text.map { "\"\\{}|<> ".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
