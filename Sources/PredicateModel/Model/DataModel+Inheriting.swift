import PredicateSyntax

extension DataModel {
  /// The entities with what they inherit from their parents.
  static func inheriting(_ entities: [Entity]) -> [Entity] {
    guard entities.contains(where: { $0.parent != nil || $0.hierarchy != nil }) else { return entities }
    let declared = entities.map(\.declared)
    let parents = declared.map { entity in
      entity.parent.flatMap { name in declared.firstIndex { $0.name.hasSameScalars(as: name) } }
    }
    /// The entity and those above it, the root last; nil where a parent is missing or they go in a circle.
    func line(_ position: Int) -> [Int]? {
      var line = [position]
      while let last = line.last, declared[last].parent != nil {
        guard let next = parents[last], !line.contains(next) else { return nil }
        line.append(next)
      }
      return line
    }
    let lines = declared.indices.map(line)
    var made = declared
    // Parents come before those that inherit from them.
    let order = declared.indices.sorted { (lines[$0]?.count ?? 0, $0) < (lines[$1]?.count ?? 0, $1) }
    for position in order {
      guard let line = lines[position], let root = line.last else { continue }
      let kin = declared.indices.filter { $0 != position && lines[$0]?.contains(position) == true }
      if line.count == 1, kin.isEmpty { continue }
      made[position] = declared[position].inheriting(
        from: line.count > 1 ? made[line[1]] : nil, root: declared[root].name,
        column: declared[root].entityColumn ?? Entity.usualEntityColumn,
        kinds: ([position] + kin).map { declared[$0] })
    }
    return made
  }
}
