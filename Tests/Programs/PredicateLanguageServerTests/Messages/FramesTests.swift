import Testing

@testable import PredicateLanguageServer

@Suite("Messages in a stream")
struct FramesTests {
  private func text(_ slice: ArraySlice<UInt8>?) -> String? { slice.map { String(decoding: $0, as: UTF8.self) } }

  @Test("A message arrives in pieces, and two arrive at once")
  func pieces() throws {
    var frames = MessageFrames()
    let bytes = MessageFrames.frame(Array("{}".utf8)) + MessageFrames.frame(Array("[1]".utf8))
    for byte in bytes.dropLast() {
      frames.append([byte])
      if let found = try frames.next() { #expect(text(found) == "{}") }
    }
    frames.append(bytes.suffix(1))
    #expect(text(try frames.next()) == "[1]")
    #expect(try frames.next() == nil)
  }

  @Test("Another header may accompany the length, in any case")
  func headers() throws {
    var frames = MessageFrames()
    frames.append("content-type: application/json\r\ncontent-length: 2\r\n\r\n{}".utf8)
    #expect(text(try frames.next()) == "{}")
  }

  @Test(
    "Bytes that are not a message are an error",
    arguments: [
      "Content-Type: x\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
      "Content-Length: 99999999999\r\n\r\n",
    ])
  func broken(bytes: String) {
    var frames = MessageFrames()
    frames.append(bytes.utf8)
    #expect(throws: FramingError.self) { try frames.next() }
  }

  @Test("A header that does not end is an error")
  func endless() {
    var frames = MessageFrames()
    frames.append([UInt8](repeating: 0x41, count: 5_000))
    #expect(throws: FramingError.self) { try frames.next() }
  }
}
