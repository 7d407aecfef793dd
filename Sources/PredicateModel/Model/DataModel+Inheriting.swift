import PredicateSyntax

extension DataModel {
  /// The entities with what they inherit from their parents.
  static func inheriting(_ entities: [Entity]) -> [Entity] {
    guard entities.contains(where: { $0.parent != nil || $0.hierarchy != nil }) else { return entities }
    let declared = entities.map(\.declared)
    let places = Dictionary(
      declared.enumerated().map { (ScalarString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    let parents = declared.map { entity in entity.parent.flatMap { places[ScalarString($0)] } }
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
    /// The entities below each, in the order of the model.
    var kin: [[Int]] = Array(repeating: [], count: declared.count)
    for (position, line) in lines.enumerated() { for other in line?.dropFirst() ?? [] { kin[other].append(position) } }
    var made = declared
    // Parents come before those that inherit from them.
    let order = declared.indices.sorted { (lines[$0]?.count ?? 0, $0) < (lines[$1]?.count ?? 0, $1) }
    for position in order {
      guard let line = lines[position], let root = line.last else { continue }
      if line.count == 1, kin[position].isEmpty { continue }
      made[position] = declared[position].inheriting(
        from: line.count > 1 ? made[line[1]] : nil, root: declared[root].name,
        column: declared[root].entityColumn ?? Entity.usualEntityColumn,
        kinds: ([position] + kin[position]).map { declared[$0] })
    }
    return made
  }
}
