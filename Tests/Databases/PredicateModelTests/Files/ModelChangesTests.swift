import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@Suite("Model files that change the schema's model")
struct ModelChangesTests {
  private static let schema = DataModel(entities: [
    Entity(
      name: "Book", table: "books",
      attributes: [
        Attribute(name: "title", type: .string), Attribute(name: "madeAt", column: "made_at", type: .integer),
        Attribute(name: "isbn", type: .string, isTrusted: true),
      ],
      relationships: [
        Relationship(
          name: "author", destination: "Author", inverse: "books", cardinality: .toOne,
          storage: .foreignKey("author_id"))
      ]),
    Entity(
      name: "Author", table: "authors", attributes: [Attribute(name: "name", type: .string)],
      relationships: [
        Relationship(
          name: "books", destination: "Book", inverse: "author", cardinality: .toMany,
          storage: .foreignKeyOfDestination("author_id"))
      ]),
  ])

  private func changed(_ entities: String) throws -> DataModel {
    let text = #"{"format": 1, "extends": "schema", "entities": [\#(entities)]}"#
    guard case .changes(let changes) = try ModelFile(jsonText: text) else { throw ModelIssue.text("no changes") }
    return try changes.applied(to: Self.schema)
  }

  @Test("Names, storages, and hidden parts")
  func names() throws {
    let model = try changed(
      """
      {"table": "books", "name": "Work", "attributes": [
        {"column": "made_at", "name": "madeOn", "storage": "secondsSince1970", "optional": true},
        {"column": "ISBN", "hidden": true}],
       "relationships": [{"was": "author", "name": "writer", "optional": false, "trusted": true}]}
      """)
    #expect(model.entityNames == ["Work", "Author"])
    let work = try #require(model.entity(named: "Work"))
    #expect(work.memberNames == ["title", "madeOn", "writer"])
    let made = try #require(work.attribute(named: "madeOn"))
    #expect(made.column == "made_at" && made.type == .date && made.storage == .secondsSince1970 && made.isOptional)
    #expect(work.relationship(named: "writer")?.mayBeNil == false)
    let books = try #require(model.entity(named: "Author")?.relationship(named: "books"))
    #expect(books.destination == "Work" && books.inverse == "writer")
  }

