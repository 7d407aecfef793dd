import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@Suite("Entities that inherit")
struct InheritedModelTests {
  static let text = """
    {"format": 1, "entities": [
      {"name": "Manager", "parent": "Employee", "attributes": [{"name": "budget", "type": "double"}],
       "validations": ["budget > salary"]},
      {"name": "Employee", "abstract": true, "table": "staff", "key": {"columns": ["id"], "reference": "id"},
       "entityColumn": "kind",
       "attributes": [{"name": "name", "type": "string"}, {"name": "salary", "type": "double"}],
       "relationships": [
         {"name": "boss", "destination": "Manager", "cardinality": "toOne", "optional": true,
          "storage": {"foreignKey": ["boss_id"]}}],
       "unique": [["name"]]},
      {"name": "Clerk", "parent": "Employee", "attributes": []}]}
    """

  @Test("Members, rules, table and key come from the parent")
  func members() throws {
    let model = try DataModel(jsonText: Self.text)
    let manager = try #require(model.entity(named: "Manager"))
    #expect(manager.memberNames == ["name", "salary", "budget", "boss"])
    #expect(manager.table == "staff" && manager.key.integerColumn == "id" && manager.uniqueness == [["name"]])
    #expect(manager.hierarchy?.column == "kind" && manager.hierarchy?.kinds == ["Manager"])
    #expect(model.entity(named: "Employee")?.hierarchy?.kinds == ["Employee", "Manager", "Clerk"])
    #expect(model.entity(named: "staff")?.name == "Employee")
    #expect(manager.referenceName == "Employee" && manager.kindsInTable == [.text("Manager")])
    #expect(model.entity(named: "Employee")?.kindsInTable == nil)
    #expect(model.entity(named: "Employee")?.includes("Clerk") == true && !manager.includes("Clerk"))
    // A model that is made of a model's entities equals that model.
    #expect(try DataModel(entities: model.entities).jsonText() == model.jsonText())
    #expect(try DataModel(jsonText: model.fileText()).jsonText() == model.jsonText())
    #expect(manager.declared.attributes.map(\.name) == ["budget"])
  }

  @Test("A change of a column reaches the entity that declares it")
  func changes() throws {
    let file = ModelFile.whole(try DataModel(jsonText: Self.text))
    let change = AttributeChange(column: "budget", type: .decimal, storage: .decimalText)
    guard case .whole(let model) = try file.adding(change, ofTable: "staff") else {
      Issue.record("no model")
      return
    }
    #expect(model.entity(named: "Manager")?.attribute(named: "budget")?.type == .decimal)
    #expect(model.entity(named: "Manager")?.memberNames == ["name", "salary", "budget", "boss"])
  }

  static let flaws: [(change: (String, String), message: String)] = [
    (
      ("\"parent\": \"Employee\", \"attributes\": []", "\"parent\": \"Emploee\", \"attributes\": []"),
      "“Clerk” cannot inherit: its parent “Emploee” is not an entity of the model"
    ),
    (
      ("\"parent\": \"Employee\", \"attributes\": []", "\"parent\": \"Clerk\", \"attributes\": []"),
      "“Clerk” cannot inherit: its parents lead back to itself"
    ),
    (
      ("\"budget\", \"type\"", "\"budget\", \"column\": \"salary\", \"type\""),
      "“Manager” cannot inherit: its column “salary” already stores another property of “Employee”"
    ),
    (
      ("\"budget\", \"type\"", "\"budget\", \"column\": \"KIND\", \"type\""),
      "“Manager” cannot inherit: its column “KIND” already stores the entity of each row of “staff”"
    ),
    (
      ("{\"columns\": [\"id\"], \"reference\": \"id\"}", "{\"columns\": [\"a\", \"b\"]}"),
      "“Employee” cannot inherit: the table “staff” would also store the objects of Manager, Clerk, so it must have a single integer as its "
        + "primary key"
    ),
    (
      (
        "\"parent\": \"Employee\", \"attributes\": []", "\"parent\": \"Employee\", \"table\": \"t\", \"attributes\": []"
      ),
      "the model cannot be read: entities.2.table: an entity that inherits must not declare this key, because it uses the one of its parent entity"
    ),
    (("{\"name\": \"budget\"", "{\"name\": \"name\""), "“Manager” has two members named “name”"),
    (
      ("budget > salary", "budgte > salary"),
      "“Manager” has a condition that cannot be evaluated, “budgte > salary”: Manager has no property “budgte”"
    ),
  ]

  @Test("Each flaw has its sentence", arguments: flaws.indices)
  func flaw(index: Int) {
    let (change, message) = Self.flaws[index]
    let text = Self.text.replacing(change.0, with: change.1)
    #expect(text != Self.text)
    let issue = #expect(throws: ModelIssue.self) { try DataModel(jsonText: text) }
    #expect(issue?.description == message)
  }

  @Test("Sibling entities may share a column that means the same")
  func sharedColumns() throws {
    let shared = Self.text.replacing(
      "\"parent\": \"Employee\", \"attributes\": []",
      with:
        "\"parent\": \"Employee\", \"attributes\": [{\"name\": \"fund\", \"column\": \"budget\", \"type\": \"double\"}]"
    )
    _ = try DataModel(jsonText: shared)
    let unlike = shared.replacing(
      "\"column\": \"budget\", \"type\": \"double\"", with: "\"column\": \"budget\", \"type\": \"date\"")
    let issue = #expect(throws: ModelIssue.self) { try DataModel(jsonText: unlike) }
    #expect(issue?.description.contains("“budget” already stores another property") == true)
  }
}
