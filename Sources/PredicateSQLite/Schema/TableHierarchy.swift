import PredicateModel

/// Entities whose objects lie in one table, as the database itself tells: the table's own one and those that inherit from it.
struct TableHierarchy {
  /// The column that holds the number of each row's entity.
  let column: String
  /// The number of the table's own entity.
  let root: Int64
  /// The others, in any order.
  let others: [CoreDataEntities.Entity]

  /// The entities. The others have the members of the first one, because nothing tells which columns are theirs.
  ///
  /// - Parameters:
  ///   - own: The table's own entity.
  ///   - names: The names that are taken.
  func entities(_ own: Entity, _ names: inout NamePool) -> [Entity] {
    var namesOfNumbers = [root: own.name]
    var entities = [
      Entity(
        name: own.name, table: own.table, key: own.key, attributes: own.attributes, relationships: own.relationships,
        entityColumn: column, entityNumber: root)
    ]
    let children = Dictionary(grouping: others, by: \.parent)
    var parents = [root]
    while let parent = parents.popLast() {
      for child in children[parent] ?? [] where namesOfNumbers[child.number] == nil {
        let name = names.take(child.name)
        namesOfNumbers[child.number] = name
        entities.append(
          Entity(name: name, attributes: [], parent: namesOfNumbers[parent], entityNumber: child.number))
        parents.append(child.number)
      }
    }
    return entities
  }
}
