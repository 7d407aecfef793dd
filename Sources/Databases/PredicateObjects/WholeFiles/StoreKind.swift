import PredicateDatabases
import PredicateSQLite

/// The format in which a store keeps its objects in a file.
///
///     let context = try ObjectContext(path: "films.json", kind: .json, classes: [Movie.self, Friend.self])
///
/// A SQLite file is changed in place, and is the right kind for many objects. The other kinds are *written as a whole*: opening reads the file into
/// memory, and each save writes all objects into a new file. This file then replaces the former file.
public enum StoreKind: String, Sendable, CaseIterable, Codable {
  /// An SQLite database.
  case sqlite
  /// A text for people and other programs.
  case json
  /// An XML property list.
  case xml
  /// A binary property list: the smallest and fastest of the kinds that are written as a whole.
  case binary

  /// Whether each save writes the whole file.
  public var isWrittenAsWhole: Bool { format != nil }

  /// The format of a file that is written as a whole; nil for an SQLite database.
  var format: WholeFormat? {
    switch self {
    case .sqlite: nil
    case .json: WholeFormat(kind: self, write: JSONStoreFormat.bytes, read: JSONStoreFormat.root)
    case .xml: WholeFormat(kind: self, write: XMLStoreFormat.bytes, read: XMLStoreFormat.root)
    case .binary: WholeFormat(kind: self, write: BinaryStoreFormat.bytes, read: BinaryStoreFormat.root)
    }
  }

  /// The name of the kind in a sentence.
  var words: String {
    switch self {
    case .sqlite: "an SQLite database"
    case .json: "a JSON text"
    case .xml: "an XML property list"
    case .binary: "a binary property list"
    }
  }

  /// The kind that the beginning of a file indicates; nil for any other beginning.
  static func found(in bytes: [UInt8]) -> StoreKind? {
    if DatabaseKind.sqlite.addresses.match(bytes: bytes) { return .sqlite }
    if bytes.starts(with: BinaryStoreFormat.magic) { return .binary }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return switch text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case UInt8(ascii: "<"): .xml
    case UInt8(ascii: "{"): .json
    default: nil
    }
  }
}

/// A file format that each save writes as a whole.
struct WholeFormat: Sendable {
  /// The kind of the stores whose files have this format.
  let kind: StoreKind
  /// Returns the bytes of a file with some contents.
  let write: @Sendable (StoreNode) -> [UInt8]
  let read: @Sendable ([UInt8]) throws(StoreFileDamage) -> StoreNode

  func bytes(of contents: StoreContents) throws -> [UInt8] { write(try contents.root(kind)) }

  /// Reads the contents of a file.
  ///
  /// - Throws: `DatabaseIssue`: `notADatabase` if the file is of another kind, `damaged` with the place of the damage.
  func contents(of bytes: [UInt8], path: String) throws(DatabaseIssue) -> StoreContents {
    if let found = StoreKind.found(in: bytes), found != kind {
      throw DatabaseIssue(.notADatabase, "“\(path)” is not \(kind.words): it is \(found.words)")
    }
    do throws(StoreFileDamage) {
      return try StoreContents(read(bytes))
    } catch {
      throw DatabaseIssue(error, path: path)
    }
  }
}

extension DatabaseIssue {
  /// The issue for a damaged file that is written as a whole.
  init(_ damage: StoreFileDamage, path: String) {
    self.init(.damaged, "“\(path)” is damaged at \(damage.place): \(damage.message)")
  }
}
