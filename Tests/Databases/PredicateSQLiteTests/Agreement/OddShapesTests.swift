import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Memory and SQL agree over tables of odd shapes.
@Suite struct OddShapesTests {
  static let subjects = [("UTF-8", false), ("UTF-16le", false), ("UTF-8", true)].map { encoding, isTrusted in
    Result { try AgreementSubject(OddDatabase.open(encoding: encoding, trusted: isTrusted)) }
  }

  @Test(arguments: subjects.indices)
  func randomPredicates(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    try AgreementTests.checkRandom(
      RandomRun(rounds: 150), in: subject, AgreementGenerator.shapes(of: subject.database.model))
  }

  @Test(arguments: subjects.indices)
  func widePredicates(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    try AgreementTests.checkWide(
      RandomRun(rounds: 150), in: subject, AgreementGenerator.shapes(of: subject.database.model))
  }
}
