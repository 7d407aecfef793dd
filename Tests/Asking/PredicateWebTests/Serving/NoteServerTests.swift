import FlyingFox
import FlyingSocks
import Foundation
import PredicateObjects
import PredicateTestSupport
import Testing

/// Attacks on an application's server over HTTP: each request gets an answer, and the server keeps running.
@Suite("A server with untrusted text")
struct NoteServerTests {
  private typealias Answer = NoteServer.Answer

  private static func notes() async throws -> ObjectActor {
    let notes = try ObjectActor(classes: [Note.self])
    try await notes.perform { context in
      for number in 1...300 {
        let note = try context.insert(Note.self)
        (note.title, note.secret) = ("abcdefghijklmnopqrstuvwxyz" + String(number, radix: 2), "s")
      }
      try context.save()
    }
    return notes
  }

  /// A server with a long time limit, so that even on a busy machine only the work limit ends a request.
  private static func patientServer() async throws -> NoteServer {
    NoteServer(notes: try await notes(), time: .seconds(86_400))
  }

  /// Runs a server on a free port.
  private static func run(_ handler: NoteServer, _ body: (UInt16) async throws -> Void) async throws {
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 600, logger: .disabled),
      handler: handler)
    let running = Task { try await server.run() }
    defer { running.cancel() }
    try await server.waitUntilListening(timeout: 600)
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
    try await body(port)
  }

  private static func send(_ body: Data, _ port: UInt16) async throws -> (status: HTTPStatusCode, answer: Answer) {
    let request = HTTPRequest(
      method: .POST, version: .http11, target: HTTPRequest.Target(path: "/", query: ""),
      headers: [.host: "127.0.0.1:\(port)"], body: HTTPBodySequence(data: body))
    let response = try await HTTPClient.reply(to: request, port: port)
    return (response.statusCode, try await JSONDecoder().decode(Answer.self, from: response.bodyData))
  }

  private static func ask(
    _ condition: String, order: String? = nil, _ port: UInt16
  ) async throws -> (status: HTTPStatusCode, answer: Answer) {
    try await send(JSONEncoder().encode(NoteServer.Question(condition: condition, order: order)), port)
  }

  @Test func everyAttackHasAnAnswer() async throws {
    try await Self.run(Self.patientServer()) { port in
      var codes: [String: Int] = [:]
      for attack in UntrustedTexts.attacks {
        let (status, answer) = try await Self.ask(attack, port)
        #expect(status == .ok || status == .badRequest, "\(attack.prefix(80))")
        #expect(answer.titles.isEmpty && (status == .ok) == (answer.code == nil), "\(attack.prefix(80))")
        #expect(answer.message?.contains("SELECT") != true && answer.message?.contains("WHERE") != true)
        codes[answer.code ?? "", default: 0] += 1
        for order in [attack, "TERNARY(\(attack), 1, 2) desc, title"] {
          let (status, answer) = try await Self.ask("TRUEPREDICATE", order: order, port)
          #expect(status == .ok || status == .badRequest, "\(order.prefix(80))")
          #expect(answer.titles.isEmpty == (status == .badRequest), "\(order.prefix(80))")
        }
        let honest = try await Self.ask("title ENDSWITH 'z1'", port)
        #expect(honest.status == .ok && honest.answer.titles == ["abcdefghijklmnopqrstuvwxyz1"])
      }
      // Work is limited by counted steps, and hidden names are reported as unknown.
      #expect(codes["regular-expression-steps"] ?? 0 > 0 && codes["unknown-key"] ?? 0 > 0, "\(codes)")
    }
  }

  @Test func attacksAtTheSameTime() async throws {
    try await Self.run(Self.patientServer()) { port in
      try await withThrowingTaskGroup(of: HTTPStatusCode.self) { group in
        for attack in UntrustedTexts.attacks {
          group.addTask { try await Self.ask(attack, port).status }
          group.addTask { try await Self.ask("title ENDSWITH 'z1'", port).status }
        }
        var answers = 0
        for try await status in group {
          #expect(status == .ok || status == .badRequest)
          answers += 1
        }
        #expect(answers == 2 * UntrustedTexts.attacks.count)
      }
    }
  }

  /// Without any time, each request ends with the timeout error: no text escapes the deadline.
  @Test func noAttackEscapesTheDeadline() async throws {
    try await Self.run(NoteServer(notes: Self.notes(), time: .zero)) { port in
      for attack in UntrustedTexts.attacks {
        let (status, answer) = try await Self.ask(attack, port)
        #expect(status == .serviceUnavailable && answer.code == "timed-out", "\(attack.prefix(80))")
      }
    }
  }

  /// With a small work limit, the statement itself is ended.
  @Test func workIsCounted() async throws {
    var server = try await Self.patientServer()
    server.policy.work = 500
    try await Self.run(server) { port in
      let (status, answer) = try await Self.ask("length(title) * length(title) < 0", port)
      #expect(status == .badRequest && answer.code == "policy-work")
    }
  }

  @Test func bodiesThatAreNoQuestions() async throws {
    try await Self.run(Self.patientServer()) { port in
      let long = Data(String(repeating: "a", count: NoteServer.mostBytes * 3).utf8)
      for body in [Data(), Data([0xFF, 0, 0x80]), Data("{}".utf8), Data("[[[[".utf8), long] {
        let (status, answer) = try await Self.send(body, port)
        #expect(status == .badRequest && answer.code == "request")
      }
    }
  }
}
