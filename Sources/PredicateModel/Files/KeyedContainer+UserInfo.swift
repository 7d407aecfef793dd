import PredicateValues

extension KeyedDecodingContainer {
  /// Reads user info, sorted by the bytes of the names; none where the key is missing.
  func decodeUserInfo(forKey key: Key) throws -> QueryDictionary {
    let info = try decodeIfPresent([String: ModelValue].self, forKey: key) ?? [:]
    let sorted = info.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return QueryDictionary(sorted.map { ($0.key, $0.value.value) })
  }
}

extension KeyedEncodingContainer {
  /// Writes user info; nothing where there is none.
  ///
  /// - Throws: `EncodingError.invalidValue` of a value that is neither a text nor a number nor a boolean.
  mutating func encode(userInfo: QueryDictionary, forKey key: Key) throws {
    guard userInfo.count > 0 else { return }
    try encode(ModelValue.dictionary(userInfo), forKey: key)
  }
}
