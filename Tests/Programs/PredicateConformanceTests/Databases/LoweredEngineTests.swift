import PredicateDatabaseSuite
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateConformance

/// The suite's cases with fixtures pass on SQLite with half of its optional SQL, and without functions: memory evaluates the rest.
@Suite("The engine over a database that lacks forms")
struct LoweredEngineTests {
  @Test(arguments: PartialLowering.Lack.allCases)
  func conforms(lack: PartialLowering.Lack) throws {
    let engine = DatabaseEngine("sqlite", maximumSeconds: PythonRunner.enoughSeconds) { fixture in
      let base = try fixture == "movies" ? PredicateDatabase.demo() : PredicateDatabase.open(path: fixture)
      return LoweredDatabase(base, without: lack)
    }
    var runner = ConformanceRunner(target: LocalTarget(engine: engine))
    let cases = SuiteRun.cases.filter { $0.fixture != nil && ConformanceSelection().contains($0) }
    let results = runner.run(cases).results.filter { $0.engine == "sqlite" }
    #expect(results.count > 400)
    let wrong = results.filter { $0.verdict != .pass }
    #expect(wrong.isEmpty, "\(wrong.map { "\($0.name): \($0.item.text) gave \(ConformanceReport.answer($0))" })")
  }
}
