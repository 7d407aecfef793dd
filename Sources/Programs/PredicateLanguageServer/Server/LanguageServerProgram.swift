import Foundation

/// `predicate language-server`: answers an editor on standard input and output until the editor sends `exit` or closes the input.
public struct LanguageServerProgram {
  private var server: LanguageServer
  private var frames = MessageFrames()

  /// A program that runs a server.
  public init(_ server: LanguageServer) { self.server = server }

  /// Reads messages from one descriptor and writes answers to the other.
  ///
  /// - Returns: The exit status of the process: 0 if the client sent `shutdown` before `exit`, otherwise 1; 2 for bytes that are not messages.
  public mutating func run(input: Int32 = 0, output: Int32 = 1, errors: (String) -> Void) -> Int32 {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(input, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      // The client has closed the input.
      guard count > 0 else { return server.exitStatus ?? 1 }
      frames.append(chunk[..<count])
      do throws(FramingError) {
        while let message = try frames.next() {
          for answer in server.answers(to: message) where !Self.write(MessageFrames.frame(answer), to: output) {
            return 1
          }
          if let status = server.exitStatus { return status }
        }
      } catch {
        errors("predicate: \(error)\n")
        return 2
      }
    }
  }

  /// Writes all bytes. Returns false if there is no reader any more.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
