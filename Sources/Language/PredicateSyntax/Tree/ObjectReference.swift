/// An object as an argument, `lentToFriend == %@`: a row of a database, named by its entity and its integer key, or an instance of a class,
/// which the reference keeps alive.
///
/// ```swift
/// let anna = ObjectReference(entity: "Friend", key: 3)
/// anna.description == "Friend/3"                      // true
/// try QueryPredicate("lentToFriend == \(anna)")
/// ```
public struct ObjectReference: Sendable, Hashable {
  /// The entity's name; of an instance that of a class that it is an instance of.
  public let entity: String
  /// The primary key; of an instance its address, which means nothing to another process.
  public let key: Int64
  /// Keeps an instance alive, so that no other one can have its address; nil for a row.
  private let instance: KeptInstance?

  /// A reference to a row.
  public init(entity: String, key: Int64) {
    self.init(entity: entity, key: key, instance: nil)
  }

  /// A reference to an instance of a class, which it keeps alive.
  package init(entity: String, address: Int64, keeping instance: AnyObject) {
    self.init(entity: entity, key: address, instance: KeptInstance(instance))
  }

  /// A reference to an instance of a class, which something else keeps alive.
  package init(entity: String, address: Int64) {
    self.init(entity: entity, key: address, instance: .borrowed)
  }

  private init(entity: String, key: Int64, instance: KeptInstance?) {
    self.entity = entity
    self.key = key
    self.instance = instance
  }

  /// The same row under the name of another entity: of one that it also belongs to.
  package func named(_ entity: String) -> ObjectReference {
    ObjectReference(entity: entity, key: key, instance: instance)
  }

  /// Whether it names an instance in memory, and not a row.
  package var isOfInstance: Bool { instance != nil }

  /// Reads `Friend/3`; nil for anything else.
  public init?(_ text: String) {
    // Scalars, since a slash may belong to a larger Character.
    let scalars = text.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/"), let key = Int64(String(scalars[scalars.index(after: slash)...]))
    else { return nil }
    self.init(entity: String(scalars[..<slash]), key: key)
  }

  /// Whether both name the same row or the same instance.
  ///
  /// Names of rows are compared by scalars. An instance has an address of its own, and may go by the names of several classes.
  public static func == (left: ObjectReference, right: ObjectReference) -> Bool {
    left.key == right.key && left.isOfInstance == right.isOfInstance
      && (left.isOfInstance || left.entity.hasSameScalars(as: right.entity))
  }

  /// Hashes the name's bytes, of a row only, and the key.
  public func hash(into hasher: inout Hasher) {
    if !isOfInstance { entity.hashScalars(into: &hasher) }
    hasher.combine(key)
  }
}

extension ObjectReference: CustomStringConvertible {
  /// `Friend/3`.
  public var description: String { "\(entity)/\(key)" }
}

/// Keeps an instance of a class alive. It may go to any thread because nobody reads the instance through it: only its address counts.
final class KeptInstance: @unchecked Sendable {
  /// An instance that something else keeps alive.
  static let borrowed = KeptInstance(nil)

  private let instance: AnyObject?

  init(_ instance: AnyObject?) { self.instance = instance }
}
