/// Numbers in ascending order, at an address that does not change: loops that look into it count no references.
final class SortedNumbers<Number: Comparable & BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<Number>
  /// Up to four numbers, the last of them repeated; nil of more, and of none.
  private let few: (Number, Number, Number, Number)?

  init(_ numbers: [Number]) {
    storage = .allocate(capacity: numbers.count)
    let sorted = numbers.sorted()
    _ = storage.initialize(from: sorted)
    if (1...4).contains(sorted.count) {
      few = (sorted[0], sorted[min(1, sorted.count - 1)], sorted[min(2, sorted.count - 1)], sorted[sorted.count - 1])
    } else {
      few = nil
    }
  }

  deinit { storage.deallocate() }

  /// Whether a number is among them.
  @inline(__always)
  func contains(_ number: Number) -> Bool {
    if let few {
      let isEarly = (number == few.0 ? 1 : 0) | (number == few.1 ? 1 : 0)
      return isEarly | (number == few.2 ? 1 : 0) | (number == few.3 ? 1 : 0) != 0
    }
    var low = 0
    var high = storage.count
    while low < high {
      let middle = (low &+ high) >> 1
      if storage[middle] < number { low = middle &+ 1 } else { high = middle }
    }
    return low < storage.count && storage[low] == number
  }
}
