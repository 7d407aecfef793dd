import Foundation

/// A window on bytes that come one after the other: those that were not taken yet. It grows with the longest record, not with the
/// input.
///
/// Pointers into it are good until ``more()``. Not for several threads.
public final class ByteWindow {
  private var source: any ByteSource
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  /// Line feeds before ``counted``, which is an offset into the memory.
  private var lineFeeds = 0
  private var counted = 0
  /// Called before a read that has to wait.
  public var beforeWaiting: () -> Void = {}
  /// Called before bytes move, so that no pointer to them counts any more. Returns whether more bytes are wanted; else the input ends here.
  var beforeMoving: () -> Bool = { true }
  /// How many bytes were read.
  public private(set) var bytesRead = 0

  /// As much as is read at once: fits into the second level of caches.
  public static let standardSize = 1 << 18

  /// A window on a source.
  public init(_ source: any ByteSource, size: Int = ByteWindow.standardSize) {
    self.source = source
    capacity = max(16, size)
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// What was read and not taken.
  var unread: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory + start, count: end - start) }

  /// Where what was not taken begins.
  var first: UnsafePointer<UInt8> { UnsafePointer(memory + start) }

  /// Takes what stands before a place.
  func take(to place: UnsafePointer<UInt8>) { start = place - UnsafePointer(memory) }

  /// Takes so many bytes.
  func take(_ count: Int) { start += count }

  /// Reads so much of the start of the input as a look needs and has come already, without the mark with which some editors start a
  /// file.
  func prepareLook() throws(ReadFailure) {
    while unread.count < 4 || (unread.count < 4_096 && !source.wouldWait) {
      guard try more() else { break }
    }
    if unread.starts(with: [0xEF, 0xBB, 0xBF]) { take(3) }
  }

  /// Reads more behind what was not taken; false at the end of the input. What was taken is forgotten.
  func more() throws(ReadFailure) -> Bool {
    guard beforeMoving() else { return false }
    makeRoom()
    if source.wouldWait { beforeWaiting() }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end))
    end += count
    bytesRead += count
    return count > 0
  }

  /// Whether more would have to be waited for.
  var wouldWait: Bool { source.wouldWait }

  private func makeRoom() {
    count(upTo: start)
    let kept = end - start
    if kept > capacity / 2 {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
      larger.initialize(from: memory + start, count: kept)
      memory.deallocate()
      memory = larger
      capacity *= 2
    } else if start > 0 {
      memmove(memory, memory + start, kept)
    }
    counted -= start
    start = 0
    end = kept
  }

  /// The number of the line in which a byte stands, counted from 1. Linear in the bytes between it and the last byte whose line was counted.
  func line(of place: UnsafePointer<UInt8>) -> Int {
    let offset = place - UnsafePointer(memory)
    count(upTo: offset)
    return lineFeeds + 1 - lineFeeds(from: offset, to: counted)
  }

  /// The number of the line in which a record starts.
  func line(of record: UnsafeBufferPointer<UInt8>) -> Int { record.baseAddress.map { line(of: $0) } ?? lineFeeds + 1 }

  private func count(upTo offset: Int) {
    guard offset > counted else { return }
    lineFeeds += lineFeeds(from: counted, to: offset)
    counted = offset
  }

  private func lineFeeds(from start: Int, to end: Int) -> Int {
    var found = 0
    for byte in UnsafeBufferPointer(start: memory + start, count: end - start) where byte == 0x0A { found &+= 1 }
    return found
  }
}
