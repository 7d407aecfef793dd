import Foundation
import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateCommands
import PredicateReference
import PredicateSQLite
import PredicateSyntax
import PredicateTestSupport
import Testing

@testable import PredicateShell

@Suite("Databases of well-known shapes")
struct SampleDatabaseTests {
  /// A statement on a sample database, and the expected first column of the answer.
  private struct Question: Sendable {
    let database: SampleDatabase
    let text: String
    let answer: [String]

    init(_ database: SampleDatabase, _ text: String, _ answer: String...) {
      self.database = database
      self.text = text
      self.answer = answer
    }
  }

  private static let questions: [Question] = [
    Question(.musicStore, "Track where album.artist.name == 'Ada Voss'", "6", "7", "8"),
    Question(.musicStore, "Track where Name == 'Olé'", "10"),
    Question(.musicStore, "Track where name CONTAINS[cd] 'cafe'", "9"),
    Question(.musicStore, "Track where album == nil", "16"),
    Question(.musicStore, "Track where composer == nil AND milliseconds > 300000", "3", "12"),
    Question(.musicStore, "Track where playlists.@count > 1 AND genre.name == 'Jazz'", "11", "12", "13"),
    Question(.musicStore, "Artist where ANY albums.tracks.mediaType.name == 'Video file'", "4"),
    Question(.musicStore, "Artist where albums.@count == 0", "6"),
    Question(.musicStore, "Playlist where NONE tracks.genre.name == 'Rock'", "2", "4"),
    Question(.musicStore, "Employee where reportsTo == nil", "1"),
    Question(.musicStore, "Employee where ANY reports.customers.country == 'Germany'", "2"),
    Question(.musicStore, "Employee where hireDate > '2014-01-01' AND customers.@count > 1", "3", "4"),
    Question(.musicStore, "Customer where supportRep == nil", "5"),
    Question(.musicStore, "Invoice where invoiceLines.@sum.quantity >= 5", "5", "7"),
    Question(.musicStore, "Invoice where invoiceDate BETWEEN {'2022-01-01', '2022-12-31'}", "4", "5"),
    Question(.musicStore, "Invoice where SUBQUERY(invoiceLines, $l, $l.track.unitPrice > 1.5).@count > 1", "7"),
    Question(.musicStore, "Track sort by milliseconds desc limit 2", "8", "13"),
    Question(.orderEntry, "Order where ANY orderDetails.quantity > 30", "10249", "10250", "10252"),
    Question(.orderEntry, "Order where ANY products.productName == 'Marzipan'", "10249"),
    Question(.orderEntry, "Order where shippedDate == nil", "10251", "10253"),
    Question(.orderEntry, "Order where customer == nil OR customer.country == 'Norway'", "10249", "10253"),
    Question(.orderEntry, "Order where shipVia.companyName BEGINSWITH 'Speedy'", "10249", "10251"),
    Question(.orderEntry, "Order where orderDetails.@sum.quantity > 50", "10252"),
    Question(.orderEntry, "Orders where Freight > 50", "10250", "10252"),
    Question(.orderEntry, "Product where supplier == nil", "8"),
    Question(.orderEntry, "Product where category.categoryName == 'Produce' AND unitPrice == nil", "8"),
    Question(.orderEntry, "Product where orders.@count == 0", "8"),
    Question(.orderEntry, "Employee where reportsTo.reportsTo != nil", "5"),
    Question(.orderEntry, "Employee where ANY territories.region.regionDescription == 'Eastern'", "2"),
    Question(.orderEntry, "Region where ANY territories.employees.lastName == 'Suyama'", "2", "3"),
    Question(.orderEntry, "Customer where orders.@count == 0 show customerID", "EMPTY"),
    Question(.orderEntry, "OrderDetail where product.discontinued == '1' show order.customer.customerID", "ANTON"),
    Question(.orderEntry, "OrderSubtotal where orderID == 10248", "10248"),
  ]

  private static let databases = Dictionary(
    uniqueKeysWithValues: SampleDatabase.allCases.map { sample in (sample, Result { try open(sample) }) })

  /// Creates the file and opens it like the shell.
  private static func open(_ sample: SampleDatabase) throws -> PredicateDatabase {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(sample.rawValue)-\(UUID().uuidString).sqlite")
      .path
    // The connection keeps the deleted file until it is closed.
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SampleDatabase.make(sample, at: path)
    return try PredicateDatabase.open(path: path)
  }

  @Test("Typical questions", arguments: questions.indices)
  func answers(index: Int) throws {
    let question = Self.questions[index]
    let database = try #require(try Self.databases[question.database]?.get())
    let output = TextOutput()
    let errors = TextOutput()
    let session = ShellSession(database: database, output: output, errors: errors)
    session.mode = .csv
    #expect(session.run(question.text) == .done, "\(errors.text)")
    let rows = output.text.split(whereSeparator: \.isNewline).dropFirst()
    #expect(rows.map { String($0.prefix { $0 != "," }) } == question.answer, "\(question.text)\n\(output.text)")
  }

