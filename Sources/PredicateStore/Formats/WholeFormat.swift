import PredicateSQLite

/// A form of files that are written as a whole.
enum WholeFormat: Sendable {
  case json
  case xml
  case binary

  /// The kind of store that has the form.
  private var kind: StoreKind {
    switch self {
    case .json: .json
    case .xml: .xml
    case .binary: .binary
    }
  }

  /// A file with some contents.
  func bytes(of contents: StoreContents) throws -> [UInt8] {
    let root = try contents.root(self)
    return switch self {
    case .json: JSONStoreFormat.bytes(of: root)
    case .xml: XMLStoreFormat.bytes(of: root)
    case .binary: BinaryStoreFormat.bytes(of: root)
    }
  }

  /// The contents of a file.
  ///
  /// - Throws: `DatabaseIssue`: `notADatabase` where the file is of another kind, `damaged` with the place.
  func contents(of bytes: [UInt8], path: String) throws(DatabaseIssue) -> StoreContents {
    if let found = StoreKind.found(in: bytes), found != kind {
      throw DatabaseIssue(.notADatabase, "“\(path)” is not \(kind.words): it is \(found.words)")
    }
    do throws(StoreFileDamage) {
      return switch self {
      case .json: try StoreContents(JSONStoreFormat.root(of: bytes))
      case .xml: try StoreContents(XMLStoreFormat.root(of: bytes))
      case .binary: try StoreContents(BinaryStoreFormat.root(of: bytes))
      }
    } catch {
      throw DatabaseIssue(error, path: path)
    }
  }
}

extension DatabaseIssue {
  /// A file that is written as a whole is damaged.
  init(_ damage: StoreFileDamage, path: String) {
    self.init(.damaged, "“\(path)” is damaged at \(damage.place): \(damage.message)")
  }
}
