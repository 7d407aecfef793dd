import PredicateValues

/// Binds comparisons with an object that is given by its key.
extension Binder {
  /// Replaces `line == OrderLine[10248, 11]` by conditions on the members of the key: `line.order == 10248 AND line.number == 11`. A database finds
  /// such a row by an index, and memory needs no search for each object.
  ///
  /// Nil for other operands, and for keys that are a single integer, because references contain the integer itself.
  func identity(_ a: CoreValue, _ b: CoreValue) -> CoreCondition? { named(a, by: b) ?? named(b, by: a) }

  private func named(_ object: CoreValue, by keyed: CoreValue) -> CoreCondition? {
    guard case .object(let row) = object.node, case .object(let entity) = object.type,
      case .index(let base, .only) = keyed.node, case .object(let other) = keyed.type,
      entity.hasSameScalars(as: other),
      case .collect(let objects, let each) = base.node, case .object(.variable(let variable)) = each.node,
      case .entity(_, let source) = root, let form = KeyForm(of: entity, in: source),
      form.members.count > 1 || form.members[0].type != .integer
    else { return nil }
    var replacement = RowReplacement(variable: variable, row: row)
    return replacement.rewrite(objects.filter)
  }
}

/// Replaces a variable by a row: attributes of the variable become attributes of the row.
private struct RowReplacement: CoreRewriter {
  let variable: Int
  let row: CoreRow

  mutating func rewrite(_ value: CoreValue) -> CoreValue {
    guard case .attribute(.variable(variable), let member) = value.node else { return value.mapParts(&self) }
    return CoreValue(
      .attribute(row, member), type: value.type, isOptional: value.isOptional || row.isOptional, range: value.range)
  }
}
