import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// The name of an entity in a statement about another entity means all of its objects. Names of tables, plurals and other cases have no meaning
/// there, because they are meant as relationships.
@Suite("Names of entities in statements about others")
struct EntityNameTests {
  private static let model = DataModel(entities: [
    Entity(
      name: "Person", table: "persons", attributes: [Attribute(name: "name", type: .string)],
      relationships: [
        Relationship(
          name: "bought", destination: "Order", inverse: "buyer", cardinality: .toMany,
          storage: .foreignKeyOfDestination("buyer_id")),
        Relationship(
          name: "sold", destination: "Order", inverse: "seller", cardinality: .toMany,
          storage: .foreignKeyOfDestination("seller_id")),
      ]),
    Entity(
      name: "Order", table: "orders", attributes: [Attribute(name: "total", type: .double)],
      relationships: [
        Relationship(
          name: "buyer", destination: "Person", inverse: "bought", cardinality: .toOne, storage: .foreignKey("buyer_id")
        ),
        Relationship(
          name: "seller", destination: "Person", inverse: "sold", cardinality: .toOne, storage: .foreignKey("seller_id")
        ),
      ]),
  ])

  private static func fetch(_ place: String, _ text: String) throws -> EntityFetch {
    var fetch = EntityFetch("Person")
    switch place {
    case "condition":
      fetch = EntityFetch("Person", where: try QueryPredicate(format: QueryFormat(raw: "\(text) > 2")))
    default:
      let value = try QueryExpression(format: QueryFormat(raw: text))
      switch place {
      case "column": fetch.columns = [FetchedColumn(value, as: "n")]
      case "group": fetch.groupBy = [FetchedColumn(value, as: "n")]
      default: fetch.sortKeys = [QuerySortKey(value)]
      }
    }
    return fetch
  }

  @Test(arguments: ["condition", "column", "group", "sort"])
  func onlyTheExactName(place: String) throws {
    for text in ["Order.@count", "Order.@sum.total", "SUBQUERY(Order, $o, $o.total > 25).@count"] {
      _ = try BoundFetch(Self.fetch(place, text), model: Self.model)
    }
    for text in [
      "orders.@count", "orders.@sum.total", "SUBQUERY(orders, $o, $o.total > 25).@count", "order.@count",
      "Orders.@count", "ORDER.@count",
    ] {
      let issue = #expect(throws: PredicateIssue.self, "\(place): \(text)") {
        try BoundFetch(Self.fetch(place, text), model: Self.model)
      }
      #expect(issue?.kind == .unknownKey, "\(place): \(text)")
    }
  }

  /// The paths in a hint parse and find objects, also if the name of the entity is not an identifier.
  @Test(arguments: ["Report", "Big Report", "And", #"a"b\c"#])
  func hintsForObjectsWithoutKeyCanBeWritten(entity: String) throws {
    let key = EntityKey(columns: [], referenceColumn: nil)
    let model = DataModel(entities: [
      Entity(name: entity, key: key, attributes: [Attribute(name: "n", type: .integer)])
    ])
    func bind(_ condition: String) throws {
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: condition)))
      _ = try BoundFetch(fetch, model: model)
    }
    let label = ObjectReference.label(entity, ["1"])
    let issue = try #require(throws: PredicateIssue.self) { try bind("\(label) == nil") }
    let form = ObjectReference.label(entity, ["KEY"])
    #expect(
      issue.message == "objects of \(entity) have no primary key, so \(form) cannot find an object", "\(issue)")
    let parts = try #require(issue.hint).components(separatedBy: ["write ", " for the first object, or ", " for the"])
    try bind("\(parts[1]) == nil")
    try bind("\(parts[2].replacing("PREDICATE", with: "n > 1")) == nil")
  }

  /// The first entity is one that people query, and not the table of a migration tool.
  @Test func theFirstEntity() {
    func first(_ tables: String...) -> String? {
      DataModel(entities: tables.map { Entity(name: NameWords($0).entity, table: $0, attributes: []) }).firstEntity?
        .table
    }
    #expect(first("schema_migrations", "ar_internal_metadata", "posts") == "posts")
    #expect(first("android_metadata", "room_master_table", "messages", "users") == "messages")
    #expect(first("gpkg_spatial_ref_sys", "rtree_trees_geom", "trees") == "trees")
    #expect(first("__EFMigrationsHistory", "Customers") == "Customers")
    #expect(first("migrations", "_prisma_migrations") == "migrations")
    #expect(first("immigration", "trees") == "immigration")
  }
}

extension String {
  /// The parts between any of several texts.
  fileprivate func components(separatedBy separators: [String]) -> [String] {
    separators.reduce(into: [self]) { parts, separator in
      parts = parts.flatMap { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) }
    }
  }
}
