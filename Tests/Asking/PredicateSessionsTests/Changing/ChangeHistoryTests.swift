import PredicateSessions
import PredicateObjects
import Testing

/// Each statement is an undo step. Steps are saved, undone, redone and discarded.
@Suite("The history of changes")
struct ChangeHistoryTests {
  @Test func stepsGoBackAndForth() throws {
    let demo = try ChangedDemo()
    let history = demo.history
    for year in 2001...2003 { try demo.change("update Movie set year = \(year) where id == 1") }
    try history.save()
    #expect(history.undo() == "update Movie set year = 2003 where id == 1")
    #expect(history.undo() == "update Movie set year = 2002 where id == 1")
    #expect(try demo.rows("id == 1 show year") == ["2001"])
    #expect(history.unsavedSteps.map(\.text).count == 2 && history.unsavedSteps.allSatisfy(\.isUndone))
    #expect(history.redo() == "update Movie set year = 2002 where id == 1")
    #expect(try demo.rows("id == 1 show year") == ["2002"])
    // A new step discards the undone steps.
    try demo.change("update Movie set year = 1990 where id == 1")
    #expect(history.redo() == nil)
    #expect(history.unsavedSteps.map(\.isUndone) == [true, false])
  }

  @Test func whatCancelsOutIsAStepToo() throws {
    let demo = try ChangedDemo()
    try demo.change("update Movie set year = 5 where id == 1")
    try demo.change("insert Tag name = 'q'; delete Tag where name == 'q'", name: "flip")
    #expect(demo.history.undo() == "flip")
    #expect(try demo.rows("id == 1 show year") == ["5"])
    #expect(demo.history.undo() != nil)
    #expect(try demo.rows("id == 1 show year") != ["5"])
    #expect(demo.history.undo() == nil)
  }

  /// A statement that changes no value is an undo step, so that undoing reverts exactly the last statement. It does not count as an unsaved step.
  @Test func whatChangesNothingIsAStepToo() throws {
    let demo = try ChangedDemo()
    try demo.change("update Movie set year = 5 where id == 1")
    try demo.change("update Movie set year = 5 where id == 1")
    #expect(demo.history.unsavedSteps.count == 1)
    #expect(demo.history.undo() != nil)
    #expect(try demo.rows("id == 1 show year") == ["5"])
    #expect(demo.history.undo() != nil)
    #expect(try demo.rows("id == 1 show year") != ["5"])
    #expect(demo.history.redo() != nil && demo.history.redo() != nil && demo.history.redo() == nil)
    #expect(try demo.rows("id == 1 show year") == ["5"])
  }

  @Test func whatIsDeclinedForgetsNothing() throws {
    let demo = try ChangedDemo()
    try demo.change("insert Tag name = 'x'")
    _ = demo.history.undo()
    #expect(
      try ChangeRun(try demo.statements("delete Movie where id == 1"), variables: [:]).run(on: demo.history) { _ in
        false
      } == false)
    #expect(demo.history.redo() == #"insert Tag name = "x""#)
    #expect(try demo.rows("Tag where name == 'x' show name") == ["x"])
  }

  @Test func revertingDropsEverything() throws {
    let demo = try ChangedDemo()
    try demo.change("delete Movie where id == 1")
    demo.history.revert()
    #expect(!demo.history.areUnsaved)
    #expect(demo.history.undo() == nil && demo.history.redo() == nil)
    #expect(try demo.rows("id == 1 show id") == ["1"])
  }

  /// A single invalid object keeps all changes from being saved.
  @Test func whatIsIncompleteIsNotSaved() throws {
    let demo = try ChangedDemo()
    try demo.change("insert Movie year = 1111; update Movie set genre = nil where id == 3")
    do {
      try demo.history.save()
      Issue.record("it was saved")
    } catch let failure as SaveFailure {
      #expect(
        failure.problems.map(\.description).sorted() == [
          "Movie[3]: genre has no value", "new Movie: genre has no value", "new Movie: title has no value",
        ])
    }
    #expect(demo.history.unsavedText == "2 objects")
  }
}
