import PredicateModel
import PredicateValues

/// Turns tables into entities, in steps that each give names away in a fixed order, so that the same schema always gives the same:
///
/// 1. a column is an attribute of its name;
/// 2. a foreign key `album_id` is `album`; where that is taken, `album_Album` (the table behind it). A key whose column has no
///    ending, `artist`, is the relationship itself, and the bare value is `artist_key`;
/// 3. the other way of a foreign key is named after its table; where a table has several to the same place, `Flight_origin`;
/// 4. a table of pairs is named after the other end, and where that is taken `Album_Artist_Artist`; where it leads back to the same
///    table, after the column.
///
/// Whatever is still taken gets a number.
struct SchemaModelBuilder {
  /// What was left out, a sentence each.
  private(set) var notes: [String]
  private var drafts: [Draft] = []
  private var joins: [(table: TableInfo, keys: [TableInfo.ForeignKey])] = []
  private var positions: [[UInt8]: Int] = [:]

  /// An entity while it is made.
  private struct Draft {
    let table: TableInfo
    let key: EntityKey
    var names = NamePool()
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
  }

  /// A foreign key that is a relationship.
  private struct Link {
    let source: Int
    let destination: Int
    let key: TableInfo.ForeignKey
    var name = ""
  }

  init(tables: [TableInfo], notes: [String]) {
    self.notes = notes
    // A table of pairs must have both its ends, so the others come first.
    for table in tables where SchemaModelBuilder.pairs(of: table) == nil { add(table) }
    for table in tables {
      guard let keys = SchemaModelBuilder.pairs(of: table) else { continue }
      if keys.allSatisfy({ destination(of: $0) != nil }) { joins.append((table, keys)) } else { add(table) }
    }
  }

  private mutating func add(_ table: TableInfo) {
    positions[table.name.foldedName] = drafts.count
    drafts.append(Draft(table: table, key: SchemaModelBuilder.key(of: table)))
  }

  /// The model. It validates.
  mutating func build() -> DataModel {
    var links = foreignKeyLinks()
    for index in drafts.indices { addAttributes(to: index, links: links.filter { $0.source == index }) }
    for index in links.indices {
      let link = links[index]
      let other = drafts[link.destination].table.name
      let stem = link.key.columns.count == 1 ? NamePool.stem(ofColumn: link.key.columns[0]) : other
      links[index].name = drafts[link.source].names.take(stem, "\(stem)_\(other)")
    }
    addForeignKeyRelationships(links)
    addJoinRelationships()
    return DataModel(
      entities: drafts.map { draft in
        Entity(
          name: draft.table.name, key: draft.key, attributes: draft.attributes, relationships: draft.relationships,
          isReadOnly: draft.table.kind == .view)
      })
  }

  // MARK: Columns

  private mutating func addAttributes(to index: Int, links: [Link]) {
    let table = drafts[index].table
    for column in table.columns {
      // A key without an ending leaves its plain name to the relationship.
      let isBareKey = links.contains { link in
        link.key.columns.count == 1 && link.key.columns[0].isSameName(as: column.name)
          && NamePool.stem(ofColumn: column.name).hasSameScalars(as: column.name)
      }
      let declared = DeclaredType(column.declaredType, isStrict: table.isStrict)
      let isRowNumber = table.rowNumberAlias?.isSameName(as: column.name) == true
      let isKeyWithoutRowNumber = column.keyPosition > 0 && !table.hasRowNumbers && table.kind == .table
      drafts[index].attributes.append(
        Attribute(
          name: drafts[index].names.take(isBareKey ? "\(column.name)_key" : column.name), column: column.name,
          type: declared.type, isOptional: !(column.isNotNull || isRowNumber || isKeyWithoutRowNumber),
          storage: declared.storage, isTrusted: declared.isTrusted || isRowNumber, collation: column.collation))
    }
  }

  private static func key(of table: TableInfo) -> EntityKey {
    if let alias = table.rowNumberAlias { return .integer(alias) }
    let columns = table.keyColumns
    if let name = table.rowNumberName { return EntityKey(columns: columns, referenceColumn: name) }
    // Only a STRICT table proves that its key is an integer.
    let isInteger =
      table.isStrict && columns.count == 1
      && table.column(named: columns[0]).map { DeclaredType($0.declaredType, isStrict: true).type == .integer } == true
    return EntityKey(columns: columns, referenceColumn: isInteger ? columns[0] : nil)
  }

