import PredicateModel
import PredicateSyntax
import PredicateValues

/// Shows the entities of a model, with the names and types that predicates use.
package struct SchemaText {
  private let model: DataModel
  private let style: TextStyle

  /// A text on the entities of a model.
  package init(model: DataModel, style: TextStyle) {
    self.model = model
    self.style = style
  }

  /// Writes entities with an empty line between them. Without `entities`, all entities of the model are written.
  package func write(_ entities: [Entity]? = nil, to output: any ShellOutput) {
    for (position, entity) in (entities ?? model.entities).enumerated() {
      if position > 0 { output.write("\n") }
      write(entity, to: output)
    }
  }

  /// Writes an entity: a line for each attribute and each relationship.
  package func write(_ entity: Entity, to output: any ShellOutput) {
    let remarks = [
      entity.parent.map { "is a kind of \(CellText.escaped($0))" }, entity.isAbstract ? "abstract" : nil,
      entity.isReadOnly ? "read only" : nil,
    ].compactMap(\.self)
    let remark = remarks.isEmpty ? "" : style.quiet("  " + remarks.joined(separator: "; "))
    output.write(style.name(CellText.escaped(entity.name)) + remark + "\n")
    let key = entity.hiddenKey.map { [($0.name, Self.text(of: $0), Self.use(of: $0, in: entity))] } ?? []
    let inherited = entity.attributes.count - entity.declared.attributes.count
    let columns = Dictionary(grouping: entity.attributes) { NameWords($0.column).member }
    let attributes = entity.attributes.enumerated().map { place, attribute in
      // The columns `x.y` and `x_y` both give the name xY, so one of the attributes gets a number. The text then shows the columns.
      let isAmbiguous = columns[NameWords(attribute.column).member].map { $0.count > 1 } ?? false
      let column = isAmbiguous ? "the column \(CellText.escaped(attribute.column))" : ""
      return (attribute.name, Self.text(of: attribute), place < inherited ? "inherited" : column)
    }
    let inheritedRelationships = entity.relationships.count - entity.declared.relationships.count
    let relationships = entity.relationships.enumerated().map { place, relationship in
      described(relationship, isInherited: place < inheritedRelationships)
    }
    let members = key + attributes + relationships + entity.transientMembers.map(described)
    let nameWidth = members.reduce(0) { max($0, DisplayWidth.columns(of: CellText.escaped($1.0))) }
    let typeWidth = members.reduce(0) { $1.2.isEmpty ? $0 : max($0, DisplayWidth.columns(of: $1.1)) }
    for (name, type, remark) in members {
      let line = "  " + CellText.padded(CellText.escaped(name), to: nameWidth) + "  "
      if remark.isEmpty {
        output.write(line + type + "\n")
      } else {
        output.write(line + CellText.padded(type, to: typeWidth) + "  " + style.quiet(remark) + "\n")
      }
    }
  }

  /// The note on a hidden row number: it identifies the object, unless the table has another primary key.
  private static func use(of hiddenKey: Attribute, in entity: Entity) -> String {
    let names = entity.objectKey.map(\.name)
    if names.count == 1, names[0].hasSameScalars(as: hiddenKey.name) { return "names the object" }
    return CellText.escaped("row number; \(ObjectReference.label(entity.name, names)) names the object")
  }

  private static func text(of attribute: Attribute) -> String {
    attribute.typeName + (attribute.isOptional ? "?" : "")
  }

  private func described(_ relationship: Relationship, isInherited: Bool) -> (String, String, String) {
    let destination = CellText.escaped(relationship.destination)
    let isMany = relationship.cardinality == .toMany
    let type = "→ " + (isMany ? "many \(destination)" : destination + (relationship.isOptional ? "?" : ""))
    var remarks = isInherited ? ["inherited"] : []
    remarks += relationship.inverse.map { ["inverse \(CellText.escaped($0))"] } ?? []
    remarks.append("on delete \(Self.text(of: relationship.deleteRule))")
    if relationship.isOrdered { remarks.append("ordered") }
    if relationship.isGuessed { remarks.append("guessed from names") }
    return (relationship.name, type, remarks.joined(separator: "; "))
  }

  private func described(_ member: TransientMember) -> (String, String, String) {
    switch member.content {
    case .value(let type): return (member.name, type.shortName, "transient, not stored")
    case .objects(let destination, let inverse, let isToMany):
      let remark = inverse.map { "; inverse \(CellText.escaped($0))" } ?? ""
      return (
        member.name, "→ " + (isToMany ? "many " : "") + CellText.escaped(destination), "transient, not stored" + remark
      )
    }
  }

  private static func text(of rule: DeleteRule) -> String {
    switch rule {
    case .noAction: "no action"
    case .setDefault: "set default"
    default: rule.rawValue
    }
  }
}

