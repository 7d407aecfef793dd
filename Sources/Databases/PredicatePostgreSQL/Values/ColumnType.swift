#if PostgreSQL
  import PredicateDocuments
  import PredicateModel
  import PredicateValues

  /// The type of a column whose values the language can read: one of the server's own types, or an enum.
  ///
  /// Its text is an attribute's ``Attribute/columnType``: `int4`, `timestamptz`, `enum sales.mood`, `_text` for an array of texts.
  enum ColumnType: Hashable, Sendable {
    case bool
    /// Whole numbers of 2, 4 or 8 bytes.
    case integer(bytes: Int)
    case float4
    case float8
    case numeric
    /// `text` and `varchar`.
    case text
    /// `char(n)`. Blanks at the end do not belong to the value.
    case paddedText
    /// The type `name`, which the server uses for its own names, and a domain over an enum, for which the server has no operators.
    case castText
    /// `citext`, whose operators ignore case.
    case citext
    /// An enum, by its name with its schema.
    case label(of: String)
    case uuid
    case bytea
    case date
    case timestamp
    case timestamptz
    /// A time of day without a zone, as the server writes it: `09:30:00`, `09:30:00.5`. These texts have the order of the times.
    case time
    /// A duration in seconds.
    case interval
    case json
    case jsonb
    /// An array of one of the types above, given by the text of that type.
    case array(of: String)

    /// The type for an attribute's `columnType`; nil for a text of another database.
    init?(_ words: String) {
      if words.utf8.first == UInt8(ascii: "_") {
        self = .array(of: String(words.dropFirst()))
        return
      }
      if words.hasPrefix(Self.domainWord) {
        self = .castText
        return
      }
      if words.hasPrefix(Self.enumWord) {
        self = .label(of: String(words.dropFirst(Self.enumWord.count)))
        return
      }
      guard let type = Self.named[words] ?? (words.hasPrefix(Self.boundedNumeric) ? .numeric : nil) else { return nil }
      self = type
    }

    /// What a column of the type holds, if the type of the language does not tell.
    var content: Attribute.ColumnContent? {
      switch self {
      case .json, .jsonb: .documents
      case .time: .timesOfDay
      default: nil
      }
    }

    /// The beginning of a type with a declared number of digits: `numeric(12)`.
    private static let boundedNumeric = "numeric("

    private static let enumWord = "enum "
    private static let domainWord = "domain over "
    private static let named: [String: ColumnType] = [
      "bool": .bool, "int2": .integer(bytes: 2), "int4": .integer(bytes: 4), "int8": .integer(bytes: 8),
      "float4": .float4, "float8": .float8, "numeric": .numeric, "text": .text,
      "varchar": .text, "name": .castText, "bpchar": .paddedText, "citext": .citext, "uuid": .uuid, "bytea": .bytea,
      "date": .date, "timestamp": .timestamp, "timestamptz": .timestamptz, "interval": .interval, "time": .time,
      "json": .json, "jsonb": .jsonb,
    ]

    static func words(ofEnum name: String) -> String { enumWord + name }
    /// The text for a domain over a type, given the text of that type.
    static func words(ofDomainOver words: String) -> String { domainWord + words }

    /// A type in SQL for a table of another database: `numeric(10,2)`. Nil for arrays and for types that the database may lack.
    ///
    /// - Parameter bounds: The bounds of a column in the server's catalogue; negative for none.
    static func declaration(of words: String, bounds: Int) -> String? {
      switch ColumnType(words) {
      case .text? where words == "varchar" && bounds >= 4: "varchar(\(bounds - 4))"
      case .paddedText? where bounds >= 4: "char(\(bounds - 4))"
      case .numeric?: NumericBounds.parts(of: bounds).map { "numeric(\($0.digits),\($0.places))" } ?? "numeric"
      case .timestamp? where bounds >= 0, .timestamptz? where bounds >= 0, .time? where bounds >= 0:
        "\(words)(\(bounds))"
      case .castText?, .citext?, .label?, .array?, nil: nil
      default: words
      }
    }

    /// Whether the type is an array of an enum.
    var isArrayOfLabels: Bool { if case .array(let words) = self { words.hasPrefix(Self.enumWord) } else { false } }

    /// The type of the language.
    var type: QueryType {
      switch self {
      case .bool: .boolean
      case .integer: .integer
      case .float4, .float8, .interval: .double
      case .numeric: .decimal
      case .text, .paddedText, .castText, .citext, .label, .time: .string
      case .uuid: .uuid
      case .bytea: .data
      case .date, .timestamp, .timestamptz: .date
      case .json, .jsonb, .array: .any
      }
    }

    /// Whether the column may hold values that read as nil: NaN, an infinite decimal number, the null of JSON.
    var hasUnreadableValues: Bool {
      switch self {
      case .float4, .float8, .numeric, .json, .jsonb: true
      default: false
      }
    }

    /// Whether an index of the column can have the order of `sort by`. An index of texts needs the collation "C" for this.
    var isOrderedByItself: Bool {
      switch self {
      case .bool, .integer, .text, .uuid, .date, .timestamp, .timestamptz: true
      default: false
      }
    }

    /// The least and the greatest whole number; nil for other types.
    var integerRange: ClosedRange<Int64>? {
      switch self {
      case .integer(bytes: 2): Int64(Int16.min)...Int64(Int16.max)
      case .integer(bytes: 4): Int64(Int32.min)...Int64(Int32.max)
      case .integer: Int64.min...Int64.max
      default: nil
      }
    }
  }

  /// The digits and the places after the point that a column of decimal numbers declares.
  enum NumericBounds {
    /// - Parameter bounds: The bounds of the column in the server's catalogue; negative for none.
    static func parts(of bounds: Int) -> (digits: Int, places: Int)? {
      guard bounds >= 4 else { return nil }
      return ((bounds - 4) >> 16 & 0xFFFF, ((bounds - 4) & 0x7FF ^ 0x400) - 0x400)
    }
  }

  extension Attribute {
    /// The declared number of digits of a decimal number, at most 200, which bounds the digits of sums and products. Nil without one: a sum may then have more
    /// digits than a decimal has here.
    var declaredDigits: Int? {
      guard serverType == .numeric, let words = columnType, let start = words.firstIndex(of: "(") else { return nil }
      let digits = Int(words[words.index(after: start)...].prefix { $0.isASCII && $0.isNumber })
      return digits.flatMap { $0 <= 200 ? $0 : nil }
    }

    /// The type of the attribute's column; nil for a column of groups, which has the representation of its type.
    var serverType: ColumnType? { columnType.flatMap(ColumnType.init) }
  }

  /// Arrays in the server's syntax: `{1,NULL,"a \\"b\\""}`.
  enum ServerArray {
    /// The array for a JSON list, to be stored in a column of arrays: `{"a",NULL}` for `["a", null]`. Nil for a text that is not a JSON list, for
    /// example because it is in the server's syntax.
    ///
    /// - Parameter elements: The text of the elements' type (``ColumnType``).
    static func text(ofJSON text: String, elements: String) -> String? {
      guard text.utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "["),
        let value = parsed(text), case .array(let values) = value
      else { return nil }
      return list(values, ColumnType(elements))
    }

    /// The array of some values, to be stored in a column of arrays. Arrays among the values are further dimensions.
    static func text(of values: [QueryValue]) -> String {
      let elements = values.map { value in
        if case .array(let inner) = value { return text(of: inner) }
        return ServerColumn.text(of: value).map(quoted) ?? "NULL"
      }
      return "{" + elements.joined(separator: ",") + "}"
    }

    /// The type of elements in a copy on another server, which may lack the enums and extensions of the first one.
    static func copiedType(ofElements words: String) -> String {
      switch ColumnType(words) {
      case .numeric?: "numeric"
      case .paddedText?: "bpchar"
      case .castText?, .citext?, .label?, nil: "text"
      default: words
      }
    }

    /// The value of a JSON text; nil for any other text.
    private static func parsed(_ text: String) -> JSONValue? {
      do throws(JSONError) { return try JSONReader.value(of: Array(text.utf8)) } catch { return nil }
    }

    private static func list(_ values: [JSONValue], _ type: ColumnType?) -> String {
      "{" + values.map { element($0, type) }.joined(separator: ",") + "}"
    }

    private static func element(_ value: JSONValue, _ type: ColumnType?) -> String {
      switch value {
      case .null: return "NULL"
      case .array(let values): return list(values, type)
      case .boolean(let value): return value ? "t" : "f"
      case .string(let text): return quoted(self.text(text, type))
      case .object(let object):
        // `{"$double":"inf"}` is an infinite number.
        if object.members.count == 1, case .string(let text)? = object["$double"] { return quoted(text) }
        return quoted(JSONWriter.text(of: value))
      default: return quoted(JSONWriter.text(of: value))
      }
    }

    /// A text in the input syntax of a type: bytes are given in base64, and a date may be infinite.
    private static func text(_ text: String, _ type: ColumnType?) -> String {
      switch type {
      case .bytea: Base64.decode(text).flatMap { ServerParameter(.data($0)).text } ?? text
      case .date, .timestamp, .timestamptz:
        switch text {
        case "inf": "infinity"
        case "-inf": "-infinity"
        default: text
        }
      default: text
      }
    }

    /// An element in quotes.
    static func quoted(_ text: String) -> String {
      var scalars = String.UnicodeScalarView(["\""])
      for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { scalars.append("\\") }
        scalars.append(scalar)
      }
      scalars.append("\"")
      return String(scalars)
    }
  }
#endif
