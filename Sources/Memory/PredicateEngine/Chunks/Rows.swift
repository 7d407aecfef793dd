import CPrefetch
import PredicateReference

/// The addresses of the rows of one variable, one row per position of the chunk.
///
/// Invariant: at every position whose bit is set in the mask of these rows, the address has an initialised value of the plan's type. The value does
/// not change while the chunk is processed.
struct Rows {
  /// The first of direct rows, or the list of the addresses of the others.
  let base: UnsafeRawPointer
  /// From one direct row to the next; of a list the size of an address.
  let stride: Int
  /// Whether `base` is a list of addresses.
  let isList: Bool

  /// Rows that are contiguous in memory.
  static func direct(_ base: UnsafeRawPointer, stride: Int) -> Rows {
    Rows(base: base, stride: stride, isList: false)
  }

  /// Rows by their addresses: instances of a class in an array of them, elements of many arrays.
  static func list(_ addresses: UnsafeRawPointer) -> Rows {
    Rows(base: addresses, stride: MemoryLayout<UnsafeRawPointer>.stride, isList: true)
  }

  /// Prefetches the byte at `offset` of each listed row whose bit is set. Instances can be anywhere in memory: a loop that tests them would wait for
  /// each.
  @inline(never)
  func prefetch(_ offset: Int, _ mask: MaskWords, _ count: Int) {
    if isList { mask.forEachRow(count) { c_prefetch(self[$0] + offset) } }
  }

  @inline(__always)
  subscript(position: Int) -> UnsafeRawPointer {
    let slot = base + position &* stride
    return isList ? slot.load(as: UnsafeRawPointer.self) : slot
  }
}

extension OptionalPayload {
  /// Lists the addresses of the payloads of the rows whose bit is set, and clears the bits of nils. Returns the owner of the copies if it made some.
  func payloads(
    at offset: Int, of rows: Rows, _ count: Int, _ mask: MaskWords, _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) -> OwnedValue? {
    var first: UnsafeRawPointer?
    mask.forEachRow(count) { position in
      let place = rows[position] + offset
      if isNil(place) {
        mask.clear(position)
      } else {
        first = first ?? place
        list[position] = place
      }
    }
    guard let first else { return nil }
    if let distance = distance(first) {
      if distance > 0 { mask.forEachRow(count) { list[$0] += distance } }
      return nil
    }
    return storage.make(upTo: mask.matches(count)) { memory in
      var next = memory
      mask.forEachRow(count) { position in
        copy(list[position], next)
        list[position] = UnsafeRawPointer(next)
        next += storage.stride
      }
      return (next - memory) / storage.stride
    }
  }
}

/// Makes room for copies of the elements of one range's step. A run keeps the room, by the identity of this instance.
final class CopySource: Sendable {
  /// Makes room for `capacity` elements.
  let make: @Sendable (_ capacity: Int) -> CopiedElements

  init(_ make: @escaping @Sendable (_ capacity: Int) -> CopiedElements) { self.make = make }
}
