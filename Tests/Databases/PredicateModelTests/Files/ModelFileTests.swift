import PredicateModel
import PredicateValues
import Testing

@Suite("Models as JSON")
struct ModelFileTests {
  @Test("The demo's model reads back unchanged")
  func roundTrip() throws {
    let text = try DataModel.movies.jsonText()
    let model = try DataModel(jsonText: text)
    #expect(try model.jsonText() == text)
    #expect(model.entityNames == DataModel.movies.entityNames)
  }

  @Test("Every part of a model reads back")
  func everything() throws {
    let attributes = AttributeStorage.allCases.flatMap { storage in
      [QueryType.any, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url]
        .filter { storage.fits($0) }
        .map {
          Attribute(
            name: "\(storage) \($0)", column: "c", type: $0, isOptional: true, storage: storage, isTrusted: true,
            textOrder: storage == .text ? .unknown : .collation("NOCASE"))
        }
    }
    let model = DataModel(entities: [
      Entity(
        name: "A \"quoted\"", table: "t", key: EntityKey(columns: ["p", "q"], referenceColumn: "rowid"),
        attributes: attributes,
        relationships: [
          Relationship(
            name: "one", destination: "B", inverse: nil, cardinality: .toOne, isOptional: false, deleteRule: .deny,
            storage: .foreignKey(columns: ["r"]), isTrusted: true),
          Relationship(
            name: "many", destination: "B", inverse: nil, cardinality: .toMany, deleteRule: .noAction,
            storage: .foreignKeyOfDestination(columns: ["s", "t"])),
          Relationship(
            name: "pairs", destination: "B", inverse: nil, cardinality: .toMany,
            storage: .joinTable(.init(table: "j", sourceColumns: ["u", "v"], destinationColumns: ["w"]))),
        ]),
      Entity(name: "B", attributes: [], isReadOnly: true),
    ])
    let text = try model.jsonText()
    let read = try DataModel(jsonText: text)
    #expect(try read.jsonText() == text)
    let entity = try #require(read.entity(named: "A \"quoted\""))
    #expect(entity.attributes.count == attributes.count)
    for (left, right) in zip(entity.attributes, attributes) {
      #expect(left.type == right.type && left.storage == right.storage && left.textOrder == right.textOrder)
      #expect(left.isTrusted && left.isOptional && left.column == "c")
    }
    #expect(entity.relationships.map(\.deleteRule) == [.deny, .noAction, .nullify])
    #expect(read.entity(named: "B")?.isReadOnly == true)
  }

  /// A file names a collation of the database. Without one, texts compare by their scalars, and null means that the order is unknown.
  @Test func ordersOfTexts() throws {
    func text(_ part: String) -> String {
      #"{"format":1,"entities":[{"name":"A","key":{"columns":[]},"attributes":[{"name":"x","type":"string"\#(part)}]}]}"#
    }
    for (part, order) in [
      ("", Attribute.TextOrder.scalars), (#","collation":"NOCASE""#, .collation("nocase")),
      (#","collation":null"#, .unknown),
    ] {
      let model = try DataModel(jsonText: text(part))
      #expect(model.entity(named: "A")?.attribute(named: "x")?.textOrder == order, "\(part)")
      let again = try DataModel(jsonText: model.jsonText())
      #expect(again.entity(named: "A")?.attribute(named: "x")?.textOrder == order, "\(part)")
    }
    #expect(Attribute.TextOrder.collation("a") != .collation("b") && .collation("a") != Attribute.TextOrder.unknown)
  }

  @Test(
    "Errors of a text are reported",
    arguments: [
      ("", "the model cannot be read"),
      ("[]", "the model cannot be read"),
      (#"{"format":1}"#, "the key “entities” is missing"),
      (
        #"{"format":2,"entities":[]}"#,
        "the model has format version 2, but this version of the library reads only versions up to 1"
      ),
      (#"{"format":1,"entities":[{"key":{"columns":[]},"attributes":[]}]}"#, "entities.0: the key “name” is missing"),
      (
        #"{"format":1,"entities":[{"name":"A","key":{"columns":[]},"attributes":[{"name":"x","type":"colour"}]}]}"#,
        "“colour” is not the name of an attribute type"
      ),
      (
        #"{"format":1,"entities":[{"name":"A","key":{"columns":[]},"attributes":[]},{"name":"A","key":{"columns":[]},"attributes":[]}]}"#,
        "two entities are named “A”"
      ),
    ])
  func unreadable(text: String, message: String) {
    let issue = #expect(throws: ModelIssue.self) { try DataModel(jsonText: text) }
    #expect(issue?.description.contains(message) == true, "\(issue?.description ?? "no issue")")
  }
}
