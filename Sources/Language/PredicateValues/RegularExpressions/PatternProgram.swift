/// A pattern as a list of instructions that an automaton follows all at once.
struct PatternProgram {
  /// An instruction. The numbers are places in the list.
  enum Instruction {
    /// Goes on two ways.
    case split(Int, Int)
    /// Takes a scalar of a class, which is a place in ``PatternProgram/classes``.
    case take(Int, next: Int)
    /// Goes on at the start of the text.
    case start(next: Int)
    /// Goes on at the end of the text.
    case end(next: Int)
    /// The text matches if it ends here.
    case accept
  }

  /// What stands behind a `$` that is not the last of the pattern: a line break is ICU's matter there.
  static let lineBreak = ScalarClass(.none, unsure: ScalarClass.lineBreaks.members)

  /// The list.
  private(set) var instructions: [Instruction] = [.accept]
  /// The different classes.
  private(set) var classes: [ScalarClass] = []
  /// Where the list is entered.
  private(set) var entry = 0

  /// How many instructions a program may have.
  private static let instructionLimit = 1000
  /// How many classes it may have, one for each bit of a word.
  private static let classLimit = 64

  /// The program of a pattern; nil where it grows too large.
  init?(_ pattern: PatternNode) {
    guard let entry = append(pattern, before: 0) else { return nil }
    self.entry = entry
  }

  /// Appends a node that goes on at a place, and gives the place where it is entered.
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

  /// A repetition: the copies that have to be there, and then a loop, or copies each of which may be the last.
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

  /// The end of the text. Where a line break may follow, what goes on behind it is left to ICU.
  private mutating func appendEnd(beforeBreak: Bool, before next: Int) -> Int? {
    // Nothing goes on behind the last instruction, which is about the end anyway.
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
