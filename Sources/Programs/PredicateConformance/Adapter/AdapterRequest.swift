import PredicateDocuments
import PredicateValues

/// One request of the protocol, with typed access to its members. A member with the value `null` counts as missing.
struct AdapterRequest {
  private let members: JSONObject

  init(_ line: [UInt8]) throws(AdapterFailure) {
    let value: JSONValue
    do {
      value = try JSONReader.value(of: line)
    } catch {
      throw .line(code: error.reason.rawValue, message: error.message)
    }
    guard case .object(let members) = value else {
      throw .line(code: "not-an-object", message: "expected a JSON object, found another JSON value")
    }
    self.members = members
  }

  /// The id of the request, which the answer repeats; nil without one.
  var id: JSONValue? { members["id"] }

  /// A string that the op needs. Throws if the member is missing.
  func text(_ name: String) throws(AdapterFailure) -> String {
    guard let value = member(name) else {
      throw .line(code: "missing-member", message: "the operation needs the member \"\(name)\", which is missing")
    }
    guard case .string(let text) = value else { throw Self.wrongType(name, "a string") }
    return text
  }

  /// A string, or another value as JSON text; nil if the member is missing.
  func json(_ name: String) -> String? {
    switch member(name) {
    case nil: nil
    case .string(let text): text
    case let value?: JSONWriter.text(of: value)
    }
  }

  /// A boolean; false if the member is missing.
  func boolean(_ name: String) throws(AdapterFailure) -> Bool {
    guard let value = member(name) else { return false }
    guard case .boolean(let boolean) = value else { throw Self.wrongType(name, "a boolean") }
    return boolean
  }

  /// The arguments. Nil if the member is missing, which is different from an empty array. A format cannot contain an object with properties or a
  /// collection with such an object. These values are appended to `variables` and passed as variables, whose names are too long to occur in the text.
  func arguments(
    of text: String, _ variables: inout [AdapterEngine.Variable]
  ) throws(AdapterFailure) -> [QueryArgument]? {
    guard let value = member("arguments") else { return nil }
    guard case .array(let elements) = value else { throw Self.wrongType("arguments", "an array") }
    var arguments: [QueryArgument] = []
    arguments.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      let value = try ProtocolValue.value(of: element)
      if let argument = QueryArgument(value) {
        arguments.append(argument)
      } else {
        let name = Self.name(position, longerThan: ([text] + variables.map(\.0)).map(\.utf8.count).max() ?? 0)
        variables.append((name, value))
        arguments.append(.expression(.variable(name)))
      }
    }
    return arguments
  }

  private static func name(_ position: Int, longerThan count: Int) -> String {
    "argument \(position + 1)" + String(repeating: " ", count: count)
  }

  /// The variables by name. If a name occurs twice, the last value counts. The `$` before a name is optional.
  func variables() throws(AdapterFailure) -> [AdapterEngine.Variable] {
    guard let value = member("variables") else { return [] }
    guard case .object(let object) = value else { throw Self.wrongType("variables", "an object") }
    let pairs = try object.members.map { member throws(AdapterFailure) in
      let name =
        member.name.utf8.first == UInt8(ascii: "$") ? String(member.name.unicodeScalars.dropFirst()) : member.name
      return (name, try ProtocolValue.value(of: member.value))
    }
    let variables = QueryDictionary(pairs)
    return Array(zip(variables.keys, variables.values))
  }

  /// The object for the evaluation; `.null` if the member is missing.
  func object() throws(AdapterFailure) -> QueryValue {
    try ProtocolValue.value(of: members["object"] ?? .null)
  }

  private func member(_ name: String) -> JSONValue? {
    if let value = members[name], case .null = value { nil } else { members[name] }
  }

  private static func wrongType(_ name: String, _ expected: String) -> AdapterFailure {
    .line(code: "wrong-member", message: "expected \(expected) as the member \"\(name)\", found another JSON value")
  }
}
