#if PostgreSQL
  import PredicateValues

  /// A value that is sent with a statement, as text and with its type. Constants are never part of the statement.
  struct ServerParameter: Sendable, Hashable {
    /// The number of the type in the server's catalogue. With 0 the server derives the type from the place of the parameter.
    let type: UInt32
    /// The text; nil for NULL. It contains no U+0000, because texts of the server cannot.
    let text: String?

    static func integer(_ value: Int64) -> ServerParameter {
      ServerParameter(type: ServerType.int8, text: String(value))
    }

    /// A constant as the dialect has bound it. A URL is a text whose type the server derives from its place (``PostgreSQLDialect``).
    init(_ constant: QueryValue) {
      switch constant {
      case .null: self.init(type: 0, text: nil)
      case .boolean(let value): self.init(type: ServerType.bool, text: value ? "t" : "f")
      case .integer(let value): self.init(type: ServerType.int8, text: String(value))
      case .double(let value): self.init(type: ServerType.float8, text: "\(value)")
      case .decimal(let value): self.init(type: ServerType.numeric, text: value.description)
      case .string(let value): self.init(type: ServerType.text, text: value)
      case .url(let value): self.init(type: 0, text: value)
      case .date(let seconds): self.init(type: ServerType.float8, text: "\(seconds)")
      case .uuid(let value): self.init(type: ServerType.uuid, text: value.description)
      case .data(let bytes): self.init(type: ServerType.bytea, text: Self.hexadecimal(bytes))
      case .reference(let reference): self.init(type: ServerType.int8, text: String(reference.key))
      case .object(let object): self.init(type: ServerType.int8, text: object.reference.map { String($0.key) })
      case .array(let values): self.init(list: values)
      case .set, .dictionary: self.init(type: 0, text: nil)
      }
    }

    private init(type: UInt32, text: String?) {
      self.type = type
      self.text = text
    }

    /// Constants of one type as an array.
    private init(list values: [QueryValue]) {
      let parts = values.map { ServerParameter($0) }
      let element = parts.first?.type ?? ServerType.text
      let texts = parts.map { $0.text.map(ServerArray.quoted) ?? "NULL" }
      self.init(type: ServerType.array(of: element), text: "{" + texts.joined(separator: ",") + "}")
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
      let digits = Array("0123456789abcdef".utf8)
      return "\\x" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }

  /// A row for COPY: values separated by tabs, `\N` for NULL, and a line feed at the end.
  enum CopyRow {
    static func append(_ values: [String?], to bytes: inout [UInt8]) {
      for (position, value) in values.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: "\t")) }
        guard let value else {
          bytes += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
          continue
        }
        for byte in value.utf8 {
          switch byte {
          case UInt8(ascii: "\\"): bytes += [byte, byte]
          case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
          case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
          case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
          default: bytes.append(byte)
          }
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// The numbers of built-in types, which are the same on every server.
  enum ServerType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let json: UInt32 = 114
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let bpchar: UInt32 = 1042
    static let varchar: UInt32 = 1043
    static let date: UInt32 = 1082
    static let time: UInt32 = 1083
    static let timestamp: UInt32 = 1114
    static let timestamptz: UInt32 = 1184
    static let interval: UInt32 = 1186
    static let numeric: UInt32 = 1700
    static let uuid: UInt32 = 2950
    static let jsonb: UInt32 = 3802

    /// For each type of constants in lists and of columns, the type of its arrays.
    private static let arrays: [UInt32: UInt32] = [
      bool: 1000, bytea: 1001, name: 1003, int2: 1005, int4: 1007, text: 1009, bpchar: 1014, varchar: 1015, int8: 1016,
      float4: 1021, float8: 1022, timestamp: 1115, date: 1182, timestamptz: 1185, interval: 1187, numeric: 1231,
      time: 1183, uuid: 2951, json: 199, jsonb: 3807,
    ]
    private static let elements = Dictionary(uniqueKeysWithValues: arrays.map { ($1, $0) })

    /// The array type for an element type; the array type of texts for unknown types.
    static func array(of element: UInt32) -> UInt32 { arrays[element] ?? 1009 }

    /// The element type of an array type; nil for other types.
    static func element(of array: UInt32) -> UInt32? { elements[array] }
  }
#endif
