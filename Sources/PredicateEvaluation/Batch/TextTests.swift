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

/// Whether a string is one of a few small constants.
struct TextListTest: RowTest {
  static var readsAnyRow: Bool { false }
  let offset: Int
  /// The constants' words, which `constants` keeps.
  private nonisolated(unsafe) let words: UnsafePointer<UInt64>
  private let count: Int
  private let constants: TextList

  init(offset: Int, _ list: [[UInt8]]) {
    self.offset = offset
    constants = TextList(list)
    words = constants.words
    count = constants.smallCount
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (a, b) = StringMemory.words(row + offset)
    if StringMemory.isSmall(b) {
      if count > 8 { return constants.containsSmall(a, b) }
      var found: UInt64 = 0
      for index in 0..<count {
        let difference = (a ^ words[2 &* index]) | (b ^ words[2 &* index &+ 1])
        found |= difference == 0 ? 1 : 0
      }
      return found != 0
    }
    return constants.containsLarge(row + offset)
  }
}

/// The constants of an IN list.
final class TextList: @unchecked Sendable {
  /// The two words of each small constant, in ascending order of the pair.
  let words: UnsafePointer<UInt64>
  let smallCount: Int
  private let all: Set<[UInt8]>

  init(_ list: [[UInt8]]) {
    all = Set(list)
    let small = all.map { TextConstant($0) }.filter(\.isSmall).map(\.words).sorted { $0 < $1 }
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

  @inline(never)
  func containsLarge(_ string: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(string) {
      return all.contains(Array(UnsafeBufferPointer(start: text.base, count: text.count)))
    }
    return StringMemory.needsPublicWay(string)
      && StringMemory.string(string).withBytes { all.contains(Array($0)) }
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
  static var readsAnyRow: Bool { false }
  let offset: Int
  let question: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(row + offset) {
      return question(UnsafeBufferPointer(start: text.base, count: text.count))
    }
    return StringMemory.needsPublicWay(row + offset) && StringMemory.string(row + offset).withBytes(question)
  }
}
