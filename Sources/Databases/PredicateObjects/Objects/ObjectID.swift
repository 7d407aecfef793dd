import PredicateModel
import PredicateSyntax

/// The identity of an object outside of its context: its entity and its key.
///
///     let id = movie.id
///     let same = try otherContext.object(for: id)
///
/// In a table with an integer primary key, or with row numbers, the key is that integer. In a table without row numbers it is the values of
/// the primary key.
public struct ObjectID: Sendable {
  /// The row. With inheritance, the row is one of the root entity: a `Manager` is the `Employee` with its key. In a table without row numbers
  /// `key` means nothing outside of the context.
  public let reference: ObjectReference
  /// The object's own entity, as far as the id shows it.
  public let entity: String
  /// Whether the object was never saved. Saving gives it another, permanent id.
  public let isTemporary: Bool
  /// The values of a primary key that is not an integer; nil for an integer, and if the row was not read.
  let key: Values?

  /// The values of a primary key.
  struct Values: Sendable {
    let values: [StoredValue]
    /// Whether they name the row. Otherwise its number does.
    let areIdentity: Bool
  }

  /// The id of a row of the database.
  public init(_ reference: ObjectReference) {
    self.init(reference, isTemporary: false, entity: reference.entity, key: nil)
  }

  init(_ reference: ObjectReference, isTemporary: Bool, entity: String, key: Values?) {
    self.reference = reference
    self.isTemporary = isTemporary
    self.entity = entity
    self.key = key
  }

  /// The key that names the row in a table without row numbers.
  var identity: [StoredValue]? { key.flatMap { $0.areIdentity ? $0.values : nil } }
}

extension ObjectID: Hashable {
  /// Whether both name the same row, even with different ``entity``.
  ///
  /// In a table without row numbers an id with the values of the key differs from one with a number, which means nothing outside of the context.
  public static func == (left: ObjectID, right: ObjectID) -> Bool {
    guard left.isTemporary == right.isTemporary, left.identity == right.identity else { return false }
    return left.identity == nil ? left.reference == right.reference : left.reference.entity == right.reference.entity
  }

  /// Hashes the row.
  public func hash(into hasher: inout Hasher) {
    if let identity { hasher.combine(identity) } else { hasher.combine(reference) }
    hasher.combine(isTemporary)
  }
}

extension ObjectID: CustomStringConvertible {
  /// `Movie/3`, `Customer/ALFKI`, `OrderLine/10248, 11`; of an object that was never saved `new Movie`.
  public var description: String {
    if isTemporary { return "new \(entity)" }
    return "\(entity)/\(key?.values.map(\.keyText).joined(separator: ", ") ?? "\(reference.key)")"
  }
}

extension StoredValue {
  /// The value in a key that people read.
  fileprivate var keyText: String {
    switch self {
    case .null: "nil"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .blob(let bytes): "0x" + bytes.map { byte in ["", "0"][byte < 16 ? 1 : 0] + String(byte, radix: 16) }.joined()
    }
  }
}
