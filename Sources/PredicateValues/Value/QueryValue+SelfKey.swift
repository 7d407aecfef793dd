extension QueryValue {
  /// What the key `self` leads to: the value that a dictionary or an object has under it, else what is there already; of a collection the
  /// same of its elements, which stay as many as they are.
  package var underSelfKey: QueryValue {
    switch self {
    case .array(let elements) where elements.contains(where: \.hasSelfKey): .array(elements.map(\.ownSelf))
    case .set(let elements) where elements.contains(where: \.hasSelfKey): .set(elements.map(\.ownSelf).distinctValues())
    default: ownSelf
    }
  }

  private var ownSelf: QueryValue { keyedSelf ?? self }

  private var hasSelfKey: Bool { keyedSelf != nil }

  private var keyedSelf: QueryValue? {
    switch self {
    case .dictionary(let dictionary): dictionary[QueryKeyPath.selfKey]
    case .object(let object): object.value(forKey: QueryKeyPath.selfKey)
    default: nil
    }
  }
}
