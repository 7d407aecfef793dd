import PredicateSyntax

/// The members of a JSON object in the order in which they stand, repeated names included.
public struct JSONObject: Sendable {
  /// A name and what stands behind its colon.
  public typealias Member = (name: String, value: JSONValue)

  /// The members in order.
  public private(set) var members: [Member]

  /// An object with some members.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of a name, compared by scalars: of two alike the last counts. Linear in the number of members.
  public subscript(name: String) -> JSONValue? {
    members.last { $0.name.hasSameScalars(as: name) }?.value
  }

  /// Puts a member behind the others.
  public mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
  }
}
