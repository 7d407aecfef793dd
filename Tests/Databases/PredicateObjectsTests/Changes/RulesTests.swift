import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import Testing

/// A save enforces the rules of a model: defaults, conditions, unique values, and numbers of objects.
@Suite struct RulesTests {
  private static func model(_ condition: String = "SELF BETWEEN {0, 10}") throws -> DataModel {
    DataModel(entities: [
      Entity(
        name: "Customer",
        attributes: [
          Attribute(
            name: "name", type: .string, isTrusted: true,
            validations: [try QueryPredicate(format: "length:(SELF) BETWEEN {1, 20}")]),
          Attribute(
            name: "zip", type: .string, isOptional: true, isTrusted: true,
            validations: [try QueryPredicate(format: "SELF MATCHES '[0-9]{5}'")]),
          Attribute(
            name: "grade", type: .integer, isTrusted: true, defaultValue: .integer(5),
            validations: [try QueryPredicate(format: QueryFormat(raw: condition))]),
          Attribute(name: "email", type: .string, isOptional: true, isTrusted: true),
        ],
        relationships: [
          Relationship(
            name: "products", destination: "Product", inverse: "customer", cardinality: .toMany, deleteRule: .cascade,
            storage: .foreignKeyOfDestination("customer_id"), isTrusted: true, minimumCount: 0, maximumCount: 2)
        ],
        validations: [try QueryPredicate(format: "grade < 10 OR email != nil")],
        uniqueness: [["email"], ["name", "zip"]]),
      Entity(
        name: "Product", attributes: [Attribute(name: "code", type: .string, isTrusted: true)],
        relationships: [
          Relationship(
            name: "customer", destination: "Customer", inverse: "products", cardinality: .toOne, isOptional: false,
            storage: .foreignKey("customer_id"), isTrusted: true)
        ]),
    ])
  }

  @Test func problems() throws {
    let context = try ObjectContext(PredicateDatabase.make(model: Self.model()))
    func customer(_ name: String, zip: String? = nil, grade: Int64? = nil, email: String? = nil) throws -> StoredObject
    {
      let customer = try context.insert(entity: "Customer")
      try customer.set("name", to: .string(name))
      if let zip { try customer.set("zip", to: .string(zip)) }
      if let grade { try customer.set("grade", to: .integer(grade)) }
      if let email { try customer.set("email", to: .string(email)) }
      return customer
    }
    func codes() throws -> [String] { try context.problems().map { "\($0.property ?? "-") \($0.code)" } }
    let anna = try customer("Anna", zip: "12345", email: "a@b")
    #expect(try anna.value(of: "grade").equals(.integer(5)))
    #expect(try codes() == [])
    try context.save()
    let other = try customer("")
    #expect(try codes() == ["name invalid"])
    // A form shows the text of a problem next to the field with the wrong value.
    let problem = try #require(try context.problems().first)
    #expect(problem.localizedDescription == "Name does not fulfil “length:(SELF) BETWEEN {1, 20}”")
    #expect(!problem.localizedDescription.contains("Customer/"))
    try other.set("name", to: .string("Anna"))
    try other.set("zip", to: .string("1234x"))
    #expect(try codes() == ["zip invalid"])
    try other.set("zip", to: .string("12345"))
    #expect(try codes() == ["name not-unique"])
    // The other object gives up the pair of values, but this is not saved yet.
    try anna.set("zip", to: .string("54321"))
    #expect(try codes() == [])
    try other.set("email", to: .string("a@b"))
    #expect(try codes() == ["email not-unique"])
    try other.set("email", to: .null)
    try other.set("grade", to: .integer(10))
    #expect(try codes() == ["- invalid"])
    try other.set("grade", to: .integer(11))
    #expect(try codes() == ["grade invalid", "- invalid"])
    try other.set("grade", to: .integer(9))
    try context.save()
    for code in ["a", "b", "c"] {
      let product = try context.insert(entity: "Product")
      try product.set("code", to: .string(code))
      try anna.add(product, to: "products")
    }
    #expect(try context.problems().map(\.kind) == [.tooMany])
    #expect(throws: SaveFailure.self) { try context.save() }
    try context.delete(anna.objects(of: "products")[0])
    try context.save()
    #expect(try anna.objects(of: "products").count == 2)
    try context.delete(anna)
    try context.save()
    #expect(try context.count(EntityFetch("Product")) == 0)
  }

  @Test func modelFile() throws {
    let model = try Self.model()
    let text = try model.fileText()
    #expect(text.contains("\"default\":5"))
    let again = try DataModel(jsonText: text)
    #expect(try again.jsonText() == model.jsonText())
    #expect(
      again.entity(named: "Customer")?.attributes[0].validations.map(\.canonicalFormat)
        == model.entities[0].attributes[0].validations.map(\.canonicalFormat))
    // The file of the database contains its model.
    let database = try PredicateDatabase.make(model: model)
    #expect(try database.model.jsonText() == model.jsonText())
  }

  @Test func wrongModels() throws {
    func message(_ model: DataModel) -> String? {
      do throws(ModelIssue) {
        try model.validate()
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message(try Self.model()) == nil)
    #expect(
      message(try Self.model("SELF CONTAINS 'x'"))?.hasPrefix(
        "“Customer.grade” has a condition that cannot be evaluated")
        == true)
    let entity = { (attribute: Attribute, uniqueness: [[String]]) in
      DataModel(entities: [Entity(name: "A", attributes: [attribute], uniqueness: uniqueness)])
    }
    let attribute = Attribute(name: "year", type: .integer, defaultValue: .string("x"))
    #expect(message(entity(attribute, [])) == "the default value of “A.year” has the wrong type")
    #expect(
      message(entity(Attribute(name: "year", type: .integer), [["years"]]))
        == "“A” declares “years” as unique, but has no attribute with this name")
  }
}
