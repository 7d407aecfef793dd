import PredicateDatabaseSuite
import PredicateModel
import Testing

/// The entities and relationships get their names from tables and foreign keys.
@Suite struct NamingTests {
  /// Each entity with its key, and each relationship with its destination and inverse.
  private static func summary(_ model: DataModel) -> [String] {
    model.entities.flatMap { entity in
      ["\(entity.name) (\(entity.table)): \(entity.attributes.map(\.name).joined(separator: ", "))"]
        + entity.relationships.map { relationship in
          let isMany = relationship.cardinality == .toMany
          return "\(entity.name).\(relationship.name) → \(isMany ? "many " : "")\(relationship.destination)"
            + ", \(relationship.inverse ?? "")"
        }
    }
  }

  @Test func tablesAndKeysMakeTheModel() throws {
    let fixture = ContractFixture()
    try fixture.model.validate()
    let names = Self.summary(fixture.model)
    for line in [
      "Person.boss → Person, reports", "Person.reports → many Person, boss", "Person.country → Country, people",
      "Country.people → many Person, country", "Passport.person → Person, passport",
      "Person.passport → Passport, person",
      "Book.author → Person, authorBooks", "Book.editor → Person, editorBooks", "Chapter.book → Book, chapters",
      "Book.chapters → many Chapter, book", "Book.tags → many Tag, books", "Tag.books → many Book, tags",
      "Person (person): id, name, nickname, born, height, token, homePage, bossId, countryCode",
    ] { #expect(names.contains(line), "\(line)\n\(names.joined(separator: "\n"))") }
    #expect(fixture.model.entities.map(\.key.columns)[0...2] == [["code"], ["id"], ["id"]])
    #expect(Self.summary(ContractFixture().model) == names)
  }

  /// A database that reads its own schema gives the same names.
  @Test(arguments: DatabaseContract.all.filter(\.hasSQL))
  func databasesGiveTheSameNames(contract: DatabaseContract) throws {
    let fixture = ContractFixture()
    let read = try contract.make(fixture, nil).model
    // The order of the entities depends on the database.
    #expect(Self.summary(read).sorted() == Self.summary(fixture.model).sorted())
  }
}
