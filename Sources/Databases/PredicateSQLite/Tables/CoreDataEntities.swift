import PredicateDatabases
import PredicateModel
import PredicateSyntax

/// The entities that a Core Data store lists in `Z_PRIMARYKEY`, and their inheritance.
///
/// The list is not trusted. If several entities have one number or one name, the first counts. A parent that does not exist is ignored. Entities that
/// inherit from one another in a circle have no root. Takes time linear in the length of the list.
struct CoreDataEntities {
  typealias Entity = TableHierarchy.Member

  private let entities: [Entity]
  /// The position of the first entity with each number.
  private let places: [Int64: Int]
  /// The position of each entity's root; nil in a circle.
  private let roots: [Int?]
  /// The positions of the entities that inherit from a root, by the root's position.
  private let heirs: [Int: [Int]]
  /// The positions of roots, by the names of their tables.
  private let tables: [[UInt8]: Int]
  /// The number of the first entity with each name.
  private let numbers: [ScalarString: Int64]
  /// The position of the first entity with each name in small letters.
  private let names: [[UInt8]: Int]
  /// The tables of the entities that Core Data adds to every model.
  private let ownTables: Set<[UInt8]>
  /// The lengths in bytes of the names in ``names``, the greatest first.
  private let lengths: [Int]

  init(_ entities: [Entity]) {
    let places = Dictionary(entities.indices.map { (entities[$0].number, $0) }, uniquingKeysWith: { first, _ in first })
    let parents = entities.map { $0.parent == $0.number ? nil : places[$0.parent] }
    let roots = Self.roots(parents)
    let named = entities.indices.map { (entities[$0].name.lowercased().foldedSQLName, $0) }
    self.entities = entities
    self.places = places
    self.roots = roots
    heirs = Dictionary(grouping: entities.indices.filter { roots[$0] != $0 && roots[$0] != nil }) { roots[$0] ?? $0 }
    tables = Dictionary(
      entities.indices.filter { parents[$0] == nil }.map { ("Z\(entities[$0].name)".uppercased().foldedSQLName, $0) },
      uniquingKeysWith: { first, _ in first })
    numbers = Dictionary(entities.map { (ScalarString($0.name), $0.number) }, uniquingKeysWith: { first, _ in first })
    names = Dictionary(named, uniquingKeysWith: { first, _ in first })
    ownTables = Set(entities.filter { $0.number > 16_000 }.map { "A\($0.name)".foldedSQLName })
    lengths = Set(named.map(\.0.count)).sorted(by: >)
  }

  /// The root at the end of each chain of parents; nil for chains that end in a circle.
  private static func roots(_ parents: [Int?]) -> [Int?] {
    var roots: [Int?] = Array(repeating: nil, count: parents.count)
    var isFound = Array(repeating: false, count: parents.count)
    for start in parents.indices {
      var chain: [Int] = []
      var place = start
      while !isFound[place] {
        // A second visit means a circle, so the root stays nil.
        isFound[place] = true
        chain.append(place)
        guard let parent = parents[place] else {
          roots[place] = place
          break
        }
        place = parent
      }
      for member in chain { roots[member] = roots[place] }
    }
    return roots
  }

  /// The entity without a parent whose table has a name.
  func root(ofTable table: String) -> Entity? { tables[table.uppercased().foldedSQLName].map { entities[$0] } }

  /// The entity whose table stores the objects of an entity; nil for an unknown number.
  func root(ofEntity number: Int64) -> Entity? { places[number].flatMap { roots[$0] }.map { entities[$0] } }

  /// The number of the entity with a name; nil for an unknown name.
  func number(ofEntity name: String) -> Int64? { numbers[ScalarString(name)] }

  /// Whether a table belongs to an entity that Core Data adds to every model, for the history of changes or for synchronization.
  func isCoreDatasOwn(table: String) -> Bool { ownTables.contains(table.foldedSQLName) }

  /// The entities that inherit from a root, in the order of the list.
  func heirs(of root: Entity) -> [Entity] { places[root.number].flatMap { heirs[$0] }?.map { entities[$0] } ?? [] }

  /// The entity whose name is the end of a name in small letters. If there are several, the longest name is chosen.
  func entity(atEndOf name: String) -> Entity? {
    let name = name.foldedSQLName
    for length in lengths where length <= name.count {
      if let place = names[Array(name.suffix(length))] { return entities[place] }
    }
    return nil
  }
}
