import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateModel
import PredicateValues

/// Answers the messages of an editor in the language server protocol: errors and notes, proposals, descriptions of words, edits that fix errors, and
/// formatting.
///
/// It reads the documents that the editor sends, the profiles that the settings name, and the configuration file `.predicate.yml` of the open folder.
///
/// ```swift
/// var server = LanguageServer(settings: ServerSettings(profile: "munki"), version: "1.0")
/// for message in server.answers(to: bytes) { send(message) }
/// ```
public struct LanguageServer {
  /// The state of a session.
  private enum Phase {
    case new
    case running
    case shutDown
  }

  /// The exit status of the process after the client sent `exit`: 0 after `shutdown`, otherwise 1.
  public private(set) var exitStatus: Int32?

  private var phase = Phase.new
  private var profiles: ServerProfiles
  private var folder = FolderConfiguration.none
  private let read: @Sendable (String) -> [UInt8]?
  private let version: String
  private var encoding = PositionEncoding.utf16
  private var documents: [String: OpenDocument] = [:]
  private var outgoing: [[UInt8]] = []

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - settings: The settings that the client may override.
  ///   - version: The version of the program, for the client.
  ///   - profile: Reads a profile by the name in the settings.
  ///   - read: Reads the file at a path; nil if there is none.
  public init(
    settings: ServerSettings, version: String,
    profile: @escaping @Sendable (String) throws(ProfileIssue) -> UseProfile = {
      (name) throws(ProfileIssue) in try UseProfile.named(name)
    },
    read: @escaping @Sendable (String) -> [UInt8]? = { FileManager.default.contents(atPath: $0).map(Array.init) }
  ) {
    self.read = read
    profiles = ServerProfiles(settings, named: profile)
    self.version = version
  }

  /// The messages to send after a message of the client, in order: the answer to a request, and the errors and notes of changed documents. Every
  /// request gets an answer, which may be an error. If a notification cannot be read, the editor's log gets a message.
  public mutating func answers(to message: some Sequence<UInt8>) -> [[UInt8]] {
    outgoing = []
    let data = Data(LoneSurrogates.replaced(in: message))
    let head: MessageHead
    do {
      head = try JSONDecoder().decode(MessageHead.self, from: data)
    } catch {
      let failure = ResponseError.parse("expected a message of JSON-RPC: \(error.words)")
      send(Response(id: nil, part: .error, content: failure))
      return outgoing
    }
    // A message without a method is an answer. It is ignored, because the server sends no requests.
    guard let method = head.method else { return outgoing }
    do {
      if let id = head.id {
        try answer(method, id, data)
      } else {
        try take(method, data)
      }
    } catch {
      let failure = error as? ResponseError ?? .invalidParameters(error.words)
      if let id = head.id {
        send(Response(id: id, part: .error, content: failure))
      } else {
        // The failure is logged although no answer is expected: from now on, the editor's text and the server's may differ.
        let message = LoggedMessage(message: "\(method) was not understood: \(failure.message)")
        send(Notification(method: "window/logMessage", params: message))
      }
    }
    return outgoing
  }

