import PredicateModel
import PredicateSyntax

/// The identity of an object outside of its context: its entity and its key.
///
///     let id = movie.id
///     let same = try otherContext.object(for: id)
///
/// If the table has an integer primary key or row numbers, the key is that integer. Otherwise it is the values of the primary key.
public struct ObjectID: Sendable {
  /// The reference to the row. With inheritance, it names the root entity: a `Manager` is the `Employee` with the same key. In a table without row
  /// numbers, the integer of the reference means nothing outside of the context.
  public let reference: ObjectReference
  /// The object's own entity, if the id was made from an object. For an id made from a reference, the entity of the reference.
  public let entity: String
  /// Whether the object was never saved. Saving gives it a permanent id.
  public let isTemporary: Bool
  /// The values of a primary key that is not an integer. Nil for an integer key, and if the row was not read.
  let key: Values?

  /// The values of a primary key.
  struct Values: Sendable {
    let values: [StoredValue]
    /// Whether the values identify the row. If not, the number of the row does.
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

  /// The key values that identify the row in a table without row numbers; nil for other tables.
  var identity: [StoredValue]? { key.flatMap { $0.areIdentity ? $0.values : nil } }
}

extension ObjectID {
  /// The values of a primary key that is not an integer, as statements write them: `"ALFKI"`; `10248` and `11`. Nil for an integer key, and for bytes.
  package var keyLiterals: [String]? {
    guard let key else { return nil }
    let literals = key.values.compactMap { value -> String? in
      switch value {
      case .integer(let number): "\(number)"
      case .text(let text): QueryExpression.literal(.string(text)).exactFormat
      case .null, .real, .blob: nil
      }
    }
    return literals.count == key.values.count ? literals : nil
  }
}

extension ObjectID: Hashable {
  /// Whether both ids identify the same row, even if ``entity`` differs.
  ///
  /// In a table without row numbers, an id with key values differs from an id with a number, because the number is valid only in the context.
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
  /// The object as the language writes it: `Movie[3]`, `Customer["ALFKI"]`, `OrderLine[10248, 11]`. For an object that was never saved: `new Movie`.
  public var description: String {
    if isTemporary { return "new \(entity)" }
    return ObjectReference.label(entity, key?.values.map(\.keyText) ?? ["\(reference.key)"])
  }
}

extension StoredValue {
  /// The value in the form in which messages show a part of a key.
  fileprivate var keyText: String {
    switch self {
    case .null: "nil"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): QueryExpression.literal(.string(value)).exactFormat
    case .blob(let bytes): "0x" + bytes.map { byte in ["", "0"][byte < 16 ? 1 : 0] + String(byte, radix: 16) }.joined()
    }
  }
}
