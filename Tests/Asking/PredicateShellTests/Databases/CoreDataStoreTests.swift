import Foundation
import GRDB
import Testing

@testable import PredicateShell

/// The shell opens a Core Data store, with Xcode's data model or without it.
@Suite("The shell over a store of Core Data")
struct CoreDataStoreTests {
  private let folder: URL
  private let output = TextOutput()
  private let errors = TextOutput()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
    let model = folder.appendingPathComponent("Lending.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    let contents = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Movie">
          <attribute name="movieTitle" attributeType="String"/>
          <attribute name="isLent" attributeType="Boolean"/>
          <relationship name="lentTo" maxCount="1" deletionRule="Nullify" destinationEntity="Friend" inverseName="loans" inverseEntity="Friend" optional="YES"/>
        </entity>
        <entity name="Friend">
          <attribute name="fullName" attributeType="String"/>
          <relationship name="loans" toMany="YES" deletionRule="Deny" destinationEntity="Movie" inverseName="lentTo" inverseEntity="Movie" optional="YES"/>
        </entity>
      </model>
      """
    try contents.write(to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    try DatabaseQueue(path: folder.appendingPathComponent("store.sqlite").path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE ZMOVIE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISLENT INTEGER, ZLENTTO INTEGER, ZMOVIETITLE VARCHAR);
          CREATE TABLE ZFRIEND (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFULLNAME VARCHAR);
          CREATE INDEX ZMOVIE_ZLENTTO_INDEX ON ZMOVIE (ZLENTTO);
          CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
          CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
          INSERT INTO Z_PRIMARYKEY VALUES (1, 'Friend', 0, 1), (2, 'Movie', 0, 2);
          INSERT INTO ZFRIEND VALUES (1, 1, 1, 'Anna');
          INSERT INTO ZMOVIE VALUES (1, 2, 1, 1, 1, 'Alien'), (2, 2, 1, 0, NULL, 'Heat');
          """)
    }
  }

  private func answer(_ statement: String, model: String?, isReadOnly: Bool = true) throws -> String {
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = ShellSession(
      database: try NamedDatabase.database(
        folder.appendingPathComponent("store.sqlite").path,
        model: model.map { folder.appendingPathComponent($0).path }, isReadOnly: isReadOnly),
      output: output, errors: errors)
    _ = session.run(statement)
    return output.take() + errors.take()
  }

  @Test func theModelGivesNamesTypesAndRelationships() throws {
    let statement = "Movie where lentTo.fullName == \"Anna\" AND isLent == YES show movieTitle, lentTo.loans.@count"
    let found = try answer(statement, model: "Lending.xcdatamodel")
    #expect(found.contains("Alien"))
    #expect(found.contains("1 movie"))
  }

  @Test func withoutTheModelNamesAreThoseOfTheColumns() throws {
    #expect(try answer("Movie where islent == 1 show movietitle", model: nil).contains("Alien"))
  }

  /// The database has the reason, and the shell adds the place.
  @Test func importsAreRefused() throws {
    let found = try answer(".import films.csv INTO Movie", model: nil, isReadOnly: false)
    #expect(
      found == """
        error[core-data-import]: rows cannot be imported into a Core Data store, because the store would not stay valid
        .import films.csv INTO Movie
        ^~~~~~~
        hint: insert the objects with statements: insert Movie …

        """)
  }

  @Test func aModelThatIsNone() throws {
    #expect {
      try answer("Movie", model: "Other.xcdatamodel")
    } throws: { error in
      "\(error)".contains("Other.xcdatamodel")
    }
  }
}
