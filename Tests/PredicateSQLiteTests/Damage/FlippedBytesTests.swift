import Foundation
import PredicateTestSupport
import Testing

/// Files with wrong bytes, and files that end too early: an issue that has a type, or an answer; never a crash.
@Suite struct FlippedBytesTests {
  @Test("Some bytes are others", .timeLimit(.minutes(2)))
  func flipped() throws {
    let folder = try DamageFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.makeFile("whole")))
    #expect(DamageFolder.trouble(with: folder.path("whole")) == nil)
    for seed in RandomRun(rounds: 400).seeds {
      var random = SplitMix64(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Every other flip hits the header and the schema, where most is decided.
        let end = random.oneIn(2) ? 1_024 : bytes.count
        let place = Int.random(in: 0..<end, using: &random)
        bytes[place] ^= random.oneIn(3) ? 0xFF : UInt8(1) << Int.random(in: 0..<8, using: &random)
      }
      let path = folder.path("flipped")
      try bytes.write(to: URL(fileURLWithPath: path))
      let trouble = DamageFolder.trouble(with: path)
      #expect(trouble == nil, "OPENPREDICATE_SEED=\(seed): \(trouble ?? "")")
    }
  }

  @Test("The file ends too early", .timeLimit(.minutes(2)))
  func truncated() throws {
    let folder = try DamageFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.makeFile("whole")))
    for count in stride(from: 0, to: whole.count, by: 157) {
      let path = folder.path("cut")
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      let trouble = DamageFolder.trouble(with: path)
      #expect(trouble == nil, "\(count) bytes: \(trouble ?? "")")
    }
  }
}
