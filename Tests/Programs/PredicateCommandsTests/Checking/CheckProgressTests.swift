import PredicateCommands
import PredicateOutput
import PredicateValues
import Testing

/// The line that shows the progress of `predicate check` on a terminal.
@Suite("Progress of predicate check") struct CheckProgressTests {
  /// The texts that a progress line draws.
  private final class Drawn: Sendable {
    private let texts = Locked<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
  }

  @Test("A progress line shows the share of the files, and is erased before findings and at the end")
  func progress() throws {
    let folder = try ProfileCheckProgramTests.Folder([
      "a.txt": "arch == \"arm64\"\n", "b.txt": "machine_type == laptop\n",
    ])
    let drawn = Drawn()
    let run = try ProfileCheckProgramTests.run([folder.path("a.txt"), folder.path("b.txt")]) {
      $0.progress = ProgressBar(delay: .zero, now: { .zero }, width: { 80 }, draw: drawn.add)
    }
    #expect(run.output.contains("b.txt:1:17: error[unquoted-word]"))
    #expect(run.errors.isEmpty)
    #expect(drawn.all.first?.contains("50 %") ?? false)
    #expect(drawn.all.last == "\r\u{1B}[K")
  }
}