/// Shows a model as a tree of the paths that predicates can take: an entity, its relationships, and the entities that they refer to.
package struct SchemaTree {
  private let model: DataModel
  private let style: TextStyle
  private let width: Int?

  /// The tree of a model.
  ///
  /// - Parameter width: The columns of the screen; nil for any width.
  package init(model: DataModel, style: TextStyle, width: Int?) {
    self.model = model
    self.style = style
    self.width = width
  }

  private struct Node {
    let entity: Entity
    /// Whether the node's relationships are shown below this node. Each entity's relationships are shown once: below the node nearest to the root, or
    /// below the first of several at the same depth.
    var isExpanded = false
    var branches: [(relationship: Relationship, node: Int)] = []
  }

  /// Writes the tree of an entity. The relationships of each entity are shown once, as near to the root as possible.
  package func write(from root: Entity, to output: any ShellOutput) {
    let nodes = nodes(from: root)
    output.write(style.name(CellText.escaped(root.name)) + "\n")
    write(0, of: nodes, indent: "", to: output)
  }

  /// The nodes of the tree, in breadth-first order from the root.
  private func nodes(from root: Entity) -> [Node] {
    var nodes = [Node(entity: root)]
    var opened: Set<[UInt8]> = []
    var next = 0
    while next < nodes.count {
      let entity = nodes[next].entity
      if opened.insert(Array(entity.name.utf8)).inserted {
        nodes[next].isExpanded = true
        for relationship in entity.relationships {
          guard let destination = model.destination(of: relationship) else { continue }
          nodes[next].branches.append((relationship, nodes.count))
          nodes.append(Node(entity: destination))
        }
      }
      next += 1
    }
    return nodes
  }

  private func write(_ position: Int, of nodes: [Node], indent: String, to output: any ShellOutput) {
    let node = nodes[position]
    guard node.isExpanded else { return }
    let attributes = node.entity.attributes.map { CellText.escaped($0.name) }.joined(separator: ", ")
    if !attributes.isEmpty {
      let edge = node.branches.isEmpty ? "   " : "│  "
      let room = width.map { max(20, $0 - DisplayWidth.columns(of: indent) - 3) }
      let text = room.map { CellText.shortened(attributes, to: $0) } ?? attributes
      output.write(style.quiet(indent + edge + text) + "\n")
    }
    for (number, branch) in node.branches.enumerated() {
      let isLast = number == node.branches.count - 1
      let relationship = branch.relationship
      let isMany = relationship.cardinality == .toMany
      let target = CellText.escaped(relationship.destination) + (!isMany && relationship.isOptional ? "?" : "")
      let isShown = nodes[branch.node].isExpanded
      output.write(
        style.quiet(indent + (isLast ? "└─ " : "├─ ")) + CellText.escaped(relationship.name)
          + style.quiet(isMany ? " → many " : " → ") + (isShown ? style.name(target) : target) + "\n")
      write(branch.node, of: nodes, indent: indent + (isLast ? "   " : "│  "), to: output)
    }
  }
}
