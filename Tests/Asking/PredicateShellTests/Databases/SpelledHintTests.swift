import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Hints propose the nearest name for a misspelled name, but not a keyword that cannot occur at its place. A note explains a comma within a number.
@Suite("Names near words of statements")
struct SpelledHintTests {
  private let shell: TestedShell

  init() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE Firma (Nr INTEGER PRIMARY KEY, Name TEXT, Ort TEXT);
          CREATE TABLE Beleg (Nr INTEGER PRIMARY KEY, Firma INTEGER REFERENCES Firma (Nr), Netto REAL, Menge TEXT);
          INSERT INTO Firma VALUES (1, 'Alpha', 'Bonn'), (2, 'Beta', 'Ulm');
          INSERT INTO Beleg VALUES (1, 1, 100.5, '1200,50'), (2, 2, 20, '80'), (3, 2, 30, '');
          """)
    }
    shell = try TestedShell(try PredicateDatabase(name: "near", queue: queue))
  }

  /// `ort` is a property of the entity, and `OR` and `sort` do not fit at its place.
  @Test(arguments: [
    "name ort", "distinct ort", "Firma where anzahl ort > 1", "Firma ort = \"Bonn\"", "Firma show max ort netto",
    ".explain Firma ort = \"Bonn\"", "Firma where name ort",
  ])
  func keywordsThatDoNotFit(statement: String) {
    let hint = shell.refusal(statement).hint
    #expect(!hint.contains("may be meant"), "\(hint)")
  }

  @Test(arguments: [
    ("name ort", "write values after show: Firma show name, ort"),
    ("distinct ort", "a value comes after show: Firma show distinct ort"),
    ("Firma ort = \"Bonn\"", "write a condition after where: Firma where ort = \"Bonn\""),
    ("Firma name, ort", "write values after show: Firma show name, ort"),
    ("sum Beleg.Netto", "a value comes after show: Beleg show sum(netto)"),
    ("Beleg show avg netto", "write Beleg show avg(netto)"),
    ("Firma where ort = \"Bonn\" ort name = \"Beta\"", "OR may be meant"),
    ("Firma srot by ort", "sort may be meant"),
    ("Beleg where netto > 100,5", "a number has a point: Beleg where netto > 100.5"),
    (
      "Beleg where menge > 100",
      "texts are compared letter by letter; to compare numbers, write CAST(menge, \"NSNumber\") > 100"
    ),
  ])
  func hints(statement: String, hint: String) {
    #expect(shell.refusal(statement).hint == hint)
  }

  /// `netto * 1,19` is two columns. A note shows the number with a point. With a space after the comma there is no note.
  @Test func aCommaInANumberHasANote() throws {
    shell.lines("Beleg show netto * 1,19 as brutto")
    #expect(shell.errors.take() == "note: 1,19: the comma separates two columns; a number has a point: 1.19\n")
    shell.lines("Beleg show netto * 1, 19")
    #expect(shell.errors.take() == "")
    shell.lines("Beleg show netto, 19")
    #expect(shell.errors.take() == "")
  }
}
