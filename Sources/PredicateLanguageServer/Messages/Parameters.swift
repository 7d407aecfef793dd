/// The parameters of the methods that the server has. What it does not use is not read.
enum Parameters {
  struct Initialize: Decodable {
    struct Capabilities: Decodable {
      struct General: Decodable {
        let positionEncodings: [String]?
      }

      let general: General?
    }

    let capabilities: Capabilities?
    let initializationOptions: ServerSettings?
  }

  struct Configuration: Decodable {
    struct Settings: Decodable {
      let predicate: ServerSettings?
    }

    let settings: Settings?
  }

  /// A document as it is named.
  struct Document: Decodable {
    let uri: String
    let version: Int?
  }

  struct Open: Decodable {
    struct Item: Decodable {
      let uri: String
      let languageId: String
      let version: Int?
      let text: String
    }

    let textDocument: Item
  }

  struct Change: Decodable {
    /// A new text for a part of a document, or for all of it.
    struct Edit: Decodable {
      let range: DocumentRange?
      let text: String
    }

    let textDocument: Document
    let contentChanges: [Edit]
  }

  /// A question about a document.
  struct OfDocument: Decodable {
    let textDocument: Document
  }

  /// A question about a place.
  struct OfPlace: Decodable {
    let textDocument: Document
    let position: DocumentPosition
  }

  /// A question about a part.
  struct OfRange: Decodable {
    let textDocument: Document
    let range: DocumentRange
  }
}