  // MARK: Foreign keys

  /// The entity that a foreign key leads to, where it leads to that entity's primary key.
  private func destination(of key: TableInfo.ForeignKey) -> Int? {
    guard let index = positions[key.table.foldedName] else { return nil }
    let columns = drafts[index].key.columns
    guard columns.count == key.columns.count else { return nil }
    guard !key.referenced.isEmpty else { return index }
    return zip(columns, key.referenced).allSatisfy { $0.isSameName(as: $1) } ? index : nil
  }

  private mutating func foreignKeyLinks() -> [Link] {
    var links: [Link] = []
    for (index, draft) in drafts.enumerated() {
      for key in draft.table.foreignKeys {
        if let destination = destination(of: key) {
          links.append(Link(source: index, destination: destination, key: key))
        } else {
          notes.append(
            "\(draft.table.name).\(key.columns.joined(separator: ", ")) is no relationship: it does not lead to the primary "
              + "key of \(key.table).")
        }
      }
    }
    return links
  }

  private mutating func addForeignKeyRelationships(_ links: [Link]) {
    for link in links {
      let source = drafts[link.source].table
      let isAlone = links.filter { $0.source == link.source && $0.destination == link.destination }.count == 1
      let qualified = "\(source.name)_\(link.name)"
      let inverse =
        isAlone
        ? drafts[link.destination].names.take(source.name, qualified) : drafts[link.destination].names.take(qualified)
      let columns = link.key.columns
      drafts[link.source].relationships.append(
        Relationship(
          name: link.name, destination: drafts[link.destination].table.name, inverse: inverse, cardinality: .toOne,
          isOptional: columns.contains { source.column(named: $0)?.isNotNull != true },
          storage: .foreignKey(columns: columns)))
      drafts[link.destination].relationships.append(
        Relationship(
          name: inverse, destination: source.name, inverse: link.name, cardinality: .toMany,
          deleteRule: SchemaModelBuilder.deleteRule(link.key.onDelete),
          storage: .foreignKeyOfDestination(columns: columns)))
    }
  }

  private static func deleteRule(_ onDelete: String) -> DeleteRule {
    switch onDelete.uppercased() {
    case "CASCADE": .cascade
    case "SET NULL", "SET DEFAULT": .nullify
    default: .deny
    }
  }

  // MARK: Tables of pairs

  /// The two foreign keys of a table that holds nothing else, each pair once; nil for any other table.
  private static func pairs(of table: TableInfo) -> [TableInfo.ForeignKey]? {
    guard table.kind == .table, table.foreignKeys.count == 2 else { return nil }
    let columns = Set(table.foreignKeys.flatMap(\.columns).map(\.foldedName))
    let count = table.foreignKeys.reduce(0) { $0 + $1.columns.count }
    guard columns.count == count, columns == Set(table.columns.map(\.name.foldedName)),
      table.uniqueKeys.contains(where: { Set($0.map(\.foldedName)) == columns })
    else { return nil }
    return table.foreignKeys
  }

  private mutating func addJoinRelationships() {
    for (table, keys) in joins {
      guard let first = destination(of: keys[0]), let second = destination(of: keys[1]) else { continue }
      let isLoop = first == second
      let stems = keys.map { $0.columns.count == 1 ? NamePool.stem(ofColumn: $0.columns[0]) : table.name }
      let there = isLoop ? stems[1] : drafts[second].table.name
      let back = isLoop ? stems[0] : drafts[first].table.name
      let forward = drafts[first].names.take(there, "\(table.name)_\(there)")
      let backward = drafts[second].names.take(back, "\(table.name)_\(back)")
      let storage = RelationshipStorage.joinTable(
        .init(table: table.name, sourceColumns: keys[0].columns, destinationColumns: keys[1].columns))
      drafts[first].relationships.append(
        Relationship(
          name: forward, destination: drafts[second].table.name, inverse: backward, cardinality: .toMany,
          storage: storage))
      drafts[second].relationships.append(
        Relationship(
          name: backward, destination: drafts[first].table.name, inverse: forward, cardinality: .toMany,
          storage: storage.reversed))
    }
  }
}
