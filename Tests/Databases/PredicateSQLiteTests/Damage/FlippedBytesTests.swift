import Foundation
import PredicateTestSupport
import Testing

/// A file with wrong bytes, or a file that is cut off, gives a typed issue or an answer, and never a crash.
@Suite struct FlippedBytesTests {
  @Test("Some bytes are changed")
  func flipped() throws {
    let folder = try DamageFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.makeFile("whole")))
    let sound = DamageFolder.outcome(of: folder.path("whole"))
    #expect(sound.trouble == nil && sound.issues == 0)
    let run = RandomRun(rounds: 150)
    var (answers, issues) = (0, 0)
    for seed in run.seeds {
      var random = SplitMix64(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Many of the changed bytes are in the header, in the schema and at the beginnings of pages, because those bytes affect the most.
        let page = Int.random(in: 0..<bytes.count / 512, using: &random) * 512
        let place =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: Int.random(in: 0..<1_024, using: &random)
          case 1, 2: page + Int.random(in: 0..<24, using: &random)
          default: Int.random(in: 0..<bytes.count, using: &random)
          }
        bytes[place] ^= random.oneIn(3) ? 0xFF : UInt8(1) << Int.random(in: 0..<8, using: &random)
      }
      let outcome = try outcome(of: bytes, folder)
      #expect(outcome.trouble == nil, "OPENPREDICATE_SEED=\(seed)")
      answers += outcome.answers
      issues += outcome.issues
    }
    #expect(run.rounds < 100 || answers > run.rounds && issues > run.rounds / 4, "\(answers) answers, \(issues) issues")
  }

  @Test("The file ends too early")
  func truncated() throws {
    let folder = try DamageFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.makeFile("whole")))
    var issues = 0
    for count in stride(from: 0, to: whole.count, by: 331) {
      let outcome = try outcome(of: whole.prefix(count), folder)
      #expect(outcome.trouble == nil, "\(count) bytes")
      issues += outcome.issues
    }
    #expect(issues > 50)
  }

  private func outcome(of bytes: Data, _ folder: DamageFolder) throws -> DamageFolder.Outcome {
    let path = folder.path("damaged")
    try bytes.write(to: URL(fileURLWithPath: path))
    return DamageFolder.outcome(of: path)
  }
}