  private mutating func send(_ message: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      outgoing.append(Array(try encoder.encode(message)))
    } catch {
      outgoing.append(
        Array(#"{"error":{"code":-32603,"message":"the answer is not JSON"},"id":null,"jsonrpc":"2.0"}"#.utf8))
    }
  }

  // MARK: Requests

  private mutating func answer(_ method: String, _ id: MessageID, _ data: Data) throws {
    if method == "initialize" { return try initialize(id, data) }
    switch phase {
    case .new: throw ResponseError.notInitialized
    case .shutDown: throw ResponseError.invalidRequest("expected exit after shutdown, found \(method)")
    case .running: break
    }
    switch method {
    case "shutdown":
      phase = .shutDown
      send(Response<String>(id: id, part: .result, content: nil))
    case "textDocument/completion":
      let place = try place(data)
      send(Response(id: id, part: .result, content: place.flatMap { $0.checked.completions(at: $0.offset) }))
    case "textDocument/hover":
      let place = try place(data)
      send(Response(id: id, part: .result, content: place.flatMap { $0.checked.hover(at: $0.offset) }))
    case "textDocument/codeAction":
      let asked = try parameters(Parameters.OfRange.self, data)
      let checked = try checked(asked.textDocument)
      let actions = checked.map { $0.actions(in: $0.document.text.offsets(asked.range)) } ?? []
      send(Response(id: id, part: .result, content: actions))
    case "textDocument/formatting":
      let asked = try parameters(Parameters.OfDocument.self, data)
      send(Response(id: id, part: .result, content: try checked(asked.textDocument)?.formatting ?? []))
    default: throw ResponseError.unknownMethod(method)
    }
  }

  private mutating func initialize(_ id: MessageID, _ data: Data) throws {
    guard case .new = phase else { throw ResponseError.invalidRequest("expected one initialize") }
    let asked = try parameters(Parameters.Initialize.self, data)
    encoding = PositionEncoding(offered: asked.capabilities?.general?.positionEncodings)
    use(asked.initializationOptions)
    if let uri = asked.rootUri, uri.hasPrefix("file://") {
      let path = OpenDocument.path(uri)
      folder = FolderConfiguration(
        folder: path.hasSuffix("/") ? String(path.dropLast()) : path, configuration: CheckConfiguration())
      _ = configure(read(folder.path))
      let paths = FolderConfiguration.modelPaths(in: folder.folder)
      folder.models = CheckoutFiles({ paths }, read: read).modelNames()
    }
    phase = .running
    let result = InitializeResult(
      capabilities: .init(positionEncoding: encoding), serverInfo: .init(version: version))
    send(Response(id: id, part: .result, content: result))
  }

  private func parameters<Value: Decodable>(_: Value.Type, _ data: Data) throws -> Value {
    try JSONDecoder().decode(Request<Value>.self, from: data).params
  }

  /// The predicates of the document that a request names, and the byte offset of the request's position.
  private mutating func place(_ data: Data) throws -> (checked: CheckedDocument, offset: Int)? {
    let asked = try parameters(Parameters.OfPlace.self, data)
    return try checked(asked.textDocument).map { ($0, $0.document.text.offset(asked.position)) }
  }

  /// The predicates of a document. Nil if it has none, or cannot be read in its current state.
  private mutating func checked(_ named: Parameters.Document) throws -> CheckedDocument? {
    guard let document = documents[named.uri] else {
      throw ResponseError.invalidParameters("the document \(named.uri) is not open")
    }
    let profile = try profile(of: document)
    return try? CheckedDocument(document, profile, at: profiles.settings.at ?? [], folder, whileTyping: true)
  }

  private mutating func profile(of document: OpenDocument) throws -> UseProfile {
    do throws(ProfileIssue) {
      return try profiles.profile(of: document, folder)
    } catch {
      throw ResponseError.invalidParameters("\(error)")
    }
  }

  // MARK: Notifications

  private mutating func take(_ method: String, _ data: Data) throws {
    if method == "exit" {
      exitStatus = if case .shutDown = phase { 0 } else { 1 }
      return
    }
    guard case .running = phase else { return }
    switch method {
    case "textDocument/didOpen":
      let item = try parameters(Parameters.Open.self, data).textDocument
      documents[item.uri] = OpenDocument(
        uri: item.uri, language: item.languageId, version: item.version, text: DocumentText(item.text, encoding))
      try show(item.uri)
    case "textDocument/didChange":
      let change = try parameters(Parameters.Change.self, data)
      for edit in change.contentChanges {
        documents[change.textDocument.uri]?.text.replace(edit.range, with: edit.text)
      }
      documents[change.textDocument.uri]?.version = change.textDocument.version
      try show(change.textDocument.uri)
    case "textDocument/didClose":
      let uri = try parameters(Parameters.OfDocument.self, data).textDocument.uri
      documents[uri] = nil
      publish([], of: uri, version: nil)
      if OpenDocument.path(uri) == folder.path { try reconfigure(read(folder.path)) }
    case "workspace/didChangeWatchedFiles": try reconfigure(read(folder.path))
    case "workspace/didChangeConfiguration":
      use(try parameters(Parameters.Configuration.self, data).settings?.predicate)
      for uri in documents.keys.sorted() { try publish(uri) }
    default: break
    }
  }

  /// Applies settings of the client. Settings that the client does not send stay the same.
  private mutating func use(_ settings: ServerSettings?) {
    profiles = ServerProfiles(profiles.settings.overridden(by: settings), named: profiles.named)
  }

  /// Applies the configuration of the folder. If it cannot be read, the current one stays, and the issue is returned.
  private mutating func configure(_ bytes: [UInt8]?) -> DocumentIssue? {
    do throws(DocumentIssue) {
      folder.configuration =
        try bytes.map { (bytes) throws(DocumentIssue) in try CheckConfiguration(bytes) }
        ?? CheckConfiguration()
      profiles = ServerProfiles(profiles.settings, named: profiles.named)
      return nil
    } catch {
      return error
    }
  }

  private mutating func reconfigure(_ bytes: [UInt8]?) throws {
    guard !folder.folder.isEmpty, configure(bytes) == nil else { return }
    for uri in documents.keys.sorted() where OpenDocument.path(uri) != folder.path { try publish(uri) }
  }

  /// Sends the errors and notes of a changed document. If it is the folder's configuration, also those of all other documents, which depend on it.
  private mutating func show(_ uri: String) throws {
    guard !folder.folder.isEmpty, OpenDocument.path(uri) == folder.path, let document = documents[uri] else {
      return try publish(uri)
    }
    let former = folder.configuration
    let issue = configure(document.text.bytes)
    let found = issue.map { issue in
      let place = document.text.range(issue.offset..<issue.offset)
      return [Diagnostic(.unreadable(issue), at: place, profile: "")]
    }
    publish(found ?? [], of: uri, version: document.version)
    if folder.configuration != former { try reconfigure(document.text.bytes) }
  }

  /// Sends the errors and notes of a document. A document that cannot be checked gets one error.
  private mutating func publish(_ uri: String) throws {
    guard let document = documents[uri] else { return }
    let found: [Diagnostic]
    do throws(ProfileIssue) {
      let profile = try profiles.profile(of: document, folder)
      found = Self.diagnostics(of: document, profile, at: profiles.settings.at ?? [], folder)
    } catch {
      let issue = PredicateIssue.error("unknown-profile", nil, "\(error)", kind: .unsupported)
      found = [Diagnostic(issue, at: document.text.range(0..<0), profile: profiles.settings.profile ?? "")]
    }
    publish(found, of: uri, version: document.version)
  }

  private static func diagnostics(
    of document: OpenDocument, _ profile: UseProfile, at places: [String], _ folder: FolderConfiguration
  ) -> [Diagnostic] {
    do throws(DocumentIssue) {
      return try CheckedDocument(document, profile, at: places, folder)?.diagnostics ?? []
    } catch {
      let place = document.text.range(error.offset..<error.offset)
      return [Diagnostic(.unreadable(error), at: place, profile: profile.name)]
    }
  }

  private mutating func publish(_ diagnostics: [Diagnostic], of uri: String, version: Int?) {
    send(
      Notification(
        method: "textDocument/publishDiagnostics",
        params: PublishedDiagnostics(uri: uri, version: version, diagnostics: diagnostics)))
  }
}

extension Error {
  /// The reason why JSON cannot be decoded, without names of Swift types.
  fileprivate var words: String {
    guard let error = self as? DecodingError else { return "\(self)" }
    return error.modelMessage
  }
}

/// Finds the profile of each document, by the settings.
struct ServerProfiles {
  let settings: ServerSettings
  /// Reads a profile by its name.
  let named: @Sendable (String) throws(ProfileIssue) -> UseProfile
  private var known: [String: UseProfile] = [:]
  /// The check that shows which profile a document belongs to.
  private var checkout: CheckoutCheck?

