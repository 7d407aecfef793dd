import PredicateTestSupport
import PredicateValues
import Testing

/// An automaton accepts only patterns that ICU accepts, and gives only ICU's results.
///
/// `OPENPREDICATE_ROUNDS=100000 swift test --filter AutomatonAgreement` tries many patterns; `OPENPREDICATE_SEED` with one round repeats a failure.
@Suite("Automata, against ICU")
struct AutomatonAgreementTests {
  @Test("agree on random patterns and texts")
  func randomPatterns() {
    var automata = 0
    var answers = 0
    var matches = 0
    var rounds = 0
    for seed in RandomRun(rounds: 3000).seeds {
      rounds += 1
      var source = RandomPattern(seed: seed)
      var (pattern, text) = source.next()
      if seed % 3 == 0 { pattern = source.spoiled(pattern) }
      let options: StringOptions = seed % 4 == 1 ? .caseInsensitive : []
      let expression: RegularExpression
      do throws(PredicateIssue) {
        expression = try RegularExpression(pattern, options: options, stepLimit: 200_000)
      } catch {
        continue
      }
      if !expression.isAutomaton { continue }
      automata += 1
      let texts = [
        "", text, source.changed(text), source.changed(text), text + "\n", text + "\r\n", text + text, source.text(),
      ]
      for text in texts {
        guard let answer = expression.answerOfAutomaton(text) else { continue }
        answers += 1
        do throws(PredicateIssue) {
          let expected = try expression.answerOfICU(text)
          if expected { matches += 1 }
          if answer != expected {
            let place = "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1"
            Issue.record("\(place): \(text.debugDescription) MATCHES \(options) \(pattern.debugDescription)")
          }
        } catch {
          if error.kind != .limit {
            Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1: \(pattern.debugDescription): \(error)")
          }
        }
      }
    }
    if rounds >= 1000 {
      // Otherwise the run would have compared too little.
      #expect(automata > rounds / 2 && answers > automata * 4 && matches > answers / 8)
    }
  }

  @Test(
    "agree on the scalars of a class",
    arguments: [
      "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "[\\w\\s]", "[^\\w-]", "(?i)[a-z]", "(?i)[^a-z]", "(?i)k",
      "(?i)[\\w]",
      "(?i)[^\\W]", "(?i)[\\D]", "(?s).", "(?i)[jnhtywi]",
    ])
  func scalars(pattern: String) throws {
    let expression = try RegularExpression(pattern, options: [], stepLimit: 1_000_000)
    #expect(expression.isAutomaton)
    // All scalars with case or width, and a part of the large blocks.
    let dense = [0..<0x3100, 0xA640..<0xAC00, 0xF900..<0x1_0000, 0x1_FB00..<0x1_FC00].joined()
    let sparse = stride(from: 0x3100, to: 0x11_0000, by: 59)
    var wrong: [String] = []
    for scalar in [Array(dense), Array(sparse)].joined().compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let text = String(scalar)
      guard let answer = expression.answerOfAutomaton(text) else { continue }
      if try expression.answerOfICU(text) != answer { wrong.append(String(scalar.value, radix: 16)) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("agree on every escape and every ASCII scalar, alone and in brackets")
  func punctuation() throws {
    for value in UInt8(1)..<128 {
      let scalar = Unicode.Scalar(value)
      let patterns = [
        "\(scalar)", "\\\(scalar)", "[\(scalar)]", "[a\(scalar)]", "[\(scalar)a]", "[\\\(scalar)]", "[a\(scalar)z]",
        "[^\(scalar)]", "[\\w\(scalar)]", "[\\w\(scalar).]", "[a-c\(scalar)]", "[a-c\(scalar)z]",
        "[ -\(scalar)]", "[\(scalar)-~]", "[!-\\\(scalar)]", "[\\\(scalar)-~]", "a\(scalar)", "a{1\(scalar)}",
        "a*\(scalar)", "(\(scalar)a)", "(?\(scalar)a)", "[[\(scalar)]", "^\(scalar)", "$\(scalar)", "(?i)\(scalar)",
        "[&\(scalar)]", "[-\(scalar)]",
      ]
      for pattern in patterns {
        guard let expression = try? RegularExpression(pattern, options: [], stepLimit: 1_000_000),
          expression.isAutomaton
        else { continue }
        let singles = (UInt8(0)..<128).map { "\(Unicode.Scalar($0))" }
        let texts = singles + ["", "é", "aa", "aaa", "a\(scalar)", "\(scalar)a"]
        for text in texts {
          if let answer = expression.answerOfAutomaton(text), try expression.answerOfICU(text) != answer {
            Issue.record("\(text.debugDescription) MATCHES \(pattern.debugDescription)")
          }
        }
      }
    }
  }
}
