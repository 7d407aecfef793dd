import FlyingFox
import Foundation
import PredicateObjects

final class Note: StoredObject {
  @Stored var title: String
  @Stored var secret: String
}

/// A server of an application that filters notes by conditions from the network: `{"condition": "title BEGINSWITH 'M'", "order": "title desc"}`.
struct NoteServer: HTTPHandler {
  struct Question: Codable {
    var condition: String
    var order: String?
  }

  struct Answer: Codable, Equatable {
    var titles: [String] = []
    var code: String?
    var message: String?
  }

  static let mostBytes = 200_000

  let notes: ObjectActor
  /// The properties that a condition may read, and the work limit of one request.
  var policy = QueryPolicy(work: 1_000_000).allowing(.only("title"), ofEntity: "Note")
  /// The time limit of one request, which includes waiting for others.
  var time = Duration.seconds(5)

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var body = Data()
    for try await part in request.bodySequence where body.count <= Self.mostBytes { body += part }
    guard body.count <= Self.mostBytes, let question = try? JSONDecoder().decode(Question.self, from: body) else {
      return try response(.badRequest, Answer(code: "request", message: "The body is no question, or too long."))
    }
    do {
      let titles = try await notes.perform(within: time) { context in
        try context.fetch(Note.self, text: question.condition, order: question.order, policy: policy, limit: 50).map(
          \.title)
      }
      return try response(.ok, Answer(titles: titles))
    } catch let issue as PredicateIssue {
      return try response(.badRequest, Answer(code: issue.code, message: issue.localizedDescription))
    } catch let issue as DatabaseIssue where issue.kind == .timedOut {
      return try response(.serviceUnavailable, Answer(code: issue.code, message: issue.localizedDescription))
    }
  }

  private func response(_ status: HTTPStatusCode, _ answer: Answer) throws -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "application/json"], body: try JSONEncoder().encode(answer))
  }
}
