import PredicateDocuments

/// The objects of a keyed archive: a binary property list written by an `NSKeyedArchiver`.
///
/// ```swift
/// var archive = try KeyedArchive(bytes)
/// let model = try archive.object(archive.root)       // its class and its fields
/// try archive.text(model?[.entityName] ?? nil)       // "Movie"
/// ```
///
/// The archive is only data: no class is looked up and no object is created. Objects may refer to one another in a circle, so each reader limits the
/// references that it follows. ``KeyedArchive/work`` limits the cost of all reads together.
package struct KeyedArchive {
  /// The keys of objects that readers of archives use.
  package enum Key: Int, CaseIterable {
    case classReference, className, keys, objects, string, time, uuidBytes, relativeURL, searchMapping, mappingKeys,
      mappingValues, entities, fetchTemplates, entityName, parent, isAbstract, properties, uniqueness, userInfo,
      propertyName, isOptional, isTransient, attributeType, defaultValue, destinationName, destination, inverseName,
      inverse, deleteRule, minimumCount, maximumCount, isOrdered, underlyingProperty
  }

  private static let keysByNames: [String: Key] = [
    "$class": .classReference, "$classname": .className, "NS.keys": .keys, "NS.objects": .objects,
    "NS.string": .string, "NS.time": .time, "NS.uuidbytes": .uuidBytes, "NS.relative": .relativeURL,
    "searchMapping": .searchMapping, "keys": .mappingKeys, "values": .mappingValues, "NSEntities": .entities,
    "NSFetchRequestTemplates": .fetchTemplates, "NSEntityName": .entityName, "NSSuperentity": .parent,
    "NSIsAbstract": .isAbstract, "NSProperties": .properties, "NSUniqueTuples": .uniqueness, "NSUserInfo": .userInfo,
    "NSPropertyName": .propertyName, "NSIsOptional": .isOptional, "NSIsTransient": .isTransient,
    "NSAttributeType": .attributeType, "NSDefaultValue": .defaultValue, "_NSDestinationEntityName": .destinationName,
    "NSDestinationEntity": .destination, "_NSInverseRelationshipName": .inverseName,
    "NSInverseRelationship": .inverse, "NSDeleteRule": .deleteRule, "NSMinCount": .minimumCount,
    "NSMaxCount": .maximumCount, "NSIsOrdered": .isOrdered, "NSUnderlyingProperty": .underlyingProperty,
  ]

  /// An object with a class. Each field is the number of another object of the property list.
  package struct Object {
    /// The name of its class; empty if the archive lacks it.
    package let className: String
    fileprivate let fields: [Int]

    /// The number of a field's object; nil if the field is missing.
    package subscript(key: Key) -> Int? {
      let number = fields[key.rawValue]
      return number < 0 ? nil : number
    }
  }

  /// The limit on the cost of all reads together. Each reference that is followed or compared costs 1, and each byte of a text costs 1.
  ///
  /// A model of 18 entities with 515 members costs 27,000.
  package static let work = 1_000_000

  private let table: PropertyListTable
  /// The range of the references to the archive's objects.
  private var objects = 0..<0
  /// The number of the outermost object.
  package private(set) var root = 0
  private var remaining: Int
  /// The keys read so far, by the numbers of their texts; nil for a key that no reader uses.
  private var keys: [Int: Key?] = [:]
  private var classNames: [Int: String] = [:]

  /// - Throws: ``PropertyListDamage`` if the bytes are not a keyed archive.
  package init(_ bytes: [UInt8], work: Int = Self.work) throws(PropertyListDamage) {
    table = try PropertyListTable(bytes)
    remaining = work
    let start = try table.place(of: table.root)
    guard case .dictionary(let range) = try table.object(at: start) else {
      throw PropertyListDamage("the outermost object of the archive must be a dictionary", at: start)
    }
    var top: Int?
    var list: Range<Int>?
    for (key, value) in try pairs(range) {
      switch try plainText(key) {
      case "$objects":
        if case .list(let range) = try table.object(at: table.place(of: value)) { list = range }
      case "$top":
        guard case .dictionary(let range) = try table.object(at: table.place(of: value)) else { continue }
        top = try pairs(range).first?.value
      default: continue
      }
    }
    guard let list, let top else { throw PropertyListDamage("expected a file that NSKeyedArchiver wrote", at: start) }
    objects = list
    root = try followed(top)
  }

  // MARK: Objects

  /// An object with a class; nil for null and for a plain value.
  package mutating func object(_ number: Int) throws(PropertyListDamage) -> Object? {
    let number = try followed(number)
    guard case .dictionary(let range) = try table.object(at: table.place(of: number)) else { return nil }
    var fields = [Int](repeating: -1, count: Key.allCases.count)
    for (number, value) in try pairs(range) {
      if let key = try key(number), fields[key.rawValue] < 0 { fields[key.rawValue] = value }
    }
    let name = fields[Key.classReference.rawValue]
    return Object(className: name < 0 ? "" : try className(name), fields: fields)
  }

  /// A text; nil for any other value and for null.
  package mutating func text(_ number: Int?) throws(PropertyListDamage) -> String? {
    guard let number else { return nil }
    let own = try followed(number)
    guard case .dictionary = try table.object(at: table.place(of: own)) else { return try plainText(own) }
    // A text with a class has its characters in a field.
    return try object(own)?[.string].flatMap { field throws(PropertyListDamage) in try plainText(followed(field)) }
  }

  /// A text without a class; nil for any other value and for null.
  private mutating func plainText(_ number: Int) throws(PropertyListDamage) -> String? {
    switch try table.object(at: table.place(of: number)) {
    case .text(let range):
      try spend(range.count)
      let text = String(decoding: table.bytes[range], as: UTF8.self)
      return text == "$null" ? nil : text
    case .wideText(let range):
      try spend(range.count)
      return String(decoding: table.units(in: range), as: UTF16.self)
    default: return nil
    }
  }

  /// A whole number, or a boolean as 0 or 1; nil for any other value.
  package mutating func integer(_ number: Int?) throws(PropertyListDamage) -> Int64? {
    switch try value(number) {
    case .integer(let value): value
    case .boolean(let truth): truth ? 1 : 0
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A number; nil for any other value.
  package mutating func real(_ number: Int?) throws(PropertyListDamage) -> Double? {
    switch try value(number) {
    case .integer(let value): Double(value)
    case .boolean(let truth): truth ? 1 : 0
    case .real(let value), .date(let value): value.isNaN ? nil : value
    default: nil
    }
  }

  /// Bytes; nil for any other value.
  package mutating func data(_ number: Int?) throws(PropertyListDamage) -> [UInt8]? {
    guard case .data(let range)? = try value(number) else { return nil }
    try spend(range.count)
    return Array(table.bytes[range])
  }

  /// Whether a field is true; false if the field is missing.
  package mutating func isTrue(_ number: Int?) throws(PropertyListDamage) -> Bool { try integer(number) == 1 }

  // MARK: Collections

  /// The elements of an array or a set; empty for any other value.
  package mutating func elements(_ number: Int?) throws(PropertyListDamage) -> [Int] {
    guard let number else { return [] }
    let own = try followed(number)
    let start = try table.place(of: own)
    switch try table.object(at: start) {
    case .list(let range), .set(let range): return try references(in: range)
    case .dictionary:
      guard let list = try object(own)?[.objects] else { return [] }
      guard case .list(let range) = try table.object(at: table.place(of: followed(list))) else { return [] }
      return try references(in: range)
    default: return []
    }
  }

  /// The pairs of a dictionary, also if an object maps the keys; empty for any other value.
  package mutating func members(_ number: Int?) throws(PropertyListDamage) -> [(key: Int, value: Int)] {
    guard let number, let object = try object(number) else { return [] }
    let keys: [Int]
    let values: [Int]
    if let mapping = object[.searchMapping] {
      keys = try elements(try self.object(mapping)?[.mappingKeys])
      values = try elements(object[.mappingValues])
    } else {
      guard let names = object[.keys], let contents = object[.objects] else { return [] }
      keys = try elements(names)
      values = try elements(contents)
    }
    return Array(zip(keys, values))
  }

  // MARK: References

  /// The number of the object itself: an archive reference is replaced by its target, other numbers are returned unchanged.
  package mutating func followed(_ number: Int) throws(PropertyListDamage) -> Int {
    try spend(1)
    let start = try table.place(of: number)
    guard case .archiveReference(let position) = try table.object(at: start) else { return number }
    guard position < objects.count / table.referenceSize else {
      throw PropertyListDamage("the archive refers to object \(position), which does not exist", at: start)
    }
    return try table.reference(at: objects.lowerBound + position * table.referenceSize)
  }

  private mutating func value(_ number: Int?) throws(PropertyListDamage) -> PropertyListTable.Object? {
    guard let number else { return nil }
    return try table.object(at: table.place(of: followed(number)))
  }

  private mutating func references(in range: Range<Int>) throws(PropertyListDamage) -> [Int] {
    let places = table.references(in: range)
    try spend(range.count)
    var found: [Int] = []
    found.reserveCapacity(places.underestimatedCount)
    for place in places { found.append(try table.reference(at: place)) }
    return found
  }

  private mutating func pairs(_ range: Range<Int>) throws(PropertyListDamage) -> [(key: Int, value: Int)] {
    let numbers = try references(in: range)
    let half = numbers.count / 2
    return (0..<half).map { (numbers[$0], numbers[half + $0]) }
  }

  private mutating func key(_ number: Int) throws(PropertyListDamage) -> Key? {
    if let known = keys[number] { return known }
    let key = try plainText(number).flatMap { Self.keysByNames[$0] }
    keys[number] = .some(key)
    return key
  }

  private mutating func className(_ reference: Int) throws(PropertyListDamage) -> String {
    let number = try followed(reference)
    if let known = classNames[number] { return known }
    var name: String?
    if case .dictionary(let range) = try table.object(at: table.place(of: number)) {
      for (number, value) in try pairs(range) where try key(number) == .className { name = try plainText(value) }
    }
    classNames[number] = name ?? ""
    return name ?? ""
  }

  private mutating func spend(_ cost: Int) throws(PropertyListDamage) {
    remaining -= cost
    guard remaining >= 0 else {
      throw PropertyListDamage("the archive cannot be read, because reading it would take too many steps", at: 0)
    }
  }
}
