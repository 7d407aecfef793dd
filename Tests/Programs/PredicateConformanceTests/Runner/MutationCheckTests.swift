import Foundation
import Testing

/// `scripts/mutation-check` uses internal functions of the runner in `Grammar`. A whole run takes half an hour, so without this test a change of the
/// runner could break it unnoticed.
@Suite("The mutation check", .enabled(if: PythonRunner.isAvailable))
struct MutationCheckTests {
  @Test("It works with the runner, and its command line and its report are unchanged")
  func rehearsal() throws {
    let outcome = try PythonTool.run("scripts/mutation/rehearsal.py", [], in: GrammarFolder.root)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
