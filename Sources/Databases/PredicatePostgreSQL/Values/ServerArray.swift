#if PostgreSQL
  import PredicateDocuments
  import PredicateValues

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
