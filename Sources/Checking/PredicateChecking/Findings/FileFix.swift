import PredicateSyntax

/// Applies the edits of findings to a file, until a check offers none.
///
/// Only the edited ranges change, and a second run changes nothing. A predicate whose edits would never end stays as it is. Guesses are not written:
/// a name that only resembles the one in the file, and options such as `[c]`, which let a predicate match more.
///
/// ```swift
/// var check = FileCheck(try .named("munki"))
/// check.offersEdits = true
/// FileFix().fixed(bytes) { check.result(of: $0, named: "manifests/lab") }?.bytes
/// ```
public struct FileFix: Sendable {
  private let codes: Set<String>
  private let known: KnownFindings

  /// The greatest number of times that one file is checked.
  private static let roundLimit = 100

  /// Fixes all findings except those with the given codes. A predicate with a known finding stays as it is.
  public init(except codes: Set<String> = [], known: KnownFindings = KnownFindings()) {
    self.codes = codes
    self.known = known
  }

  /// Applies the edits of a check. Returns the new bytes and the number of edits; nil without edits.
  public func fixed(_ bytes: [UInt8], _ check: ([UInt8]) -> FileCheck.Result) -> (bytes: [UInt8], count: Int)? {
    // The indexes, in the file's order, of the predicates that stay as they are.
    var left = known.isEmpty ? [] : knownPredicates(check(bytes))
    while true {
      switch run(bytes, left, check) {
      case .done(let fixed, let count): return count > 0 ? (fixed, count) : nil
      case .restless(let numbers): left.formUnion(numbers)
      }
    }
  }

  private func knownPredicates(_ result: FileCheck.Result) -> Set<Int> {
    let known = known.predicates(of: result.findings)
    let texts = result.texts.sorted { $0.key < $1.key }.map(\.value)
    return Set(texts.indices.filter { known.contains(texts[$0]) })
  }

  private enum Outcome {
    case done([UInt8], Int)
    /// The predicates whose edits never end.
    case restless(Set<Int>)
  }

  /// Checks the file in rounds. Each round applies one edit per predicate.
  private func run(_ original: [UInt8], _ left: Set<Int>, _ check: ([UInt8]) -> FileCheck.Result) -> Outcome {
    var bytes = original
    var count = 0
    var seen: [Int: Set<String>] = [:]
    var edited: Set<Int> = []
    for _ in 0..<Self.roundLimit {
      let result = check(bytes)
      let starts = result.texts.keys.sorted()
      var edits: [Int: FileEdit] = [:]
      for finding in result.findings where !codes.contains(finding.code) {
        guard let edit = finding.edit, !edit.isGuess, let number = starts.firstIndex(of: edit.predicate),
          !left.contains(number)
        else {
          continue
        }
        if edits[number] == nil { edits[number] = edit }
      }
      if edits.isEmpty { return .done(bytes, count) }
      edited = Set(edits.keys)
      let texts = starts.map { result.texts[$0] ?? "" }
      let cyclic = edits.filter { number, edit in
        seen[number, default: []].insert(texts[number])
        return seen[number]?.contains(edit.result) ?? false
      }
      if !cyclic.isEmpty { return .restless(Set(cyclic.keys)) }
      guard let next = Self.applied(edits, to: bytes, texts, check) else {
        // The edits conflict. Each edit is tried without the others, to find the bad ones.
        let bad = edits.filter { Self.applied([$0.key: $0.value], to: bytes, texts, check) == nil }
        return .restless(Set((bad.isEmpty ? edits : bad).keys))
      }
      bytes = next
      count += edits.count
    }
    return .restless(edited)
  }

  /// Applies some edits; nil if the file then contains other predicates than intended.
  private static func applied(
    _ edits: [Int: FileEdit], to bytes: [UInt8], _ texts: [String], _ check: ([UInt8]) -> FileCheck.Result
  ) -> [UInt8]? {
    guard let next = bytes.replacing(edits.values.map { ($0.range, $0.text) }) else { return nil }
    let found = check(next).texts.sorted { $0.key < $1.key }.map(\.value)
    var expected = texts
    for (number, edit) in edits { expected[number] = edit.result }
    return found == expected ? next : nil
  }
}
