import PredicateSyntax

/// The server's capabilities.
struct InitializeResult: Encodable {
  struct Capabilities: Encodable {
    struct Synchronization: Encodable {
      let openClose = true
      /// Changes are sent as edited ranges.
      let change = 2
    }

    struct Completion: Encodable {
      let triggerCharacters = [".", "@", "(", "$", "[", "{", "\"", "'", " "]
    }

    struct CodeActions: Encodable {
      let codeActionKinds = ["quickfix"]
    }

    let positionEncoding: PositionEncoding
    let textDocumentSync = Synchronization()
    let completionProvider = Completion()
    let hoverProvider = true
    let documentFormattingProvider = true
    let codeActionProvider = CodeActions()
  }

  struct Server: Encodable {
    let name = "predicate"
    let version: String
  }

  let capabilities: Capabilities
  let serverInfo: Server
}

/// The answer to `textDocument/completion`.
struct CompletionList: Encodable {
  let isIncomplete = false
  let items: [CompletionItem]
}

/// A proposal for completion at the cursor.
struct CompletionItem: Encodable {
  /// The text that the list of proposals shows.
  let label: String
  /// The protocol's number for the kind: function 3, field 5, variable 6, value 12, word 14, operator 24.
  let kind: Int
  /// The type, in a few words.
  let detail: String?
  /// The meaning, in a sentence.
  let documentation: String?
  /// A text by which the editor sorts, so that it keeps the order of the server.
  let sortText: String
  /// The text that the editor compares with the typed text.
  let filterText: String
  let textEdit: DocumentEdit
}

/// The answer to `textDocument/hover`.
struct Hover: Encodable {
  struct Contents: Encodable {
    let kind = "plaintext"
    let value: String
  }

  let contents: Contents
  let range: DocumentRange
}

/// An edit that fixes the problem of a diagnostic.
struct CodeAction: Encodable {
  struct WorkspaceEdit: Encodable {
    let changes: [String: [DocumentEdit]]
  }

  let title: String
  let kind = "quickfix"
  let diagnostics: [Diagnostic]
  let edit: WorkspaceEdit
}

/// The parameters of `textDocument/publishDiagnostics`.
struct PublishedDiagnostics: Encodable {
  let uri: String
  let version: Int?
  let diagnostics: [Diagnostic]
}

/// An error or a note with its range.
struct Diagnostic: Encodable, Hashable {
  let range: DocumentRange
  /// The protocol's number: 1 for an error, 2 for a warning.
  let severity: Int
  let code: String
  let source: String
  let message: String

  init(_ issue: PredicateIssue, at range: DocumentRange, profile: String) {
    self.range = range
    severity = issue.severity == .error ? 1 : 2
    code = issue.code
    source = "predicate \(profile)"
    message = issue.hint.map { "\(issue.message)\n\($0)" } ?? issue.message
  }
}

/// The parameters of `window/logMessage`.
struct LoggedMessage: Encodable {
  /// The protocol's number for an error.
  let type = 1
  let message: String
}
