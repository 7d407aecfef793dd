/// An object as an argument, as in `lentToFriend == %@`. The object is a row of a database, identified by its entity and its integer key, or an
/// instance of a class. A reference to an instance keeps the instance alive.
///
/// ```swift
/// let anna = ObjectReference(entity: "Friend", key: 3)
/// anna.description == "Friend/3"                      // true
/// try QueryPredicate("lentToFriend == \(anna)")
/// ```
public struct ObjectReference: Sendable, Hashable {
  /// The name of the entity, or a name of the instance's class.
  public let entity: String
  /// The primary key of a row. For an instance, its address, which has no meaning in another process.
  public let key: Int64
  /// Keeps an instance alive, so that no other instance can have its address; nil for a row.
  private let instance: KeptInstance?

  /// A reference to a row.
  public init(entity: String, key: Int64) {
    self.init(entity: entity, key: key, instance: nil)
  }

  /// A reference to an instance of a class, which it keeps alive.
  package init(entity: String, address: Int64, keeping instance: AnyObject) {
    self.init(entity: entity, key: address, instance: KeptInstance(instance))
  }

  /// A reference to an instance of a class that the caller keeps alive.
  package init(entity: String, address: Int64) {
    self.init(entity: entity, key: address, instance: .borrowed)
  }

  private init(entity: String, key: Int64, instance: KeptInstance?) {
    self.entity = entity
    self.key = key
    self.instance = instance
  }

  /// The same row under the name of another entity that it belongs to.
  package func named(_ entity: String) -> ObjectReference {
    ObjectReference(entity: entity, key: key, instance: instance)
  }

  /// Whether the reference is to an instance in memory, not to a row.
  package var isOfInstance: Bool { instance != nil }

  /// Reads `Friend/3`; nil for other texts.
  public init?(_ text: String) {
    // The text is split by scalars, because a slash may be a part of a larger `Character`.
    let scalars = text.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/"), let key = Int64(String(scalars[scalars.index(after: slash)...]))
    else { return nil }
    self.init(entity: String(scalars[..<slash]), key: key)
  }

  /// Whether both name the same row or the same instance.
  ///
  /// Entity names of rows are compared by scalars. Instances are compared by nothing but their address, since an instance may have the names of
  /// several classes.
  public static func == (left: ObjectReference, right: ObjectReference) -> Bool {
    left.key == right.key && left.isOfInstance == right.isOfInstance
      && (left.isOfInstance || left.entity.hasSameScalars(as: right.entity))
  }

  /// Hashes the key, and for a row the bytes of its entity name.
  public func hash(into hasher: inout Hasher) {
    if !isOfInstance { entity.hashScalars(into: &hasher) }
    hasher.combine(key)
  }
}

extension ObjectReference: CustomStringConvertible {
  /// `Friend/3`.
  public var description: String { "\(entity)/\(key)" }
}

/// Keeps an instance of a class alive. Any thread may use it, because no code reads the instance through it: only the address is used.
final class KeptInstance: @unchecked Sendable {
  /// Represents an instance that the caller keeps alive.
  static let borrowed = KeptInstance(nil)

  private let instance: AnyObject?

  init(_ instance: AnyObject?) { self.instance = instance }
}
