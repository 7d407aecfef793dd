#if PostgreSQL
  import PredicateDatabases
  import PredicateDocuments
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// Reads rows of the server as values of the language. The server reports the type of each column; the statement determines how values are used.
  struct ValueReader {
    private let contents: [SQLResultColumn.Content]
    /// For each column, whether it is an array of an enum. The server has a separate type number for each such array.
    private let areLabels: [Bool]
    /// The entity of the objects in the rows, or that the rows are made from.
    private let entity: Entity

    init(_ columns: [SQLResultColumn], of entity: Entity) {
      self.entity = entity
      contents = columns.map(\.content)
      areLabels = contents.map { content in
        if case .attribute(let attribute) = content { attribute.serverType?.isArrayOfLabels == true } else { false }
      }
    }

    func values(of row: ServerRow) throws(DatabaseIssue) -> [QueryValue] {
      var values: [QueryValue] = []
      values.reserveCapacity(contents.count)
      for position in contents.indices { values.append(try value(position, of: row)) }
      return values
    }

    private func value(_ column: Int, of row: ServerRow) throws(DatabaseIssue) -> QueryValue {
      switch contents[column] {
      case .key, .count: row.integer(column).map { .integer($0) } ?? .null
      case .toOne(let entity):
        row.integer(column).map { .reference(ObjectReference(entity: entity, key: $0)) } ?? .null
      case .attribute where areLabels[column]: row.bytes(column).map { Self.array(of: $0, ServerType.text) } ?? .null
      case .attribute(let attribute) where attribute.isJSON: try json(column, of: row, attribute)
      case .attribute(let attribute): Self.value(column, of: row, as: attribute.type)
      case .value(let type): Self.value(column, of: row, as: type)
      }
    }

    /// A JSON document. The server accepts numbers and nesting that the language cannot represent, and such a document is not NULL.
    private func json(_ column: Int, of row: ServerRow, _ attribute: Attribute) throws(DatabaseIssue) -> QueryValue {
      guard let bytes = row.bytes(column) else { return .null }
      do throws(JSONError) {
        return QueryValue(try JSONReader.value(of: bytes))
      } catch {
        throw DatabaseIssue(
          .failed,
          "the JSON in \(attribute.name) of \(label(of: row) ?? "a row of \(entity.name)") cannot be read: \(error.clause)",
          hint: "write .raw SELECT … to see the stored text")
      }
    }

    /// A row's object as statements write it: `Doc[3]`, `Doc["a\"b"]`. Nil if the row does not contain the whole key.
    private func label(of row: ServerRow) -> String? {
      let values = entity.objectKey.compactMap { part -> QueryValue? in
        let column = contents.indices.first { column in
          switch contents[column] {
          case .key: entity.objectKey.count == 1
          case .attribute(let attribute): attribute.column.hasSameScalars(as: part.column)
          default: false
          }
        }
        return column.map { Self.value($0, of: row, as: part.type) }
      }
      guard !values.isEmpty, values.count == entity.objectKey.count, !values.contains(where: \.isNull) else {
        return nil
      }
      return entity.label(ofKey: values)
    }

    /// A value that is expected to be of a type of the language.
    static func value(_ column: Int, of row: ServerRow, as type: QueryType) -> QueryValue {
      let serverType = row.type(column)
      switch serverType {
      case ServerType.int2, ServerType.int4, ServerType.int8:
        return row.integer(column).map { .integer($0) } ?? .null
      case ServerType.text, ServerType.varchar:
        guard let text = row.text(column) else { return .null }
        return type == .url ? .url(text) : .string(text)
      default:
        guard let bytes = row.bytes(column) else { return .null }
        return value(of: bytes, serverType, as: type)
      }
    }

    /// A value of a statement in the database's own SQL. JSON that cannot be read is returned as text, and so are intervals: a number of seconds
    /// would not show months and days.
    static func stored(_ column: Int, of row: ServerRow) -> QueryValue {
      if row.type(column) == ServerType.interval { return row.text(column).map { .string($0) } ?? .null }
      let value = value(column, of: row, as: .any)
      guard value.isNull, row.type(column) == ServerType.json || row.type(column) == ServerType.jsonb,
        let bytes = row.bytes(column), QueryValue(storedJSON: bytes) == nil
      else { return value }
      return .string(String(decoding: bytes, as: UTF8.self))
    }

    /// A value, given the bytes of its text.
    static func value(of bytes: [UInt8], _ serverType: UInt32, as type: QueryType) -> QueryValue {
      func text() -> String { String(decoding: bytes, as: UTF8.self) }
      switch serverType {
      case ServerType.bool: return .boolean(bytes.first == UInt8(ascii: "t"))
      case ServerType.int2, ServerType.int4, ServerType.int8: return Int64(text()).map { .integer($0) } ?? .null
      case ServerType.float4: return Float(text()).map { shown(Double($0), as: type) } ?? .null
      case ServerType.float8: return Double(text()).map { shown($0, as: type) } ?? .null
      case ServerType.numeric: return number(text(), as: type)
      case ServerType.bpchar:
        let end = bytes.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
        return .string(String(decoding: bytes[..<end], as: UTF8.self))
      case ServerType.uuid: return QueryUUID(text()).map { .uuid($0) } ?? .null
      case ServerType.bytea: return .data(self.bytes(ofHexadecimal: bytes))
      case ServerType.date, ServerType.timestamp, ServerType.timestamptz:
        return ServerDate.seconds(of: bytes).map { .date($0) } ?? .null
      case ServerType.interval: return ServerInterval.seconds(of: text()).map { .double($0) } ?? .null
      case ServerType.json, ServerType.jsonb:
        return QueryValue(storedJSON: bytes) ?? .null
      default:
        if let element = ServerType.element(of: serverType) { return array(of: bytes, element) }
        return type == .url ? .url(text()) : .string(text())
      }
    }

    /// The value for a number. NaN reads as nil. A date that SQL computed is a number of seconds.
    private static func shown(_ number: Double, as type: QueryType) -> QueryValue {
      if number.isNaN { return .null }
      return type == .date ? .date(number) : .double(number)
    }

    /// A decimal number. Sums of whole numbers are decimals too; beyond Int64 they become doubles.
    private static func number(_ text: String, as type: QueryType) -> QueryValue {
      guard let decimal = QueryDecimal(text) else { return .null }
      guard type == .integer else { return .decimal(decimal) }
      return decimal.wholeValue.map { .integer($0) } ?? .double(decimal.nearestDouble)
    }

    private static func bytes(ofHexadecimal text: [UInt8]) -> [UInt8] {
      func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte &- 0x30 : byte &- 0x57 }
      return stride(from: 2, to: text.count - 1, by: 2).map { digit(text[$0]) << 4 | digit(text[$0 + 1]) }
    }

    /// The elements of an array: `{1,NULL,"a \"b\""}`. An array with several dimensions becomes an array of arrays.
    private static func array(of bytes: [UInt8], _ element: UInt32) -> QueryValue {
      var open: [[QueryValue]] = []
      var item: [UInt8]?
      var isQuoted = false
      var position = bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
      func endItem() {
        guard let text = item else { return }
        let isNull = !isQuoted && text.elementsEqual("NULL".utf8)
        open[open.count - 1].append(isNull ? .null : value(of: text, element, as: .any))
        (item, isQuoted) = (nil, false)
      }
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "{"): open.append([])
        case UInt8(ascii: "}"):
          endItem()
          let finished = QueryValue.array(open.removeLast())
          guard !open.isEmpty else { return finished }
          open[open.count - 1].append(finished)
        case UInt8(ascii: ","): endItem()
        case UInt8(ascii: "\""):
          var text: [UInt8] = []
          position += 1
          while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") { position += 1 }
            if position < bytes.count { text.append(bytes[position]) }
            position += 1
          }
          (item, isQuoted) = (text, true)
        case let byte: item = (item ?? []) + [byte]
        }
        position += 1
      }
      return .null
    }
  }
#endif
