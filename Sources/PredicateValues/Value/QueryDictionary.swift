/// Names and values in the order they were given. Names are compared by scalars; of two alike the last counts.
public struct QueryDictionary: Sendable {
  /// The names, distinct, in order.
  public private(set) var keys: [String] = []
  /// The values, one a name.
  public private(set) var values: [QueryValue] = []
  /// Positions by name; only where a scan would be slower.
  private var positions: [[UInt8]: Int] = [:]
  private static let scanLimit = 16

  /// A dictionary from pairs.
  public init(_ pairs: some Sequence<(String, QueryValue)> = []) {
    for (key, value) in pairs { set(key, value) }
  }

  private mutating func set(_ key: String, _ value: QueryValue) {
    if let position = position(of: key) {
      values[position] = value
      return
    }
    keys.append(key)
    values.append(value)
    if keys.count == Self.scanLimit {
      for (position, key) in keys.enumerated() { positions[Array(key.utf8)] = position }
    } else if keys.count > Self.scanLimit {
      positions[Array(key.utf8)] = keys.count - 1
    }
  }

  private func position(of key: String) -> Int? {
    if keys.count < Self.scanLimit { return keys.firstIndex { $0.hasSameScalars(as: key) } }
    return positions[Array(key.utf8)]
  }

  /// The value of a name; nil where there is none. Constant time.
  public subscript(key: String) -> QueryValue? {
    position(of: key).map { values[$0] }
  }

  /// How many names there are.
  public var count: Int { keys.count }
}