  init(_ settings: ServerSettings, named: @escaping @Sendable (String) throws(ProfileIssue) -> UseProfile) {
    self.settings = settings
    self.named = named
  }

  /// The profile of a document: the settings' profile for its path, otherwise that of the folder's configuration, otherwise that of all other files.
  ///
  /// - Throws: ``ProfileIssue`` if the settings name a profile that does not exist.
  mutating func profile(of document: OpenDocument, _ folder: FolderConfiguration) throws(ProfileIssue) -> UseProfile {
    let path = document.path
    let own = settings.profiles?.sorted { $0.key < $1.key }.first { pattern, _ in
      LikePattern(pattern, options: []).matches(path) || LikePattern("*/" + pattern, options: []).matches(path)
    }
    var name = own?.value ?? folder.profile(of: path) ?? settings.profile ?? "foundation"
    if name == "auto" { name = try likelyProfile(of: document, folder) }
    if let profile = known[name] { return profile }
    var profile = folder.configuration.adapted(try named(name))
    profile = folder.models?.added(to: profile) ?? profile
    known[name] = profile
    return profile
  }

  /// The profile that most predicates of a document belong to.
  private mutating func likelyProfile(
    of document: OpenDocument, _ folder: FolderConfiguration
  ) throws(ProfileIssue) -> String {
    let check: CheckoutCheck
    if let checkout { check = checkout } else { check = try CheckoutCheck(adapted: folder.configuration.adapted) }
    checkout = check
    let found = check.result(of: document.text.bytes, named: document.path).profiles
    return found.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "foundation"
  }
}
