/// Numbers in ascending order, at an address that does not change: loops that look into it count no references.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class SortedNumbers<Number: Comparable & BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<Number>

  init(_ numbers: [Number]) {
    storage = .allocate(capacity: numbers.count)
    _ = storage.initialize(from: numbers.sorted())
  }

  deinit { storage.deallocate() }

  /// Whether a number is among them.
  @inline(__always)
  func contains(_ number: Number) -> Bool {
    var low = 0
    var high = storage.count
    while low < high {
      let middle = (low &+ high) >> 1
      if storage[middle] < number { low = middle &+ 1 } else { high = middle }
    }
    return low < storage.count && storage[low] == number
  }
}
