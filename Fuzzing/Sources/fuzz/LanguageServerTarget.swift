import Foundation
import PredicateChecking
import PredicateLanguageServer

/// Sends bytes to the language server: as they are through its file descriptors, and then the messages in them one by one.
enum LanguageServerTarget {
  private static let profiles: [String: UseProfile] = Dictionary(
    uniqueKeysWithValues: UseProfile.names.map { ($0, DocumentTarget.profile($0)) })

  /// A server whose profiles are read once for all inputs.
  private static func server() -> LanguageServer {
    LanguageServer(settings: ServerSettings(profile: "munki"), version: "fuzz") { (name) throws(ProfileIssue) in
      if let profile = profiles[name] { return profile }
      return try UseProfile.named(name)
    }
  }

  static func check(_ bytes: [UInt8]) {
    checkStream(bytes)
    checkMessages(bytes)
  }

  /// The program ends with one of its statuses, and writes whole messages.
  private static func checkStream(_ bytes: [UInt8]) {
    let input = MemoryFile(bytes)
    let output = MemoryFile([])
    var program = LanguageServerProgram(server())
    var errors = ""
    let status = program.run(input: input.descriptor, output: output.descriptor) { errors += $0 }
    require((0...2).contains(status), "the status is \(status)")
    require((status == 2) == !errors.isEmpty, "the status is \(status), the error “\(errors)”")
    var rest = output.contents[...]
    while !rest.isEmpty {
      guard let (body, end) = firstMessage(of: rest), let body else { fatalError("the server writes no whole message") }
      _ = answer(body)
      rest = rest[end...]
    }
  }

  /// Each request gets one answer, and only `exit` ends the server. Wrong lengths are put right, so that damaged messages arrive.
  private static func checkMessages(_ bytes: [UInt8]) {
    var server = server()
    let start = #"{"jsonrpc":"2.0","id":"start","method":"initialize","params":{"capabilities":{}}}"#
    require(server.answers(to: start.utf8).count == 1, "no answer to initialize")
    for body in bodies(of: bytes[...]) {
      let answers = server.answers(to: body).map { answer($0) }
      let replies = answers.filter { $0.method == nil }
      let head = try? JSONDecoder().decode(Head.self, from: Data(body))
      if let head, let method = head.method {
        require(replies.count == (head.id == nil ? 0 : 1), "\(replies.count) answers to \(method)")
        require(replies.allSatisfy { $0.id == head.id }, "the answer to \(method) has another id")
      } else {
        require(replies.count <= 1, "\(replies.count) answers to a message that cannot be read")
      }
      if server.exitStatus != nil {
        require(head == nil || head?.method == "exit", "\(head?.method ?? "") ends the server")
        return
      }
    }
  }

  /// The beginning of a message.
  private struct Head: Decodable {
    enum ID: Decodable, Equatable {
      case number(Int)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    let id: ID?
    let method: String?
  }

  /// The beginning of a message of the server, which is JSON.
  private static func answer(_ body: some Sequence<UInt8>) -> Head {
    do {
      return try JSONDecoder().decode(Head.self, from: Data(body))
    } catch {
      fatalError("the server writes \(String(decoding: Array(body), as: UTF8.self)): \(error)")
    }
  }

  private static let header = Array("Content-Length:".utf8)
  private static let headerEnd = Array("\r\n\r\n".utf8)

  /// The parts between headers, whatever length a header has.
  private static func bodies(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var bodies: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let found = rest.firstRange(of: header) {
      if !rest[..<found.lowerBound].isEmpty { bodies.append(rest[..<found.lowerBound]) }
      let end = rest[found.upperBound...].firstRange(of: headerEnd)?.upperBound ?? found.upperBound
      rest = rest[end...]
    }
    return rest.isEmpty ? bodies : bodies + [rest]
  }

  /// The first message in the output of the server, and its end. The message is nil if bytes of it are missing.
  private static func firstMessage(of bytes: ArraySlice<UInt8>) -> (body: ArraySlice<UInt8>?, end: Int)? {
    guard bytes.starts(with: header), let end = bytes.firstRange(of: headerEnd) else { return nil }
    let digits = String(decoding: bytes[(bytes.startIndex + header.count + 1)..<end.lowerBound], as: UTF8.self)
    guard let length = Int(digits) else { return nil }
    let last = end.upperBound + length
    return last <= bytes.endIndex ? (bytes[end.upperBound..<last], last) : (nil, bytes.endIndex)
  }
}

/// A temporary file without a name, as the input or the output of the server.
private struct MemoryFile: ~Copyable {
  private let file: UnsafeMutablePointer<FILE>

  init(_ bytes: [UInt8]) {
    guard let file = tmpfile() else { fatalError("no temporary file: \(errno)") }
    self.file = file
    fwrite(bytes, 1, bytes.count, file)
    rewind(file)
  }

  deinit { fclose(file) }

  var descriptor: Int32 { fileno(file) }

  /// All bytes of the file.
  var contents: [UInt8] {
    let count = Int(lseek(descriptor, 0, SEEK_END))
    lseek(descriptor, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(read(descriptor, buffer.baseAddress, count), 0)
    }
  }
}
