import PredicateValues

/// Comparisons with an object by its key.
extension Binder {
  /// `line == OrderLine[10248, 11]` as conditions on the key's members: `line.order == 10248 AND line.number == 11`. A database finds such a row by an index, and
  /// memory needs no search for each object.
  ///
  /// Nil for other operands, and for keys that are one integer: a reference to such an object has the integer itself.
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

/// Reads the attributes of another row in the place of those of a variable.
private struct RowReplacement: CoreRewriter {
  let variable: Int
  let row: CoreRow

  mutating func rewrite(_ value: CoreValue) -> CoreValue {
    guard case .attribute(.variable(variable), let member) = value.node else { return value.mapParts(&self) }
    return CoreValue(
      .attribute(row, member), type: value.type, isOptional: value.isOptional || row.isOptional, range: value.range)
  }
}
