/// What a stored value has to look like to mean something: memory reads values by these facts, SQL writes its tests from them, and
/// CHECK constraints prove them.
extension AttributeStorage {
  /// The storage classes of values that mean something. A value of any other class reads as nil:
  /// `AttributeStorage.real.classes` is `[.integer, .real]`.
  public var classes: [StorageClass] {
    switch self {
    case .dynamic: StorageClass.allCases
    case .booleanWords: [.integer, .real, .text]
    case .zeroOrOne, .integer, .real, .secondsSince2001, .secondsSince1970, .millisecondsSince1970, .julianDay:
      [.integer, .real]
    case .text, .decimalText, .iso8601Text, .uuidText: [.text]
    case .blob, .uuidBytes: [.blob]
    }
  }

  /// How many bytes a value has. One of any other length reads as nil. Nil where the length is free.
  public var byteCount: Int? { self == .uuidBytes ? 16 : nil }

  /// Whether a text means something only in a certain form: a date, a decimal number, a UUID, a boolean's word. Any other text reads as
  /// nil.
  public var isParsed: Bool {
    switch self {
    case .booleanWords, .decimalText, .iso8601Text, .uuidText: true
    case .dynamic, .zeroOrOne, .integer, .real, .text, .blob, .secondsSince2001, .secondsSince1970,
      .millisecondsSince1970, .julianDay, .uuidBytes:
      false
    }
  }

  /// Whether a stored value has the class and the length of this storage's values. NULL has.
  func admits(_ stored: StoredValue) -> Bool {
    guard let storageClass = stored.storageClass else { return true }
    guard classes.contains(storageClass) else { return false }
    if let byteCount, case .blob(let bytes) = stored { return bytes.count == byteCount }
    return true
  }
}

extension StoredValue {
  /// The value's class; nil for NULL.
  public var storageClass: StorageClass? {
    switch self {
    case .null: nil
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}
