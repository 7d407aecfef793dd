extension QueryArgument {
  /// The argument for a value. Nil for an object without a key, and for a collection that contains such an object. Such a value cannot be written in
  /// a format, but can be the value of a variable.
  ///
  /// ```swift
  /// if let argument = QueryArgument(.array([1990, 1999])) {
  ///   try QueryPredicate(format: "year IN %@", arguments: [argument])
  /// }
  /// ```
  public init?(_ value: QueryValue) {
    switch value {
    case .null: self = .literal(.null)
    case .boolean(let value): self = .literal(.boolean(value))
    case .integer(let value): self = .literal(.integer(value))
    case .double(let value): self = .literal(.double(value))
    case .decimal(let value): self = .literal(.decimal(value))
    case .string(let value): self = .literal(.string(value))
    case .date(let value): self = .literal(.date(value))
    case .data(let value): self = .literal(.data(value))
    case .uuid(let value): self = .literal(.uuid(value))
    case .url(let value): self = .literal(.url(value))
    case .reference(let reference): self = .literal(.object(reference))
    case .array(let elements):
      guard let elements = Self.arguments(elements) else { return nil }
      self = .array(elements)
    case .set(let elements):
      guard let elements = Self.arguments(elements) else { return nil }
      self = .set(elements)
    case .dictionary(let dictionary):
      guard let values = Self.arguments(dictionary.values) else { return nil }
      self = .dictionary(zip(dictionary.keys, values).map { (key: $0, value: $1) })
    case .object(let object):
      guard let reference = object.reference else { return nil }
      self = .literal(.object(reference))
    }
  }

  /// The argument for a value. For an object without a key, it is an argument that every format refuses.
  fileprivate init(known value: QueryValue) {
    self = QueryArgument(value) ?? .unrepresentable("an object with properties")
  }

  private static func arguments(_ values: [QueryValue]) -> [QueryArgument]? {
    let arguments = values.compactMap { QueryArgument($0) }
    return arguments.count == values.count ? arguments : nil
  }
}

extension QueryValue: QueryArgumentConvertible {
  /// The value. An object without a key can only be the value of a variable.
  public var queryArgument: QueryArgument { QueryArgument(known: self) }
}

extension QueryDictionary: QueryArgumentConvertible {
  /// A dictionary.
  public var queryArgument: QueryArgument { QueryArgument(known: .dictionary(self)) }
}
