/// A pattern as a list of instructions. An automaton follows all paths through them at the same time.
struct PatternProgram {
  /// An instruction. The numbers are indexes of instructions.
  enum Instruction {
    /// Continues at two instructions.
    case split(Int, Int)
    /// Takes a scalar of a class, given by its index in ``PatternProgram/classes``.
    case take(Int, next: Int)
    /// Continues only at the start of the text.
    case start(next: Int)
    /// Continues only at the end of the text.
    case end(next: Int)
    /// The text matches if it ends here.
    case accept
  }

  /// The class for the line break that may follow a `$` inside a pattern. All its scalars are unsure, so ICU decides about texts with a line break
  /// there.
  static let lineBreak = ScalarClass(.none, unsure: ScalarClass.lineBreaks.members)

  private(set) var instructions: [Instruction] = [.accept]
  private(set) var classes: [ScalarClass] = []
  private(set) var entry = 0

  private static let instructionLimit = 1000
  /// The most classes: one for each bit of a word.
  private static let classLimit = 64

  /// The program of a pattern; nil if it would be too large.
  init?(_ pattern: PatternNode) {
    guard let entry = append(pattern, before: 0) else { return nil }
    self.entry = entry
  }

  /// Appends a node that continues at `next`, and returns its first instruction.
  private mutating func append(_ node: PatternNode, before next: Int) -> Int? {
    switch node {
    case .empty: return next
    case .scalar(let scalars):
      guard let index = index(of: scalars) else { return nil }
      return append(.take(index, next: next))
    case .sequence(let parts):
      var place = next
      for part in parts.reversed() {
        guard let entry = append(part, before: place) else { return nil }
        place = entry
      }
      return place
    case .alternatives(let parts):
      guard let last = parts.last, var place = append(last, before: next) else { return nil }
      for part in parts.dropLast().reversed() {
        guard let entry = append(part, before: next), let split = append(.split(entry, place)) else { return nil }
        place = split
      }
      return place
    case .repeated(let part, let atLeast, let atMost):
      return append(part, atLeast: atLeast, atMost: atMost, before: next)
    case .start: return append(.start(next: next))
    case .end(let beforeBreak): return appendEnd(beforeBreak: beforeBreak, before: next)
    }
  }

  /// Appends a repetition: the required copies, then a loop, or optional copies up to the upper bound.
  private mutating func append(_ part: PatternNode, atLeast: Int, atMost: Int?, before next: Int) -> Int? {
    var place = next
    var copies = atLeast
    if let atMost {
      for _ in 0..<max(0, atMost - atLeast) {
        guard let entry = append(part, before: place), let split = append(.split(entry, next)) else { return nil }
        place = split
      }
    } else {
      guard let loop = append(.split(next, next)), let entry = append(part, before: loop) else { return nil }
      instructions[loop] = .split(entry, next)
      place = atLeast > 0 ? entry : loop
      copies = max(0, atLeast - 1)
    }
    for _ in 0..<copies {
      guard let entry = append(part, before: place) else { return nil }
      if entry == place { break }
      place = entry
    }
    return place
  }

  /// Appends the end of the text. If a line break may follow the end, ICU decides about texts with a line break there.
  private mutating func appendEnd(beforeBreak: Bool, before next: Int) -> Int? {
    // Nothing is appended before the last instruction, which tests for the end anyway.
    if next == 0 { return next }
    guard let end = append(.end(next: next)) else { return nil }
    if !beforeBreak { return end }
    guard let index = index(of: Self.lineBreak), let take = append(.take(index, next: next)) else { return nil }
    return append(.split(end, take))
  }

  private mutating func append(_ instruction: Instruction) -> Int? {
    guard instructions.count < Self.instructionLimit else { return nil }
    instructions.append(instruction)
    return instructions.count - 1
  }

  private mutating func index(of scalars: ScalarClass) -> Int? {
    if let index = classes.firstIndex(of: scalars) { return index }
    guard classes.count < Self.classLimit else { return nil }
    classes.append(scalars)
    return classes.count - 1
  }
}
