import PredicateModel
import PredicateValues

/// Turns tables into entities. Each step assigns names in a fixed order, so that the same schema always gets the same names:
///
/// 1. a table is an entity, named for one of its rows: `Order Details` and `order_details` are `OrderDetail`;
/// 2. a column is an attribute: `UnitPrice` and `unit_price` are `unitPrice`;
/// 3. a foreign key is a to-one relationship, named like its column without the ending: `AlbumId` is `album`. For a column without an ending, such as
///    `ReportsTo`, the relationship is `reportsTo` and the attribute `reportsToKey`;
/// 4. the inverse of a foreign key is the plural of its table: `albums`. If a table has several foreign keys to the same table, the role precedes it:
///    `homeMatches`. For a unique key both ends are to-one;
/// 5. a table that only pairs two keys is a to-many relationship at both ends, named after the other end. If it has other columns, or no key that
///    makes each pair unique, it is also an entity.
///
/// If the database itself names its entities and members, as a store of Core Data does, those names are used. Entities that share a table inherit
/// from the entity of the table itself (``TableHierarchy``). If a name is taken, a word or a number is added. Tables and columns can also be used by
/// their own names (``Entity/member(named:)``).
package struct SchemaModelBuilder {
  /// A note for each part that was left out or guessed.
  package private(set) var notes: [SchemaNote]
  /// Columns whose values look like another type than the declared one.
  package private(set) var suggestions: [ColumnSuggestion] = []
  private var drafts: [Draft] = []
  private var joins: [TablePair] = []
  private var positions: [[UInt8]: Int] = [:]
  private var entityNames = NamePool()
  private let known: [Entity]

  /// An entity under construction.
  private struct Draft {
    let table: SchemaTable
    let words: NameWords
    var name = ""
    var names = NamePool()
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
  }

  /// - Parameters:
  ///   - known: Entities of other tables that exist already. They are the first entities of the model, and no other entity gets their names.
  ///   - fit: How many values of an undeclared key occur in the other table; nil if that is unknown.
  package init(
    tables: [SchemaTable], notes: [SchemaNote], guessing: Bool, besides known: [Entity] = [],
    fit: (KeyCandidate) throws -> KeyFit?
  ) rethrows {
    self.notes = notes
    self.known = known
    for entity in known { _ = entityNames.takeAsItIs(entity.name) }
    var tables = tables
    if guessing { self.notes += try KeyGuesses.add(to: &tables, fit: fit) }
    // Join tables come last, because both of their ends must exist first.
    for table in tables where TablePair(table)?.isOnlyPairs != true { add(table) }
    for table in tables {
      guard let pair = TablePair(table) else { continue }
      let hasBothEnds = pair.keys.allSatisfy { destination(of: $0)?.referenced.isKey == true }
      if hasBothEnds && (!pair.mayRepeat || pair.keys.allSatisfy { holdsKeyItself($0, of: table) }) {
        joins.append(pair)
      } else if pair.isOnlyPairs {
        add(table)
      }
    }
    nameEntities()
  }

  /// A builder that does not read values.
  package init(tables: [SchemaTable], notes: [SchemaNote], guessing: Bool, besides known: [Entity] = []) {
    self.init(tables: tables, notes: notes, guessing: guessing, besides: known) { _ in nil }
  }

  private mutating func add(_ table: SchemaTable) {
    positions[table.name.foldedSQLName] = drafts.count
    drafts.append(Draft(table: table, words: NameWords(table.modelName ?? table.name)))
  }

  /// A table that already has the name of an entity keeps it. The names of other tables are changed afterwards.
  private mutating func nameEntities() {
    for isPlain in [true, false] {
      for (index, draft) in drafts.enumerated() {
        let words = draft.words
        let wish = draft.table.modelName ?? words.entity
        guard wish.hasSameScalars(as: draft.table.name) == isPlain else { continue }
        drafts[index].name = entityNames.take(wish, words.capitalized, words.isEmpty ? "Table" : "")
      }
    }
  }

  /// The model. It validates.
  package mutating func build() -> DataModel {
    var links = foreignKeyLinks()
    let linksOfSources = Dictionary(grouping: links, by: \.source)
    for index in drafts.indices { addAttributes(to: index, links: linksOfSources[index] ?? []) }
    for index in links.indices { links[index].name = takeName(of: links[index]) }
    addForeignKeyRelationships(links)
    for pair in joins { addJoinRelationships(pair) }
    return DataModel(
      entities: known
        + drafts.flatMap { draft in
          let entity = Entity(
            name: draft.name, table: draft.table.name, key: draft.table.key, attributes: draft.attributes,
            relationships: draft.relationships, isReadOnly: draft.table.kind == .view)
          // Without an integer key the entities of a hierarchy have no references in common, so the table stays one entity.
          guard let hierarchy = draft.table.hierarchy, draft.table.key.integerColumn != nil else { return [entity] }
          return hierarchy.entities(entity, &entityNames)
        })
  }

  // MARK: Columns

  private mutating func addAttributes(to index: Int, links: [SchemaLink]) {
    let table = drafts[index].table
    let columns = table.columns.filter { !$0.isHidden }
    var names: [String] = Array(repeating: "", count: columns.count)
    let wishes = columns.map { column -> String in
      // If a foreign key has no ending, such as `ReportsTo`, the relationship gets the plain name, and the attribute another one.
      let isBareKey = links.contains { link in
        link.columns.count == 1 && link.columns[0].isSameSQLName(as: column.name)
          && LinkNames.isBare(column: column.attribute.name, referencing: referencedColumn(of: link))
      }
      let words = NameWords(column.attribute.name)
      return isBareKey ? words.followed(by: NameWords("key")).member : words.member
    }
    for isPlain in [true, false] {
      for (position, column) in columns.enumerated()
      where wishes[position].hasSameScalars(as: column.name) == isPlain {
        names[position] = drafts[index].names.take(wishes[position], wishes[position].isEmpty ? "column" : "")
      }
    }
    drafts[index].attributes = zip(columns, names).map { $0.attribute.named($1) }
    for column in columns {
      if let note = column.note { notes.append("\(table.name).\(column.name) \(note)") }
      if let type = column.suggestion, !table.isForeignKey(column.name) {
        suggestions.append(
          ColumnSuggestion(table: table.name, column: column.name, declared: column.attribute.type, type: type))
      }
    }
    // The names of the hidden row number are reserved, because they are members too.
    for name in table.hiddenNames { _ = drafts[index].names.take(name) }
  }

  // MARK: Foreign keys

  /// The columns that a foreign key refers to.
  private enum Referenced {
    /// The primary key. These columns of the foreign key are in its order.
    case key([String])
    /// Other columns, whose values are unique.
    case unique([String])

    var isKey: Bool { if case .key = self { true } else { false } }
  }

  /// The entity that a foreign key refers to. Nil if the foreign key does not refer to columns that identify a row.
  private func destination(of key: SchemaForeignKey) -> (index: Int, referenced: Referenced)? {
    guard let index = positions[key.table.foldedSQLName] else { return nil }
    let columns = drafts[index].table.isKeyOrdinary ? drafts[index].table.key.columns : []
    guard !key.referenced.isEmpty else {
      return columns.count == key.columns.count && !columns.isEmpty ? (index, .key(key.columns)) : nil
    }
    let own = Dictionary(zip(key.referenced.map(\.foldedSQLName), key.columns), uniquingKeysWith: { first, _ in first })
    let ordered = columns.compactMap { own[$0.foldedSQLName] }
    if ordered.count == columns.count, ordered.count == key.columns.count { return (index, .key(ordered)) }
    let wanted = Set(own.keys)
    let isUnique = drafts[index].table.uniqueKeys.contains { Set($0.map(\.foldedSQLName)) == wanted }
    return isUnique && wanted.count == key.columns.count ? (index, .unique(key.referenced)) : nil
  }

  /// Whether a foreign key has the same values as the key of the row that it refers to. If not, different values may refer to the same row, and equal
  /// pairs cannot be found by comparing values.
  private func holdsKeyItself(_ key: SchemaForeignKey, of table: SchemaTable) -> Bool {
    guard let (index, referenced) = destination(of: key), case .key(let columns) = referenced else { return false }
    let other = drafts[index].table
    return zip(columns, other.key.columns).allSatisfy { own, key in
      guard let own = table.column(named: own), let key = other.column(named: key) else { return true }
      return own.valueClass == key.valueClass && own.comparesBytes && key.comparesBytes
    }
  }

  private mutating func foreignKeyLinks() -> [SchemaLink] {
    var links: [SchemaLink] = []
    for (index, draft) in drafts.enumerated() {
      for key in draft.table.foreignKeys {
        guard let (destination, referenced) = destination(of: key) else {
          let columns = key.columns.joined(separator: ", ")
          notes.append(
            "\(draft.table.name).\(columns) cannot be a relationship, because it does not refer to a key of \(key.table)"
          )
          continue
        }
        var columns = key.columns
        var others: [String]?
        switch referenced {
        case .key(let ordered): columns = ordered
        case .unique(let names): others = names
        }
        links.append(
          SchemaLink(
            source: index, destination: destination, columns: columns, referenced: others, onDelete: key.onDelete,
            isGuess: key.isGuess,
            isUnique: hasOneRow(columns, of: draft.table, for: others, of: drafts[destination].table)))
      }
    }
    return links
  }

  /// Whether at most one row refers to each key. The columns must be unique, and two different values must never refer to the same key: `'7'` and
  /// `'7.0'` are different texts but the same integer.
  private func hasOneRow(
    _ columns: [String], of table: SchemaTable, for unique: [String]?, of other: SchemaTable
  ) -> Bool {
    guard table.isUnique(columns) else { return false }
    return zip(columns, unique ?? other.key.columns).allSatisfy { column, key in
      guard let own = table.column(named: column), let key = other.column(named: key) else { return true }
      return own.valueClass == key.valueClass
        && (key.comparesBytes || own.attribute.textOrder == key.attribute.textOrder)
    }
  }

  /// The words of a foreign key's name without the words that name its destination; nil if no word remains.
  private func stem(of link: SchemaLink) -> NameWords? {
    guard let first = link.columns.first else { return nil }
    guard link.columns.count > 1 else {
      let name = drafts[link.source].table.column(named: first)?.attribute.name ?? first
      return LinkNames.stem(ofColumn: name, referencing: referencedColumn(of: link))
    }
    let common = link.columns.dropFirst().reduce(NameWords(first)) { $0.commonBeginning(with: NameWords($1)) }
    return common.isEmpty ? nil : common
  }

  /// The only column that a foreign key refers to, if its name is one word, such as `code`. Nil for a name such as `AlbumId`, which already contains
  /// the table's name.
  private func referencedColumn(of link: SchemaLink) -> String? {
    let columns = link.referenced ?? drafts[link.destination].table.key.columns
    guard columns.count == 1, NameWords(columns[0]).words.count == 1 else { return nil }
    return columns[0]
  }

  private mutating func takeName(of link: SchemaLink) -> String {
    let destination = NameWords(drafts[link.destination].name)
    let stem = stem(of: link)?.member ?? ""
    let related = NameWords("related").followed(by: destination).member
    return drafts[link.source].names.take(stem, destination.member, related)
  }

  private mutating func addForeignKeyRelationships(_ links: [SchemaLink]) {
    struct Ends: Hashable { let source, destination: Int }
    let counts = Dictionary(grouping: links) { Ends(source: $0.source, destination: $0.destination) }
    for link in links {
      let isAlone = counts[Ends(source: link.source, destination: link.destination)]?.count == 1
      let wishes = LinkNames.inverse(
        source: drafts[link.source].words, stem: stem(of: link), destination: drafts[link.destination].words,
        isLoop: link.source == link.destination, isAlone: isAlone, isToOne: link.isUnique)
      let inverse = drafts[link.destination].names.take(
        wishes.wish, wishes.qualified, NameWords("related").followed(by: drafts[link.source].words).plural)
      let table = drafts[link.source].table
      drafts[link.source].relationships.append(
        Relationship(
          name: link.name, destination: drafts[link.destination].name, inverse: inverse, cardinality: .toOne,
          isOptional: link.columns.contains { table.column(named: $0)?.isNotNull != true },
          storage: .foreignKey(columns: link.columns), referencedColumns: link.referenced, isGuessed: link.isGuess))
      drafts[link.destination].relationships.append(
        Relationship(
          name: inverse, destination: drafts[link.source].name, inverse: link.name,
          cardinality: link.isUnique ? .toOne : .toMany, deleteRule: link.deleteRule,
          storage: .foreignKeyOfDestination(columns: link.columns), referencedColumns: link.referenced,
          isGuessed: link.isGuess))
    }
  }

  // MARK: Tables of pairs

  private mutating func addJoinRelationships(_ pair: TablePair) {
    guard let first = destination(of: pair.keys[0]), let second = destination(of: pair.keys[1]),
      case .key(let sourceColumns) = first.referenced, case .key(let destinationColumns) = second.referenced
    else { return }
    let words = NameWords(pair.table.name)
    func names(_ key: SchemaForeignKey, _ end: Int) -> (plain: String, role: String, long: String) {
      let stem = key.columns.count == 1 ? LinkNames.stem(ofColumn: key.columns[0], referencing: nil) : nil
      let plain = NameWords(drafts[end].name).plural
      return (plain, stem?.plural ?? plain, words.followed(by: NameWords(drafts[end].name)).plural)
    }
    let there = names(pair.keys[1], second.index)
    let back = names(pair.keys[0], first.index)
    let isLoop = first.index == second.index
    let forward = drafts[first.index].names.take(
      pair.keys[1].relationship ?? "", isLoop ? there.role : there.plain, there.role, there.long)
    let backward = drafts[second.index].names.take(
      pair.keys[0].relationship ?? "", isLoop ? back.role : back.plain, back.role, back.long)
    let storage = RelationshipStorage.joinTable(
      .init(table: pair.table.name, sourceColumns: sourceColumns, destinationColumns: destinationColumns))
    let isGuess = pair.keys.contains(where: \.isGuess)
    drafts[first.index].relationships.append(
      Relationship(
        name: forward, destination: drafts[second.index].name, inverse: backward, cardinality: .toMany,
        storage: storage, isGuessed: isGuess))
    drafts[second.index].relationships.append(
      Relationship(
        name: backward, destination: drafts[first.index].name, inverse: forward, cardinality: .toMany,
        storage: storage.reversed, isGuessed: isGuess))
  }
}
