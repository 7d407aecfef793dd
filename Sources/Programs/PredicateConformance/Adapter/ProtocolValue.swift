import PredicateDocuments
import PredicateValues

/// Converts values to and from the notation of the line protocol: plain JSON if JSON has the type, otherwise an object with one member such as
/// `$date`.
public enum ProtocolValue {
  /// Reads a value. An object with one member that the protocol does not define is a dictionary.
  static func value(of json: JSONValue) throws(AdapterFailure) -> QueryValue {
    switch json {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    // The protocol reads integers outside of Int64 as doubles. Exact ones are written as `$decimal`.
    case .decimal(let value): return .double(value.nearestDouble)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .array(let elements): return .array(try elements.map(value))
    case .object(let object):
      if object.members.count == 1, let member = object.members.first,
        member.name.utf8.first == UInt8(ascii: "$"), let value = try tagged(member)
      {
        return value
      }
      return .dictionary(try dictionary(of: object))
    }
  }

  private static func dictionary(of object: JSONObject) throws(AdapterFailure) -> QueryDictionary {
    QueryDictionary(
      try object.members.map { member throws(AdapterFailure) in (member.name, try value(of: member.value)) })
  }

  /// Reads an object with one member; nil if the protocol does not define the member's name.
  private static func tagged(_ member: JSONObject.Member) throws(AdapterFailure) -> QueryValue? {
    let content = member.value
    let value: QueryValue?
    switch member.name {
    case "$date": value = try date(content)
    case "$set":
      guard case .array(let elements) = content else { throw malformed(member) }
      value = .set(try elements.map(Self.value).distinctValues())
    case "$object":
      guard case .object(let object) = content else { throw malformed(member) }
      value = .object(ProtocolObject(properties: try dictionary(of: object)))
    case "$row": value = row(content)
    case "$data", "$uuid", "$url", "$decimal", "$int", "$double":
      guard case .string(let text) = content else { throw malformed(member) }
      value = constant(member.name, text)
    default: return nil
    }
    guard let value else { throw malformed(member) }
    return value
  }

  private static func constant(_ tag: String, _ text: String) -> QueryValue? {
    switch tag {
    case "$data": Base64.decode(text).map { .data($0) }
    case "$uuid": QueryUUID(text).map { .uuid($0) }
    case "$url": .url(text)
    case "$decimal": QueryDecimal(text).map { .decimal($0) }
    case "$int": Int64(text).map { .integer($0) }
    default: Double(text).map { .double($0) }
    }
  }

  /// Reads a date: seconds since 2001, or an ISO 8601 text.
  private static func date(_ content: JSONValue) throws(AdapterFailure) -> QueryValue? {
    if case .string(let text) = content { return ISODate.parse(text).map { .date($0) } }
    switch try value(of: content) {
    case .integer(let seconds): return .date(Double(seconds))
    case .double(let seconds): return .date(seconds)
    default: return nil
    }
  }

  private static func row(_ content: JSONValue) -> QueryValue? {
    guard case .object(let object) = content, case .string(let entity)? = object["entity"],
      case .integer(let key)? = object["id"]
    else { return nil }
    return .reference(ObjectReference(entity: entity, key: key))
  }

  private static func malformed(_ member: JSONObject.Member) -> AdapterFailure {
    .line(code: "malformed-value", message: "the member \"\(member.name)\" has a value of the wrong kind")
  }
}

extension ProtocolValue {
  /// The greatest nesting of values in an answer. It is at least that of a request.
  private static let maximumDepth = JSONReader.maximumDepth

  /// The JSON of a value. Throws an issue of kind `limit` if values are nested too deeply, as in objects that contain themselves.
  public static func json(_ value: QueryValue) throws(PredicateIssue) -> JSONValue { try json(value, 0) }

  private static func json(_ value: QueryValue, _ depth: Int) throws(PredicateIssue) -> JSONValue {
    guard depth < maximumDepth else {
      throw PredicateIssue.error(
        "value-depth", nil, "a value must not have more than \(maximumDepth) levels of nesting", kind: .limit)
    }
    switch value {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return number(value)
    case .decimal(let value): return tagged("$decimal", .string(value.description))
    case .string(let value): return .string(value)
    case .date(let value): return tagged("$date", number(value))
    case .data(let value): return tagged("$data", .string(Base64.encode(value)))
    case .uuid(let value): return tagged("$uuid", .string(value.description))
    case .url(let value): return tagged("$url", .string(value))
    case .array(let elements): return .array(try json(elements, depth))
    case .set(let elements): return tagged("$set", .array(try json(elements, depth)))
    case .dictionary(let dictionary): return .object(try object(dictionary.keys, dictionary.values, depth))
    case .reference(let reference): return row(reference)
    case .object(let object):
      if let reference = object.reference { return row(reference) }
      let values = object.keys.map { object.value(forKey: $0) ?? .null }
      return tagged("$object", .object(try self.object(object.keys, values, depth)))
    }
  }

  private static func json(_ values: [QueryValue], _ depth: Int) throws(PredicateIssue) -> [JSONValue] {
    try values.map { value throws(PredicateIssue) in try json(value, depth + 1) }
  }

  private static func object(
    _ names: [String], _ values: [QueryValue], _ depth: Int
  ) throws(PredicateIssue) -> JSONObject {
    JSONObject(zip(names, try json(values, depth)).map { ($0, $1) })
  }

  private static func number(_ value: Double) -> JSONValue {
    value.isFinite ? .double(value) : tagged("$double", .string("\(value)"))
  }

  private static func row(_ reference: ObjectReference) -> JSONValue {
    tagged("$row", .object(JSONObject([("entity", .string(reference.entity)), ("id", .integer(reference.key))])))
  }

  private static func tagged(_ tag: String, _ content: JSONValue) -> JSONValue {
    .object(JSONObject([(tag, content)]))
  }
}

/// An object with fixed properties, written `{"$object":{…}}`. Reading another property is an error, and does not give nil.
struct ProtocolObject: QueryObject {
  let properties: QueryDictionary

  var entityName: String { "" }

  var reference: ObjectReference? { nil }

  /// True: the object consists only of its properties.
  var comparesByProperties: Bool { true }

  var keys: [String] { properties.keys }

  /// The value of a property; nil if the object does not have it.
  func value(forKey key: String) -> QueryValue? { properties[key] }
}
