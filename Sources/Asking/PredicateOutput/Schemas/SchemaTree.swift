import PredicateModel
import PredicateSyntax

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
    /// Whether the node's relationships are shown below it. Otherwise another node of its entity shows them: one nearer to the root, or an earlier
    /// one at the same depth.
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
