/// Damages bytes as a fuzzer does: single bytes get other values, parts are removed, repeated or exchanged.
package enum ByteMutation {
  private static let values: [UInt8] = [0, 1, 0x0F, 0x7F, 0x80, 0x83, 0xA0, 0xD0, 0xFF]

  /// The bytes after one to eight random changes.
  package static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next() % 8 {
      guard !bytes.isEmpty else { return bytes }
      let place = Int(random.next() % UInt64(bytes.count))
      let length = min(bytes.count - place, 1 + Int(random.next() % 16))
      switch random.next() % 16 {
      case 0..<5: bytes[place] = random.pick(values)
      case 5..<9: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 9..<13:
        let other = Int(random.next() % UInt64(bytes.count - length + 1))
        bytes.replaceSubrange(place..<place + length, with: Array(bytes[other..<other + length]))
      case 13: bytes.removeSubrange(place..<place + length)
      case 14: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }
}