  @Test("Memory and SQL agree on the questions, and on their opposites", arguments: SampleDatabase.allCases)
  func agreement(sample: SampleDatabase) throws {
    let database = try #require(try Self.databases[sample]?.get())
    let graph = try ObjectGraph(database)
    for question in Self.questions where question.database == sample {
      let parts = question.text.components(separatedBy: " where ")
      guard parts.count == 2, let entity = database.model.entity(named: parts[0]), entity.key.referenceColumn != nil
      else { continue }
      let format = parts[1].components(separatedBy: " show ")[0]
      for predicate in [
        try QueryPredicate(format: QueryFormat(raw: format)),
        .not(try QueryPredicate(format: QueryFormat(raw: format))),
      ] {
        let bound = try Binder.bind(predicate, to: .entity(entity.name, database.model))
        let memory = try graph.objects(of: entity.name)
          .filter { try ReferenceEvaluator().evaluate(bound, object: .object($0)) }.compactMap { $0.reference?.key }
        #expect(try database.ids(entity: entity.name, predicate: predicate) == memory, "\(predicate)")
      }
    }
  }

  @Test("Entities and relationships have the names that a person would choose")
  func names() throws {
    let music = try #require(try Self.databases[.musicStore]?.get()).model
    #expect(
      music.entityNames == [
        "Artist", "Album", "Genre", "MediaType", "Track", "Playlist", "Employee", "Customer", "Invoice", "InvoiceLine",
      ])
    let track = try #require(music.entity(named: "Track"))
    #expect(track.relationships.map(\.name) == ["album", "genre", "mediaType", "invoiceLines", "playlists"])
    let orders = try #require(try Self.databases[.orderEntry]?.get()).model
    #expect(
      orders.entityNames == [
        "Category", "Supplier", "Product", "Customer", "Region", "Territory", "Employee", "Shipper", "Order",
        "OrderDetail", "OrderSubtotal",
      ])
    let order = try #require(orders.entity(named: "Order"))
    #expect(order.relationships.map(\.name) == ["employee", "customer", "shipVia", "orderDetails", "products"])
    #expect(orders.entity(named: "Employee")?.relationship(named: "reports") != nil)
  }

  @Test("A model file on the command line: other names, and errors with their places")
  func modelFiles() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString).json").path
    let file = path + ".sqlite"
    defer { for path in [path, file] { try? FileManager.default.removeItem(atPath: path) } }
    try SampleDatabase.make(.orderEntry, at: file)
    func open(_ text: String) throws -> (PredicateDatabase?, String) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let errors = TextOutput()
      return (NamedDatabase.open(file, model: path, errors: errors) as? PredicateDatabase, errors.text)
    }
    let (changed, _) = try open(
      """
      {"format": 1, "extends": "schema", "entities": [
        {"table": "Order Details", "name": "Line", "relationships": [{"was": "order", "name": "header"}]},
        {"table": "Order Subtotals", "key": {"columns": ["OrderID"]}, "attributes": [{"column": "Subtotal", "type": "double"}],
          "relationships": [{"name": "order", "destination": "Order", "storage": {"foreignKey": ["OrderID"]}}]}]}
      """)
    let renamed = try #require(changed)
    #expect(try renamed.count(EntityFetch("Line", where: QueryPredicate(format: "header.orderID == 10248"))) == 2)
    let subtotals = EntityFetch(
      "OrderSubtotal", where: try QueryPredicate(format: "subtotal > 1000 AND order.customer.country == 'Switzerland'"))
    #expect(try renamed.count(subtotals) == 1)
    #expect(
      try open("{\n  \"format\": }").1
        == "predicate: the model file “\(path)”: line 2, column 13: expected JSON, found an unexpected character\n"
    )
    #expect(
      try open(#"{"format": 1, "extends": "schema", "entities": [{"table": "Ordres"}]}"#).1
        == "predicate: the model file “\(path)”: entities.0.table: there is no table “Ordres”\n")
    // A written model file can be read again.
    let database = try #require(NamedDatabase.open(file, errors: TextOutput()))
    let (whole, problem) = try open(try database.model.fileText())
    #expect(try whole?.model.jsonText() == database.model.jsonText(), "\(problem)")
  }

  @Test("A schema that changes between two statements does not end the shell, and other statements run")
  func changes() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "changing-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SampleDatabase.make(.musicStore, at: path)
    let output = TextOutput()
    let errors = TextOutput()
    let session = ShellSession(
      database: try PredicateDatabase.open(path: path), output: output, errors: errors)
    #expect(session.run("count Track where composer != nil") == .done)
    let other = try PredicateDatabase.open(path: path, isReadOnly: false)
    try other.writer?.write { try $0.execute(sql: "ALTER TABLE Track DROP COLUMN Composer") }
    #expect(session.run("count Track where composer != nil") == .refused)
    #expect(errors.text.contains("have changed, so they were read again\n"), "\(errors.text)")
    #expect(errors.text.contains("Track has no property “composer”"), "\(errors.text)")
    #expect(session.run("count Track where unitPrice > 1.5") == .done)
    #expect(output.text == "12 tracks\n2 tracks\n")
  }
}

extension SampleDatabase {
  fileprivate static func make(_ sample: SampleDatabase, at path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try PredicateDatabase.open(path: path, isReadOnly: false)
    try file.writer?.writeWithoutTransaction { try $0.execute(sql: try sample.sql()) }
  }
}
