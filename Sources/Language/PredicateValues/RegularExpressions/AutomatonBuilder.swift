/// Makes the automaton of a ``PatternProgram``. A state of the automaton is a set of items that are active at the same time.
///
/// An item is an instruction of the program that waits for a scalar or for the end of the text. The last instruction is an item too.
struct AutomatonBuilder {
  private let program: PatternProgram
  private let partition: ScalarPartition
  /// The instruction of each item. Item 0 is the last instruction.
  private var items: [Int] = []
  /// The item of each instruction; -1 for instructions that do not wait.
  private var itemOf: [Int]
  private let words: Int
  /// For each item, the set of items that follow it, one set after the other.
  private var following: [UInt64] = []
  /// For each sort of scalars, the set of items that take such a scalar, one set after the other. ``unsure`` has the items that may take it.
  private var taking: [UInt64]
  private var unsure: [UInt64]
  /// The items that wait for the end of the text and complete the pattern there.
  private var ending: [UInt64]
  /// An item that repeatedly takes every scalar that any other item takes.
  private var tail: Int?
  private var workLeft = 200_000

  private static let stateLimit = 1000

  /// The automaton of a pattern; nil if it would be too large, or take too much work to build.
  static func automaton(_ pattern: PatternNode) -> TextAutomaton? {
    guard let program = PatternProgram(pattern), let partition = ScalarPartition(program.classes) else { return nil }
    var builder = AutomatonBuilder(program, partition)
    return builder.build()
  }

  private init(_ program: PatternProgram, _ partition: ScalarPartition) {
    self.program = program
    self.partition = partition
    itemOf = [Int](repeating: -1, count: program.instructions.count)
    for (place, instruction) in program.instructions.enumerated() {
      switch instruction {
      case .take, .end, .accept:
        itemOf[place] = items.count
        items.append(place)
      case .split, .start: break
      }
    }
    words = (items.count + 63) / 64
    ending = [UInt64](repeating: 0, count: words)
    taking = [UInt64](repeating: 0, count: words * partition.count)
    unsure = taking
    following.reserveCapacity(words * items.count)
    prepare()
  }

  private mutating func prepare() {
    let none = [UInt64](repeating: 0, count: words)
    for (item, place) in items.enumerated() {
      switch program.instructions[place] {
      case .take(let index, let next):
        following += items(at: next)
        let bit = UInt64(1) << UInt64(index)
        let (word, mask) = (item >> 6, UInt64(1) << UInt64(item & 63))
        for sort in ScalarPartition.first..<partition.count {
          if partition.members[sort] & bit != 0 { taking[sort * words + word] |= mask }
          if partition.unsure[sort] & bit != 0 { unsure[sort * words + word] |= mask }
        }
      case .end(let next):
        following += none
        if Self.contains(0, items(at: next, atEnd: true)) { Self.insert(item, &ending) }
      case .accept, .split, .start: following += none
      }
    }
    tail = findTail()
  }

  /// The item of a final `.*`. Once it is active, it takes every text that another item would take, so the other items can be dropped.
  private func findTail() -> Int? {
    let taken = program.classes.filter { $0 != PatternProgram.lineBreak }
    let all = ScalarSet(taken.flatMap { $0.members.ranges + $0.unsure.ranges })
    let isWidest = program.classes.map { $0.members.contains(all) }
    return items.indices.first { item in
      guard case .take(let index, _) = program.instructions[items[item]] else { return false }
      return isWidest[index] && isFollowed(item, by: 0) && isFollowed(item, by: item)
    }
  }

  private func isFollowed(_ item: Int, by other: Int) -> Bool {
    following[item * words + other >> 6] >> UInt64(other & 63) & 1 != 0
  }

  /// The items that are reached from an instruction without taking a scalar.
  private func items(at place: Int, atStart: Bool = false, atEnd: Bool = false) -> [UInt64] {
    var found = [UInt64](repeating: 0, count: words)
    var isSeen = [Bool](repeating: false, count: program.instructions.count)
    var stack = [place]
    while let place = stack.popLast() {
      if isSeen[place] { continue }
      isSeen[place] = true
      switch program.instructions[place] {
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .start(let next):
        if atStart { stack.append(next) }
      case .end(let next):
        if atEnd { stack.append(next) }
        Self.insert(itemOf[place], &found)
      case .take, .accept: Self.insert(itemOf[place], &found)
      }
    }
    return found
  }

