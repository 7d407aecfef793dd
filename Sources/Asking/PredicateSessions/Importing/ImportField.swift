import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateRecords
import PredicateValues

/// The destination of the values that have one name in a file: a column, as an attribute or as the key of an object.
struct ImportField {
  enum Kind {
    case attribute(Attribute)
    /// The key of the object itself, or of the object that a to-one relationship refers to.
    case key
  }

  /// The name in the file.
  let source: String
  /// The column of the table.
  let column: String
  /// The name of the attribute or relationship in the entity.
  let name: String
  let kind: Kind
}

extension ImportField {
  /// The field of an existing entity that a name in a file means: the member with this name, otherwise the member with this column, otherwise the
  /// member with this name or column in another case.
  init?(_ source: String, in entity: Entity) {
    let fields = Self.fields(of: entity)
    let wanted = source.lowercased()
    guard
      let found = fields.first(where: { $0.name.hasSameScalars(as: source) })
        ?? fields.first(where: { $0.column.hasSameScalars(as: source) })
        ?? fields.first(where: { $0.name.lowercased().hasSameScalars(as: wanted) })
        ?? fields.first(where: { $0.column.lowercased().hasSameScalars(as: wanted) })
    else { return nil }
    self.init(source: source, column: found.column, name: found.name, kind: found.kind)
  }

  /// If the field is a foreign key that is not an integer, the field of the attribute with the same column, so that `8c` is stored as the class of a
  /// pupil. Otherwise the field itself.
  func asAttribute(of entity: Entity) -> ImportField {
    guard case .key = kind,
      let attribute = entity.attributes.first(where: { $0.column.hasSameScalars(as: column) }),
      attribute.type != .integer
    else { return self }
    return ImportField(source: source, column: column, name: name, kind: .attribute(attribute))
  }

  /// A field of a table that the import creates, for an attribute with the name of its column.
  init(new attribute: Attribute) {
    self.init(source: attribute.name, column: attribute.name, name: attribute.name, kind: .attribute(attribute))
  }

  private static func fields(of entity: Entity) -> [ImportField] {
    var fields = entity.attributes.map {
      ImportField(source: $0.name, column: $0.column, name: $0.name, kind: .attribute($0))
    }
    for relationship in entity.relationships {
      if case .foreignKey(let columns) = relationship.storage, columns.count == 1 {
        fields.append(
          ImportField(source: relationship.name, column: columns[0], name: relationship.name, kind: .key))
      }
    }
    if let column = entity.key.integerColumn, !fields.contains(where: { $0.column.hasSameScalars(as: column) }) {
      fields.append(ImportField(source: column, column: column, name: column, kind: .key))
    }
    return fields
  }

  /// Whether the values are those of an attribute, and not keys of related objects.
  var isAttribute: Bool { if case .attribute = kind { true } else { false } }

  /// Whether the values are those of an integer attribute.
  var isInteger: Bool { if case .attribute(let attribute) = kind { attribute.type == .integer } else { false } }

  /// The type of the column in words.
  var typeDescription: String {
    switch kind {
    case .attribute(let attribute): attribute.type.description
    case .key: "a key"
    }
  }

  /// The stored form of a value; nil if the column does not accept the value.
  func stored(_ value: RecordReader.Value) -> StoredValue? {
    if case .missing = value { return .null }
    switch kind {
    case .key:
      guard case .integer(let key)? = Self.value(value, .integer) else { return nil }
      return .integer(key)
    case .attribute(let attribute) where attribute.isJSON:
      switch value {
      case .missing, .json(.null): return .null
      case .json(let json) where attribute.storage == .json: return attribute.stored(QueryValue(json))
      // The column's type is JSON, so the value is stored as JSON text.
      case .json(let json): return .text(JSONWriter.text(of: json))
      case .text(let text): return QueryValue(storedJSON: Array(text.utf8)) == nil ? nil : .text(text)
      }
    case .attribute(let attribute):
      guard let read = Self.value(value, attribute.type) else { return ColumnDate.stored(value, in: attribute) }
      // A date as text has a year of four digits.
      if case .date(let seconds) = read, attribute.storage.dateUnit == nil,
        ISODate.parse(ISODate.format(seconds)) == nil
      {
        return nil
      }
      return attribute.stored(read)
    }
  }

