import PredicateBinding
import PredicateModel
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
