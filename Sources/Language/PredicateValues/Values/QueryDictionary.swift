/// Names and values in their given order. Names are compared by scalars. If a name occurs twice, it has the last value.
///
/// Dictionaries with the same names in the same order share the names. Examples are records of JSON, or of one literal. Each dictionary then takes no
/// more memory than its values, and a predicate over many of them looks a name up once.
///
/// ```swift
/// let film = QueryDictionary([("title", .string("Alien")), ("year", .integer(1979))])
/// film["year"]   // .integer(1979)
/// film["genre"]  // nil
/// ```
public struct QueryDictionary: Sendable {
  /// The names and their positions, which dictionaries with the same names share.
  package let sharedKeys: DictionaryKeys
  /// The values, one per name.
  public let values: [QueryValue]

  /// The distinct names, in order.
  public var keys: [String] { sharedKeys.names }

  /// A dictionary from pairs.
  public init(_ pairs: some Sequence<(String, QueryValue)> = []) {
    var names: [String] = []
    var values: [QueryValue] = []
    names.reserveCapacity(pairs.underestimatedCount)
    values.reserveCapacity(pairs.underestimatedCount)
    for (name, value) in pairs {
      names.append(name)
      values.append(value)
    }
    self.init(names: names, values: values)
  }

  /// A dictionary from names and the same number of values.
  package init(names: [String], values: [QueryValue]) {
    if let keys = DictionaryKeysCache.keys(of: names) {
      self.init(keys, values)
      return
    }
    // A name occurred twice.
    var distinct = DistinctNames()
    var last: [QueryValue] = []
    for (name, value) in zip(names, values) {
      let position = distinct.position(adding: name)
      if position < last.count { last[position] = value } else { last.append(value) }
    }
    self.init(DictionaryKeys(distinct.names), last)
  }

  private init(_ keys: DictionaryKeys, _ values: [QueryValue]) {
    sharedKeys = keys
    self.values = values
  }

  /// The value that a name has; nil if there is none. Constant time.
  public subscript(key: String) -> QueryValue? {
    sharedKeys.position(of: key).map { values[$0] }
  }

  /// The number of names.
  public var count: Int { values.count }
}

/// Collects distinct names and their positions.
private struct DistinctNames {
  var names: [String] = []
  private var positions: [ScalarString: Int] = [:]

  /// The position of a name. A new name is appended.
  mutating func position(adding name: String) -> Int {
    let key = ScalarString(name)
    if let position = positions[key] { return position }
    positions[key] = names.count
    names.append(name)
    return names.count - 1
  }
}
