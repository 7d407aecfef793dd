import PredicateModel
import PredicateSyntax
import PredicateValues

/// Shows what a model has, in the words of predicates.
struct SchemaText {
  let model: DataModel
  let style: TextStyle

  /// Writes an entity: a line for each attribute and each relationship.
  func write(_ entity: Entity, to output: any ShellOutput) {
    let remarks = [
      entity.parent.map { "is a kind of \(CellText.escaped($0))" }, entity.isAbstract ? "abstract" : nil,
      entity.isReadOnly ? "read only" : nil,
    ].compactMap(\.self)
    let remark = remarks.isEmpty ? "" : style.quiet("  " + remarks.joined(separator: "; "))
    output.write(style.name(CellText.escaped(entity.name)) + remark + "\n")
    let key = entity.hiddenKey.map { [($0.name, Self.text(of: $0), "names the object")] } ?? []
    let inherited = entity.attributes.count - entity.declared.attributes.count
    let attributes = entity.attributes.enumerated().map { place, attribute in
      (attribute.name, Self.text(of: attribute), place < inherited ? "inherited" : "")
    }
    let members = key + attributes + entity.relationships.map(described)
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

  private static func text(of attribute: Attribute) -> String {
    attribute.type.shortName + (attribute.isOptional ? "?" : "")
  }

  private func described(_ relationship: Relationship) -> (String, String, String) {
    let destination = CellText.escaped(relationship.destination)
    let isMany = relationship.cardinality == .toMany
    let type = "→ " + (isMany ? "many \(destination)" : destination + (relationship.isOptional ? "?" : ""))
    var remarks = relationship.inverse.map { ["inverse \(CellText.escaped($0))"] } ?? []
    remarks.append("on delete \(Self.text(of: relationship.deleteRule))")
    if relationship.isOrdered { remarks.append("ordered") }
    if relationship.isGuessed { remarks.append("guessed from names") }
    return (relationship.name, type, remarks.joined(separator: "; "))
  }

  private static func text(of rule: DeleteRule) -> String {
    rule == .noAction ? "no action" : rule.rawValue
  }
}

extension QueryType {
  /// One word for a type: `String`, `Integer`.
  var shortName: String {
    switch self {
    case .any: "Any"
    case .boolean: "Boolean"
    case .integer: "Integer"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .object(let entity): CellText.escaped(entity)
    case .collection(let element): "many \(element.shortName)"
    case .dictionary: "Dictionary"
    }
  }
}
