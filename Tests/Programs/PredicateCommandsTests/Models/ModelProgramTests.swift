import Foundation
import PredicateModel
import PredicateOutput
import PredicateCommands
import Testing

/// `predicate model` reports mistakes with their places and remarks, and gives the expected output for a model without mistakes.
@Suite("Model files") struct ModelProgramTests {
  private func run(
    _ text: String, _ task: ModelProgram.Task = .check, _ change: (inout ModelProgram) -> Void = { _ in }
  ) throws -> (status: ProgramStatus, output: String, errors: [String]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString).json")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (output, errors) = (TextOutput(), TextOutput())
    var program = ModelProgram(task)
    change(&program)
    let status = program.run(path: file.path, output: output, errors: errors)
    let lines = errors.take().replacingOccurrences(of: file.path, with: "FILE").split(separator: "\n").map(String.init)
    return (status, output.take(), lines)
  }

  @Test func mistakesHavePlaces() throws {
    let model = """
      {"format": 1, "entities": [
        {"name": "Movie", "key": {"columns": ["id"], "reference": "id"},
         "attributes": [
           {"name": "title", "type": "string"},
           {"name": "year", "type": "integer", "validations": ["SELF BEGINSWITH 'x'"]}],
         "relationships": [
           {"name": "friend", "destination": "Fiend", "cardinality": "toOne", "storage": {"foreignKey": ["friend_id"]}}],
         "validations": ["tilte != nil"], "unique": [["titel"]]}]}
      """
    let found = try run(model)
    #expect(found.status == .wrongInput)
    #expect(found.errors.count == 4)
    #expect(found.errors[0].hasPrefix("FILE:7:6: error: the relationship “Movie.friend” leads to “Fiend”"))
    #expect(found.errors[1].hasPrefix("FILE:5:57: error: “Movie.year” has a condition that cannot be evaluated"))
    #expect(found.errors[2].hasPrefix("FILE:8:19: error: “Movie” has a condition that cannot be evaluated"))
    #expect(found.errors[3].hasPrefix("FILE:8:47: error: “Movie” declares “titel” as unique"))
    #expect(found.output.isEmpty)
  }

  @Test func textsThatAreNoModel() throws {
    #expect(try run("{\"format\": 1,\n  \"entities\": [}").errors[0].hasPrefix("FILE:2:16: error: "))
    #expect(
      try run("{\"format\": 1,\n  \"entities\": [{\"nam\": 1}]}").errors[0].hasPrefix(
        "FILE:2:16: error: there is no key “nam”"))
    #expect(
      try run("{\"format\": 99, \"entities\": []}").errors == [
        "FILE:1:12: error: the model has format version 99, but this version of the library reads only versions up to 1"
      ])
    let missing = ModelProgram(.check).run(path: "/no/such/file", output: TextOutput(), errors: TextOutput())
    #expect(missing == .failure)
  }

  @Test func theDemosModel() throws {
    let text = try DataModel.movies.fileText()
    let checked = try run(text)
    #expect(checked.status == .success)
    #expect(checked.output == "No mistakes: 4 entities, 9 relationships.\n")
    #expect(try run(text, .show).output.contains("  title"))
    #expect(try run(text, .diagram).output.hasPrefix("erDiagram\n"))
    #expect(try run(text, .diagram) { $0.diagram = .dot }.output.hasPrefix("digraph model {\n"))
  }

  @Test func whatIsHardlyMeant() throws {
    func model(_ rule: String, _ inverseRule: String) -> String {
      """
      {"format": 1, "entities": [
        {"name": "Office", "key": {"columns": ["id"], "reference": "id"}, "attributes": [], "relationships": [
          {"name": "people", "destination": "Person", "inverse": "office", "cardinality": "toMany", "deleteRule": "\(rule)",
           "storage": {"foreignKeyOfDestination": ["office_id"]}}]},
        {"name": "Person", "key": {"columns": ["id"], "reference": "id"}, "attributes": [], "relationships": [
          {"name": "office", "destination": "Office", "inverse": "people", "cardinality": "toOne", "optional": false,
           "deleteRule": "\(inverseRule)", "storage": {"foreignKey": ["office_id"]}}]}]}
      """
    }
    #expect(
      try run(model("nullify", "nullify")).errors.first?.hasPrefix("FILE:3:5: note: “Office.people” nullifies") == true)
    #expect(try run(model("deny", "deny")).errors.first?.contains("deny each other") == true)
    #expect(try run(model("cascade", "nullify")).errors.isEmpty)
  }

  @Test func inheritedRelationshipsAndTransientMembersAreShown() throws {
    let model = """
      {"format": 1, "entities": [
        {"name": "Employee", "key": {"columns": ["id"], "reference": "id"}, "attributes": [],
         "transient": [{"name": "isLate", "type": "boolean"}],
         "relationships": [{"name": "desk", "destination": "Desk", "cardinality": "toOne", "storage": {"foreignKey": ["desk_id"]}}]},
        {"name": "Manager", "parent": "Employee", "attributes": [],
         "transient": [{"name": "calls", "destination": "Desk", "inverse": "caller", "cardinality": "toMany"}]},
        {"name": "Desk", "key": {"columns": ["id"], "reference": "id"}, "attributes": []}]}
      """
    #expect(
      try run(model, .show).output.contains(
        """
        Manager  is a kind of Employee
          id      Integer      names the object
          desk    → Desk       inherited; on delete nullify
          isLate  Boolean      transient, not stored
          calls   → many Desk  transient, not stored; inverse caller
        """))
  }

  @Test func inheritedMembersAreShown() throws {
    let model = """
      {"format": 1, "entities": [
        {"name": "Employee", "abstract": true, "key": {"columns": ["id"], "reference": "id"},
         "attributes": [{"name": "name", "type": "string"}]},
        {"name": "Manager", "parent": "Employee",
         "attributes": [{"name": "budget", "type": "double"}],
         "relationships": [
           {"name": "staff", "destination": "Employee", "cardinality": "toMany", "orderedBy": "place",
            "storage": {"foreignKeyOfDestination": ["manager_id"]}}]}]}
      """
    #expect(
      try run(model, .show).output == """
        Employee  abstract
          id    Integer  names the object
          name  String

        Manager  is a kind of Employee
          id      Integer          names the object
          name    String           inherited
          budget  Double
          staff   → many Employee  on delete nullify; ordered

        """)
    #expect(
      try run(model, .diagram).output == """
        erDiagram
          Employee {
            String name
          }
          Manager {
            Double budget
          }
          Manager }o--o{ Employee : "staff"
          Manager ||--|| Employee : "is a"

        """)
    #expect(
      try run(model, .diagram) { $0.diagram = .dot }.output.contains(
        "\"Manager\" -> \"Employee\" [arrowhead=onormal, label=\"is a\"];"))
    let broken = try run(model.replacing("\"parent\": \"Employee\"", with: "\"parent\": \"Emploee\""))
    #expect(
      broken.errors.first
        == "FILE:4:33: error: “Manager” cannot inherit: its parent “Emploee” is not an entity of the model")
  }

  @Test func modelsOfXcode() throws {
    let bundle = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xcdatamodeld")
    let version = bundle.appending(path: "Films.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: bundle) }
    func run(
      _ inverse: String, _ task: ModelProgram.Task, title op: String = "CONTAINS"
    ) throws -> (ProgramStatus, String, String) {
      let contents = """
        <model>
          <entity name="Movie">
            <attribute name="title" attributeType="String"/>
            <relationship name="tags" toMany="YES" destinationEntity="Tag" inverseName="\(inverse)" optional="YES"/>
          </entity>
          <entity name="Tag">
            <relationship name="movies" toMany="YES" destinationEntity="Movie" inverseName="tags" optional="YES"/>
          </entity>
          <fetchRequest name="all" entity="Movie" resultType="2"/>
          <fetchRequest name="long" entity="Movie" predicateString="title \(op) 'a'"/>
        </model>
        """
      try contents.write(to: version.appending(path: "contents"), atomically: true, encoding: .utf8)
      let (output, errors) = (TextOutput(), TextOutput())
      let status = ModelProgram(task).run(path: bundle.path, output: output, errors: errors)
      return (status, output.take(), errors.take().replacing(bundle.path, with: "FILE"))
    }
    let checked = try run("movies", .check)
    #expect(checked.0 == .success && checked.1 == "No mistakes: 2 entities, 2 relationships.\n")
    #expect(checked.2.hasPrefix("FILE:9:"))
    #expect(checked.2.hasSuffix("note: the resultType of the fetch request “all” is ignored\n"))
    #expect(try run("movies", .show).1.contains("tags   → many Tag  inverse movies; on delete nullify"))
    #expect(try run("movies", .diagram).1.contains("Movie }o--o{ Tag : \"tags / movies\""))
    let broken = try run("films", .check)
    #expect(broken.0 == .wrongInput && broken.2.hasPrefix("FILE:4:"))
    #expect(broken.2.contains("error: “Movie.tags” declares “films” as its inverse"))
    let wrong = try run("movies", .check, title: "BETWEEN")
    #expect(wrong.0 == .wrongInput && wrong.2.hasPrefix("FILE:10:"))
    #expect(wrong.2.contains("error: the fetch template “long” is not valid: "))
    try FileManager.default.removeItem(at: version)
    #expect(ModelProgram(.check).run(path: bundle.path, output: TextOutput(), errors: TextOutput()) == .failure)
  }
}
