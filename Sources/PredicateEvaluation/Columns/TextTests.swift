import PredicateMemory
import PredicateValues

/// Whether a string equals a constant.
struct TextEqualTest: RowTest {
  static var readsAnyRow: Bool { false }
  let offset: Int
  private let first: UInt64
  private let second: UInt64
  private let constant: TextConstant

  init(offset: Int, _ bytes: [UInt8]) {
    self.offset = offset
    constant = TextConstant(bytes)
    (first, second) = constant.words
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (a, b) = StringMemory.words(row + offset)
    // A large constant has no words here, and no small string is equal to it.
    if StringMemory.isSmall(b) { return (a ^ first) | (b ^ second) == 0 }
    return passesLarge(row + offset)
  }

  @inline(never)
  private func passesLarge(_ string: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(string) {
      return StringSearch.equals(UnsafeBufferPointer(start: text.base, count: text.count), constant.bytes)
    }
    return StringMemory.needsPublicWay(string)
      && StringMemory.string(string).withBytes { StringSearch.equals($0, constant.bytes) }
  }
}

/// Whether a string is one of a list of constants.
struct TextListTest: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  private let constants: TextList

  init(offset: Int, _ constants: TextList) {
    self.offset = offset
    self.constants = constants
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    return StringMemory.isSmall(second)
      ? constants.containsSmall(first, second) : constants.containsLarge(row + offset)
  }
}

/// Whether a string is one of up to four small constants, which the loop keeps at hand.
struct FewTextsTest: RowTest {
  static var readsAnyRow: Bool { false }
  /// How many constants fit.
  static let capacity = 4
  let offset: Int
  private let firsts: SIMD4<UInt64>
  private let seconds: SIMD4<UInt64>
  private let constants: TextList

  /// Nil where the list has none, too many, or large ones.
  init?(offset: Int, _ constants: TextList) {
    guard (1...Self.capacity).contains(constants.smallCount), !constants.hasLarge else { return nil }
    self.offset = offset
    self.constants = constants
    var firsts = SIMD4<UInt64>()
    var seconds = SIMD4<UInt64>()
    for index in 0..<Self.capacity {
      // The last one stands in all places that are left.
      let word = 2 * min(index, constants.smallCount - 1)
      firsts[index] = constants.words[word]
      seconds[index] = constants.words[word + 1]
    }
    self.firsts = firsts
    self.seconds = seconds
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    // A short string, too, may lie in storage that it once filled.
    if !StringMemory.isSmall(second) { return constants.containsLarge(row + offset) }
    var found: UInt64 = 0
    for index in 0..<Self.capacity {
      found |= ((first ^ firsts[index]) | (second ^ seconds[index])) == 0 ? 1 : 0
    }
    return found != 0
  }
}

/// The constants of an IN list.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class TextList: @unchecked Sendable {
  /// The two words of each small constant, in ascending order of the pair.
  let words: UnsafePointer<UInt64>
  let smallCount: Int
  /// Whether there are constants that do not fit a small string.
  var hasLarge: Bool { all.count > smallCount }
  /// How many bytes the longest one has.
  private let longest: Int
  /// In the order of their bytes.
  private let all: [TextConstant]

  init(_ list: [[UInt8]]) {
    all = Set(list).map { TextConstant($0) }.sorted { StringSearch.order($0.bytes, $1.bytes) == .less }
    longest = all.map(\.count).max() ?? 0
    let small = all.filter(\.isSmall).map(\.words).sorted { $0 < $1 }
    let storage = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, 2 * small.count))
    for (index, pair) in small.enumerated() {
      (storage + 2 * index).initialize(to: pair.0)
      (storage + 2 * index + 1).initialize(to: pair.1)
    }
    words = UnsafePointer(storage)
    smallCount = small.count
  }

  deinit { UnsafeMutablePointer(mutating: words).deallocate() }

  func containsSmall(_ first: UInt64, _ second: UInt64) -> Bool {
    var low = 0
    var high = smallCount
    while low < high {
      let middle = (low &+ high) >> 1
      if (words[2 &* middle], words[2 &* middle &+ 1]) < (first, second) { low = middle &+ 1 } else { high = middle }
    }
    return low < smallCount && words[2 &* low] == first && words[2 &* low &+ 1] == second
  }

  /// The same for a string that is not small, whatever its length; false for a nil.
  @inline(never)
  func containsLarge(_ string: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(string) {
      return text.count <= longest && contains(UnsafeBufferPointer(start: text.base, count: text.count))
    }
    return StringMemory.needsPublicWay(string) && StringMemory.string(string).withBytes(contains)
  }

  /// Whether one of the constants has these bytes.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      switch StringSearch.order(all[middle].bytes, bytes) {
      case .equal: return true
      case .less: low = middle + 1
      case .greater: high = middle
      }
    }
    return false
  }
}

/// Whether an optional string is there.
struct TextPresentTest: RowTest {
  static var readsAnyRow: Bool { true }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { StringMemory.words(row + offset).1 != 0 }
}

/// Whether a string passes a question that is asked of its bytes, out of line.
struct TextQuestionTest: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let question: TextQuestion

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(row + offset) {
      return question.passes(UnsafeBufferPointer(start: text.base, count: text.count))
    }
    return StringMemory.needsPublicWay(row + offset) && question.passes(StringMemory.string(row + offset))
  }
}
