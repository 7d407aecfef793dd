import Foundation

/// A window on the bytes of a stream: those that are read but not yet taken. It grows with the longest record, not with the input.
///
/// Pointers into it are valid until ``more()``. A window is for one thread.
public final class ByteWindow {
  private var source: any ByteSource
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  /// The number of line feeds before ``counted``, which is an offset into the memory.
  private var lineFeeds = 0
  private var counted = 0
  /// Called before a read that would wait.
  public var beforeWaiting: () -> Void = {}
  /// Called before bytes move and pointers to them become invalid. False ends the input at this point.
  var beforeMoving: () -> Bool = { true }
  /// The number of bytes read so far.
  public private(set) var bytesRead = 0

  /// The size of one read, which fits the second-level cache.
  public static let standardSize = 1 << 18

  /// A window on a source.
  public init(_ source: any ByteSource, size: Int = ByteWindow.standardSize) {
    self.source = source
    capacity = max(16, size)
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// The bytes that are read but not taken.
  var unread: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory + start, count: end - start) }

  /// The address of the first byte that is not taken.
  var first: UnsafePointer<UInt8> { UnsafePointer(memory + start) }

  /// Takes the bytes before an address.
  func take(to place: UnsafePointer<UInt8>) { start = place - UnsafePointer(memory) }

  func take(_ count: Int) { start += count }

  /// Reads enough of the input to recognise its format. Waits for the first four bytes at most. Skips a byte order mark at the start.
  func prepareLook() throws(ReadFailure) {
    while unread.count < 4 || (unread.count < 4_096 && !source.wouldWait) {
      guard try more() else { break }
    }
    if unread.starts(with: [0xEF, 0xBB, 0xBF]) { take(3) }
  }

  /// Reads more bytes and appends them to the unread ones. Returns false at the end of the input. Bytes that were taken are dropped.
  func more() throws(ReadFailure) -> Bool {
    guard beforeMoving() else { return false }
    makeRoom()
    if source.wouldWait { beforeWaiting() }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end))
    end += count
    bytesRead += count
    return count > 0
  }

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

  /// The number of the line that contains a byte, counted from 1. Linear in the bytes between this byte and the last byte whose line was counted.
  func line(of place: UnsafePointer<UInt8>) -> Int {
    let offset = place - UnsafePointer(memory)
    count(upTo: offset)
    return lineFeeds + 1 - lineFeeds(from: offset, to: counted)
  }

  /// The number of the line at the start of a record.
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
