import PredicateShell
import Testing

@Suite("The command sql")
struct SQLProgramTests {
  /// The command `sql` on the demo database. Each case has its arguments, the exit status, and the beginning of the output or of the error.
  @Test(
    arguments: [
      ("Movie", "year > 1990", ProgramStatus.success, "SELECT "),
      ("Movie", "yeer > 1990", .wrongInput, "error[unknown-key]: "),
      ("Movi", "year > 1990", .wrongInput, "error[unknown-entity]: "),
      ("Movie", "year >", .wrongInput, "error["),
      ("Movie", "year > %@", .wrongInput, "error["),
      (nil, "year > 1990", .success, "SELECT "),
      (nil, "Friend where loans.@count > 3 show friendName", .success, "SELECT "),
      (nil, "count Movie where year > 1990", .success, "SELECT COUNT"),
      (nil, "Movie group by genre having count() > 3", .success, "SELECT "),
      (nil, ".tables", .wrongInput, "error[command-argument]"),
      ("Friend", "friendName == \"A\" limit 3", .success, "SELECT "),
    ] as [(String?, String, ProgramStatus, String)])
  func sql(entity: String?, format: String, status: ProgramStatus, beginning: String) throws {
    let output = TextOutput()
    let errors = TextOutput()
    let database = try #require(NamedDatabase.open(nil, errors: errors))
    #expect(
      SQLProgram.run(statement: format, entity: entity, database: database, output: output, errors: errors) == status)
    #expect((status == .success ? output : errors).text.hasPrefix(beginning))
    #expect((status == .success ? errors : output).text.isEmpty)
  }

  @Test func missingDatabase() {
    let errors = TextOutput()
    #expect(NamedDatabase.open("/nowhere/at/all", errors: errors) == nil)
    #expect(errors.text.hasPrefix("predicate: "))
  }
}
