import PredicateAnswers
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Help on entities and properties, out of the model.
struct PropertyHelp {
  let style: TextStyle
  let model: DataModel

  /// Writes what an entity, or a path from the current one, is; false where it is neither.
  func write(_ topic: String, of currentEntity: String?, to output: any ShellOutput) -> Bool {
    if let entity = model.entity(spelled: topic) {
      SchemaText(model: model, style: style).write(entity, to: output)
      return true
    }
    guard let entity = currentEntity.flatMap({ model.entity(named: $0) }), let place = place(of: topic, from: entity)
    else { return false }
    output.write("\(style.name(CellText.escaped(topic)))  \(place.summary)\n")
    let condition = ConditionCandidates(model: model, root: .object(entity), variables: []) { _, _ in [] }
    let spellings = condition.candidates(for: .operation(place, isQuantified: false), typed: "").map(\.text)
    if !spellings.isEmpty { output.write("  is compared by \(spellings.joined(separator: " "))\n") }
    switch place {
    case .object(let entity):
      output.write("  and leads on: \(entity.memberNames.map { "\(topic).\($0)" }.joined(separator: ", "))\n")
    case .objects(let entity):
      output.write("  ANY \(topic).\(entity.memberNames.first ?? "…") == …, \(topic).@count > 0\n")
    default: break
    }
    return true
  }

  private func place(of path: String, from entity: Entity) -> PathTarget? {
    var place = PathTarget.object(entity)
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      place = place.step(to: String(name), in: model)
      if case .unknown = place { return nil }
    }
    return place
  }
}