  /// For a column of integers: a number with a fraction, which some databases store unchanged. Nil for any other value and any other column.
  func fraction(_ value: RecordReader.Value) -> StoredValue? {
    guard case .attribute(let attribute) = kind, attribute.type == .integer, attribute.storage == .integer,
      case .double(let number)? = Self.value(value, .double), number != number.rounded(), number.isFinite
    else { return nil }
    return .real(number)
  }

  /// Converts a value in a file to a type; nil if that is not possible.
  private static func value(_ value: RecordReader.Value, _ type: QueryType) -> QueryValue? {
    switch value {
    case .missing: return .null
    case .text(let text): return self.value(of: text, type)
    case .json(let json):
      switch (json, type) {
      case (.null, _): return .null
      case (.object(let object), .double), (.object(let object), .any):
        return infinity(object) ?? (type == .any ? .string(JSONWriter.text(of: json)) : nil)
      case (.string(let text), _): return self.value(of: text, type == .any ? .string : type)
      case (_, .string), (.array, .any): return .string(JSONWriter.text(of: json))
      case (.boolean(let value), .boolean), (.boolean(let value), .any): return .boolean(value)
      case (.integer(0), .boolean): return .boolean(false)
      case (.integer(1), .boolean): return .boolean(true)
      case (.integer(let value), .integer), (.integer(let value), .double), (.integer(let value), .any):
        return .integer(value)
      case (.double(let value), .double), (.double(let value), .any): return .double(value)
      case (.double(let value), .integer): return Int64(exactly: value).map { .integer($0) }
      case (.decimal(let value), .decimal): return .decimal(value)
      case (.decimal(let value), .double), (.decimal(let value), .any): return .double(value.nearestDouble)
      case (.integer(let value), .decimal): return QueryDecimal("\(value)").map { .decimal($0) }
      case (.double(let value), .decimal): return QueryDecimal("\(value)").map { .decimal($0) }
      default: return nil
      }
    }
  }

  /// Reads the JSON that `.mode json` writes for an infinite number: `{"$double":"inf"}`. Nil for any other object.
  static func infinity(_ object: JSONObject) -> QueryValue? {
    guard object.members.count == 1, case .string(let text)? = object[DataText.doubleTag] else { return nil }
    return infinity(text)
  }

  /// An infinite number as `.mode` writes it in a cell; nil for any other text.
  static func infinity(_ text: String) -> QueryValue? {
    switch text {
    case "inf": .double(.infinity)
    case "-inf": .double(-.infinity)
    default: nil
    }
  }

  private static func value(of text: String, _ type: QueryType) -> QueryValue? {
    switch type {
    case .string: .string(text)
    case .url: .url(text)
    case .boolean: ColumnType.boolean.value(of: text)
    case .integer: whole(text)
    case .double: ColumnType.double.value(of: text) ?? infinity(text)
    case .date: (ISODate.parse(text) ?? infiniteDates[text] ?? FarDate.parse(text)).map { .date($0) }
    case .decimal: QueryDecimal(text).map { .decimal($0) }
    case .uuid: QueryUUID(text).map { .uuid($0) }
    case .data: Base64.decode(text).map { .data($0) }
    case .any:
      ColumnType.guess([text]).value(of: text).flatMap { if case .date = $0 { nil } else { $0 } } ?? .string(text)
    case .object, .collection, .dictionary: nil
    }
  }

  /// The texts for the dates before and after all others, as `.mode` and some servers write them.
  private static let infiniteDates: [String: Double] = [
    "inf": .infinity, "infinity": .infinity, "-inf": -.infinity, "-infinity": -.infinity,
  ]

  private static func whole(_ text: String) -> QueryValue? {
    switch ColumnType.integer.value(of: text) {
    case .integer(let value)?: .integer(value)
    case .double(let value)?: Int64(exactly: value).map { .integer($0) }
    default: nil
    }
  }
}
