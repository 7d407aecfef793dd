import Foundation
import Testing

/// `scripts/mutation-check` uses the runner of `Grammar` from within. A whole run takes half an hour, so that a change of the runner would
/// break it unseen.
@Suite("The mutation check", .enabled(if: PythonRunner.isAvailable))
struct MutationCheckTests {
  @Test("It works with the runner, and its command line and its report are unchanged")
  func rehearsal() throws {
    let outcome = try PythonTool.run("scripts/mutation/rehearsal.py", [], in: GrammarFolder.root)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
