/// What the server offers.
struct InitializeResult: Encodable {
  struct Capabilities: Encodable {
    struct Synchronization: Encodable {
      let openClose = true
      /// Changes come as parts.
      let change = 2

      private enum CodingKeys: String, CodingKey {
        case openClose, change
      }
    }

    struct Completion: Encodable {
      let triggerCharacters = [".", "@", "(", "$", "[", "{", "\"", "'", " "]

      private enum CodingKeys: String, CodingKey {
        case triggerCharacters
      }
    }

    struct CodeActions: Encodable {
      let codeActionKinds = ["quickfix"]

      private enum CodingKeys: String, CodingKey {
        case codeActionKinds
      }
    }

    let positionEncoding: PositionEncoding
    let textDocumentSync = Synchronization()
    let completionProvider = Completion()
    let hoverProvider = true
    let documentFormattingProvider = true
    let codeActionProvider = CodeActions()

    private enum CodingKeys: String, CodingKey {
      case positionEncoding, textDocumentSync, completionProvider, hoverProvider, documentFormattingProvider
      case codeActionProvider
    }
  }

  struct Server: Encodable {
    let name = "predicate"
    let version: String

    private enum CodingKeys: String, CodingKey {
      case name, version
    }
  }

  let capabilities: Capabilities
  let serverInfo: Server
}
