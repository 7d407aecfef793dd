/// Values that stay where they are until all of them are dropped together.
final class KeptValues<Value> {
  private struct Block {
    let values: UnsafeMutablePointer<Value>
    let capacity: Int
    var used = 0
  }

  /// A block has room for so many values, or for more where they have to lie behind one another.
  private static var blockSize: Int { 256 }

  private var blocks: [Block] = []

  deinit {
    clear()
    for block in blocks { block.values.deallocate() }
  }

  /// Keeps values behind one another, and returns the address of the first one.
  func keep(_ values: some Collection<Value>) -> UnsafeMutablePointer<Value> {
    let count = values.count
    if blocks.last.map({ $0.capacity - $0.used < count }) ?? true {
      let capacity = max(Self.blockSize, count)
      blocks.append(Block(values: .allocate(capacity: capacity), capacity: capacity))
    }
    let last = blocks.count - 1
    let place = blocks[last].values + blocks[last].used
    _ = UnsafeMutableBufferPointer(start: place, count: count).initialize(from: values)
    blocks[last].used += count
    return place
  }

  /// Keeps a value, and returns its address.
  func keep(_ value: Value) -> UnsafeMutablePointer<Value> { keep(CollectionOfOne(value)) }

  /// Drops all values. One block stays for the next ones.
  func clear() {
    for block in blocks { block.values.deinitialize(count: block.used) }
    for block in blocks.dropFirst() { block.values.deallocate() }
    blocks.removeLast(max(0, blocks.count - 1))
    if !blocks.isEmpty { blocks[0].used = 0 }
  }
}