  private mutating func build() -> TextAutomaton? {
    let shift = UInt16(truncatingIfNeeded: Int.bitWidth - (partition.count - 1).leadingZeroBitCount)
    let width = 1 << Int(shift)
    let limit = min(Self.stateLimit, Int(UInt16.max) >> Int(shift) - TextAutomaton.firstRow)
    var sets = ItemSetTable(words: words)
    sets.append(items(at: program.entry, atStart: true))
    var table = [UInt16](repeating: 0, count: TextAutomaton.firstRow * width)
    var accepts = [Bool](repeating: false, count: TextAutomaton.firstRow)
    var set = [UInt64](repeating: 0, count: words)
    var following = set
    var state = 0
    while state < sets.count {
      sets.read(state, into: &set)
      let isStart = state == 0
      accepts.append(
        isStart
          ? Self.contains(0, items(at: program.entry, atStart: true, atEnd: true))
          : Self.contains(0, set) || Self.meet(set, ending))
      let row = UInt16(truncatingIfNeeded: (state + TextAutomaton.firstRow) << Int(shift))
      let mixed = UInt16(TextAutomaton.mixed) << shift
      for sort in 0..<width {
        let next: UInt16
        switch sort {
        case ScalarPartition.continuation: next = row
        case ScalarPartition.mixed: next = mixed
        case partition.count...: next = 0
        default:
          let number = successor(of: set, sort, &sets, scratch: &following)
          if workLeft < 0 || sets.count > limit { return nil }
          next = UInt16(truncatingIfNeeded: number << Int(shift))
        }
        table.append(next)
      }
      state += 1
    }
    Self.settle(&table, accepts, width, sorts: partition.count)
    return TextAutomaton(
      table: table, shift: shift, stays: Self.stays(table, width, sorts: partition.count), accepts: accepts,
      partition: partition)
  }

  /// The row of the state that follows a state when a scalar of a sort is read.
  private mutating func successor(
    of set: [UInt64], _ sort: Int, _ sets: inout ItemSetTable, scratch result: inout [UInt64]
  ) -> Int {
    workLeft -= words
    let first = sort * words
    for word in 0..<words {
      if set[word] & unsure[first + word] != 0 { return TextAutomaton.asking }
      result[word] = 0
    }
    for word in 0..<words {
      var bits = set[word] & taking[first + word]
      while bits != 0 {
        let item = word * 64 + bits.trailingZeroBitCount
        bits &= bits - 1
        workLeft -= words
        for other in 0..<words { result[other] |= following[item * words + other] }
      }
    }
    if result.allSatisfy({ $0 == 0 }) { return TextAutomaton.dead }
    if let tail, Self.contains(tail, result), Self.contains(0, result) {
      for word in 0..<words { result[word] = 0 }
      Self.insert(tail, &result)
      Self.insert(0, &result)
    }
    return sets.number(of: result) + TextAutomaton.firstRow
  }

  /// Some accepting states are not left by any scalar. Transitions to such a state are replaced by transitions to the row `certain`.
  private static func settle(_ table: inout [UInt16], _ accepts: [Bool], _ width: Int, sorts: Int) {
    let isCertain = accepts.indices.map { row in
      accepts[row] && (ScalarPartition.first..<sorts).allSatisfy { Int(table[row * width + $0]) == row * width }
    }
    for place in table.indices {
      let row = Int(table[place]) / width
      if isCertain[row] && place / width != row { table[place] = UInt16(TextAutomaton.certain * width) }
    }
  }

  private static func stays(_ table: [UInt16], _ width: Int, sorts: Int) -> [UInt64] {
    (0..<table.count / width).map { row in
      (0..<sorts).reduce(0) { Int(table[row * width + $1]) == row * width ? $0 | 1 << UInt64($1) : $0 }
    }
  }

  private static func insert(_ item: Int, _ set: inout [UInt64]) { set[item >> 6] |= 1 << UInt64(item & 63) }

  private static func contains(_ item: Int, _ set: [UInt64]) -> Bool { set[item >> 6] >> UInt64(item & 63) & 1 != 0 }

  private static func meet(_ a: [UInt64], _ b: [UInt64]) -> Bool {
    for word in a.indices where a[word] & b[word] != 0 { return true }
    return false
  }
}

/// A set of distinct item sets, numbered in the order of insertion. Each item set is a few words of bits.
struct ItemSetTable {
  private let words: Int
  private var bits: [UInt64] = []
  private var slots: [Int32] = [Int32](repeating: -1, count: 64)

  /// A table of item sets with `words` words each.
  init(words: Int) { self.words = words }

  var count: Int { bits.count / words }

  func read(_ number: Int, into set: inout [UInt64]) {
    for word in 0..<words { set[word] = bits[number * words + word] }
  }

  /// Appends an item set that ``number(of:)`` never finds.
  mutating func append(_ set: [UInt64]) { bits += set }

  /// The number of an item set. A new one is inserted.
  mutating func number(of set: [UInt64]) -> Int {
    var slot = Self.hash(set) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if isEqual(number, set) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: count)
    bits += set
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  private func isEqual(_ number: Int, _ set: [UInt64]) -> Bool {
    for word in 0..<words where bits[number * words + word] != set[word] { return false }
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [Int32](repeating: -1, count: old.count * 2)
    var set = [UInt64](repeating: 0, count: words)
    for number in old where number >= 0 {
      read(Int(number), into: &set)
      var slot = Self.hash(set) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = number
    }
  }

  private static func hash(_ set: [UInt64]) -> Int {
    var hash: UInt64 = 0
    for word in set { hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15 ^ hash &>> 29 }
    return Int(truncatingIfNeeded: hash &>> 32)
  }
}