  @Test("A change keeps the conditions, unique values, numbers of objects and fetched properties that it does not name")
  func keepsRules() throws {
    let model = DataModel(entities: [
      Entity(
        name: "Team",
        attributes: [Attribute(name: "name", type: .string), Attribute(name: "founded", type: .integer)],
        relationships: [
          Relationship(
            name: "players", destination: "Player", inverse: nil, cardinality: .toMany,
            storage: .foreignKeyOfDestination("team_id"), minimumCount: 1, maximumCount: 11)
        ], validations: [try QueryPredicate(format: "name != ''")], uniqueness: [["name"]],
        fetchedProperties: [FetchedProperty(name: "all", destination: "Player")]),
      Entity(name: "Player", attributes: []),
    ])
    let change = AttributeChange(column: "founded", type: .date, storage: .secondsSince1970)
    guard case .whole(let changed) = try ModelFile.whole(model).adding(change, ofTable: "Team") else {
      throw ModelIssue.text("no model")
    }
    let team = try #require(changed.entity(named: "Team"))
    #expect(team.attribute(named: "founded")?.type == .date)
    #expect(
      team.validations.count == 1 && team.uniqueness == [["name"]] && team.fetchedProperties.map(\.name) == ["all"])
    #expect(team.relationships[0].minimumCount == 1 && team.relationships[0].maximumCount == 11)
  }

  @Test("A hidden entity hides the relationships to it; a hidden relationship does not hide its inverse")
  func hidden() throws {
    let alone = try changed(#"{"table": "authors", "hidden": true}"#)
    #expect(alone.entityNames == ["Book"] && alone.entities[0].relationships.isEmpty)
    let oneWay = try changed(#"{"table": "authors", "relationships": [{"was": "books", "hidden": true}]}"#)
    #expect(oneWay.entity(named: "Author")?.relationships.isEmpty == true)
    let author = try #require(oneWay.entity(named: "Book")?.relationship(named: "author"))
    #expect(author.inverse == nil)
  }

  @Test("New relationships have both ends, declared at either end")
  func added() throws {
    let one = """
      {"table": "books", "relationships": [{"name": "editor", "destination": "authors", "inverse": "edited",
        "storage": {"foreignKey": ["editor_id"]}}]}
      """
    let other = """
      {"table": "authors", "relationships": [{"name": "edited", "destination": "Book", "inverse": "editor",
        "storage": {"foreignKeyOfDestination": ["editor_id"]}}]}
      """
    for text in [one, other, one + "," + other, other + "," + one] {
      let model = try changed(text)
      let editor = try #require(model.entity(named: "Book")?.relationship(named: "editor"))
      #expect(editor.cardinality == .toOne && editor.destination == "Author" && editor.inverse == "edited")
      let edited = try #require(model.entity(named: "Author")?.relationship(named: "edited"))
      #expect(edited.cardinality == .toMany && edited.inverse == "editor")
      #expect(model.entity(named: "Book")?.relationships.count == 2)
    }
    let pairs = try changed(
      """
      {"table": "books", "relationships": [{"name": "readers", "destination": "Author", "inverse": "read",
        "storage": {"joinTable": "readings", "from": ["book"], "to": ["reader"]}}]}
      """)
    #expect(pairs.entity(named: "Author")?.relationship(named: "read")?.cardinality == .toMany)
  }

  @Test(
    "A misfit is reported with its place",
    arguments: [
      (#"{"table": "nothing"}"#, "entities.0.table: there is no table “nothing”"),
      (#"{"table": "books", "hiden": true}"#, "entities.0: there is no key “hiden” here; there are "),
      (
        #"{"table": "books", "attributes": [{"column": "x"}]}"#,
        "entities.0.attributes.0.column: the table “books” has no column “x”"
      ),
      (
        #"{"table": "books", "attributes": [{"column": "isbn", "storage": "x"}]}"#,
        "“x” is not the name of a storage; the names are "
      ),
      (
        #"{"table": "books", "attributes": [{"column": "isbn", "type": "x"}]}"#,
        "“x” is not the name of an attribute type"
      ),
      (
        #"{"table": "books", "attributes": [{"column": "made_at", "type": "date"}]}"#,
        "entities.0.attributes.0: a date needs a “storage”: "
      ),
      (
        #"{"table": "books", "attributes": [{"column": "isbn", "type": "date", "storage": "blob"}]}"#,
        "entities.0.attributes.0.storage: the storage “blob” cannot hold values of type "
      ),
      (
        #"{"table": "books", "relationships": [{"was": "x", "name": "y"}]}"#,
        "entities.0.relationships.0.was: there is no relationship “x” of “books”; the relationships are author"
      ),
      (
        #"{"table": "books", "relationships": [{"was": "author", "destination": "books"}]}"#,
        "entities.0.relationships.0.destination: a relationship that “was” renames cannot change this member"
      ),
      (
        #"{"table": "books", "relationships": [{"name": "x", "destination": "books"}]}"#,
        "entities.0.relationships.0: the key “storage” is missing"
      ),
      (
        #"{"table": "books", "relationships": [{"name": "x", "destination": "y", "storage": {"foreignKey": ["z"]}}]}"#,
        "entities.0.relationships.0.destination: there is no entity or table with the name “y”"
      ),
      (#"{"table": "books", "name": "Author"}"#, "two entities are named “Author”"),
      (
        #"{"table": "books", "attributes": [{"column": "isbn", "name": "title"}]}"#,
        "“Book” has two members named “title”"
      ),
    ])
  func misfits(entities: String, message: String) {
    let issue = #expect(throws: ModelIssue.self) { try changed(entities) }
    #expect(issue?.description.contains(message) == true, "\(issue?.description ?? "no issue")")
  }

  @Test("A whole model for people reads back as the same")
  func fileText() throws {
    for model in [Self.schema, DataModel.movies, DataModel(entities: [])] {
      let text = try model.fileText()
      #expect(try DataModel(jsonText: text).jsonText() == model.jsonText())
    }
    #expect(throws: ModelIssue.self) { try DataModel(jsonText: #"{"format": 1, "extends": "schema"}"#) }
    #expect(throws: ModelIssue.self) { try ModelFile(jsonText: #"{"format": 1, "extends": "else"}"#) }
    #expect(throws: ModelIssue.self) { try ModelFile(jsonText: #"{"format": 1, "guess": false, "entities": []}"#) }
  }
}
