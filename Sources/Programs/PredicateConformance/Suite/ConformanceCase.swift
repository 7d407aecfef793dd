import PredicateDocuments

/// A case of the suite: a request and its expectation. `Grammar/suite.schema.json` describes the JSON.
public struct ConformanceCase: Sendable {
  /// The text that a case tests.
  public enum Subject: Sendable {
    /// The text of a predicate.
    case format(String)
    /// The text of an expression, whose value is compared.
    case expression(String)
    /// The text of a fetch statement about the fixture `movies`.
    case statement(String)
  }

  /// The rows that a case filters.
  public struct Fixture: Sendable {
    /// `movies`, or the path of a database.
    public let name: String
    /// The entity whose rows are filtered.
    public let entity: String
    /// The engines that run the case; nil for all.
    public let engines: [String]?
  }

  /// The id, which is unique in the suite.
  public let id: String
  /// The name of the case's folder.
  public let topic: String
  /// The rule of the specification that the case shows.
  public let rule: String
  /// The text that is parsed or evaluated.
  public let subject: Subject
  /// The fixture that the predicate filters; nil for a case that evaluates.
  public let fixture: Fixture?
  /// The expected answer.
  public let expectation: ConformanceExpectation
  /// The expected canonical text; nil if the case does not compare it.
  public let canonical: String?
  /// Whether the case is required.
  public let level: ConformanceLevel
  /// The source that the expectation is taken from.
  public let source: String
  /// The productions of the grammar that the case uses.
  public let productions: [String]
  /// The dialects that have the expected behaviour. All dialects if the case names none.
  public let dialects: [ConformanceDialect]
  /// The capabilities that an implementation needs for the case.
  public let capabilities: [String]
  /// The rung of the ladder that the case belongs to; nil for a case that needs more than `core`.
  public let rung: Int?
  /// The file in the suite and the line: `nil/basics.json:4`. Empty for a case that does not come from a file.
  public internal(set) var place = ""
  /// `arguments`, `variables` and `object`, as written in the file.
  let inputs: [JSONObject.Member]

  /// The name of the case's member that contains its text.
  var textName: String {
    switch subject {
    case .format: "format"
    case .expression: "expression"
    case .statement: "statement"
    }
  }

  /// The text of the predicate, expression or statement.
  public var text: String {
    switch subject {
    case .format(let text), .expression(let text), .statement(let text): text
    }
  }
}

extension ConformanceCase {
  /// Reads a case. Unknown members are ignored.
  init(_ json: JSONValue, topic: String) throws(ConformanceFormatError) {
    guard case .object(let object) = json else { throw ConformanceFormatError("a test case must be a JSON object") }
    let id = try object.text("id")
    self.id = id
    self.topic = topic
    rule = try object.text("rule", in: id)
    source = try object.text("source", in: id)
    let name = try object.text("level", in: id)
    guard let level = ConformanceLevel(rawValue: name) else {
      throw ConformanceFormatError("\(id): there is no level \"\(name)\"")
    }
    self.level = level
    subject = try Self.subject(object, id)
    fixture = try Self.fixture(object, id)
    canonical = object["canonical"] == nil ? nil : try object.text("canonical", in: id)
    productions = (object["production"]?.strings) ?? []
    inputs = ["arguments", "variables", "object"].compactMap { name in object[name].map { (name, $0) } }
    dialects = try Self.dialects(object, id)
    capabilities = object["capabilities"]?.strings ?? ["core"]
    rung = if case .integer(let number)? = object["rung"] { Int(number) } else { nil }
    expectation = try Self.expectation(object, id) { expect throws(ConformanceFormatError) in try .read(expect) }
  }

  /// Reads a case with a fetch statement (see `Grammar/fetch.schema.json`). It has a name, is always required, and belongs only to the dialect
  /// `open`.
  init(statement json: JSONValue) throws(ConformanceFormatError) {
    guard case .object(let object) = json else { throw ConformanceFormatError("a test case must be a JSON object") }
    let id = "fetch." + (try object.text("name"))
    let text = try object.text("statement", in: id)
    self.id = id
    topic = "fetch"
    rule = try object.text("rule", in: id)
    source = "fetch.ebnf"
    level = .required
    subject = .statement(text)
    fixture = nil
    canonical = nil
    productions = []
    inputs = object["variables"].map { [("variables", $0)] } ?? []
    dialects = [.open]
    capabilities = ["core", "fetch"]
    rung = nil
    expectation = try Self.expectation(object, id) { expect throws(ConformanceFormatError) in
      try .read(expect, ofStatement: text)
    }
  }

  private static func expectation(
    _ object: JSONObject, _ id: String,
    read: (JSONValue) throws(ConformanceFormatError) -> ConformanceExpectation
  ) throws(ConformanceFormatError) -> ConformanceExpectation {
    guard let expect = object["expect"] else { throw ConformanceFormatError("\(id): there is no \"expect\"") }
    do {
      return try read(expect)
    } catch {
      throw ConformanceFormatError("\(id): \(error)")
    }
  }

  private static func subject(_ object: JSONObject, _ id: String) throws(ConformanceFormatError) -> Subject {
    guard (object["format"] == nil) != (object["expression"] == nil) else {
      throw ConformanceFormatError("\(id): a test case must have exactly one of \"format\" and \"expression\"")
    }
    if object["format"] != nil { return .format(try object.text("format", in: id)) }
    return .expression(try object.text("expression", in: id))
  }

  private static func dialects(_ object: JSONObject, _ id: String) throws(ConformanceFormatError)
    -> [ConformanceDialect]
  {
    guard let names = object["dialects"]?.strings else { return ConformanceDialect.allCases }
    return try names.map { name throws(ConformanceFormatError) in
      if let dialect = ConformanceDialect(rawValue: name) { return dialect }
      throw ConformanceFormatError("\(id): there is no dialect \"\(name)\"")
    }
  }

  private static func fixture(_ object: JSONObject, _ id: String) throws(ConformanceFormatError) -> Fixture? {
    if object["fixture"] == nil { return nil }
    return Fixture(
      name: try object.text("fixture", in: id), entity: try object.text("entity", in: id),
      engines: object["engines"]?.strings)
  }
}

extension JSONObject {
  /// A member that must be a string. Throws otherwise.
  fileprivate func text(_ name: String, in id: String? = nil) throws(ConformanceFormatError) -> String {
    guard case .string(let text)? = self[name] else {
      throw ConformanceFormatError((id.map { "\($0): " } ?? "a case: ") + "there is no string \"\(name)\"")
    }
    return text
  }
}

extension JSONValue {
  /// The elements of an array of strings; nil for anything else.
  var strings: [String]? { elements { if case .string(let text) = $0 { text } else { nil } } }

  /// The elements of an array of integers; nil for anything else.
  var integers: [Int64]? { elements { if case .integer(let number) = $0 { number } else { nil } } }

  private func elements<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
    guard case .array(let elements) = self else { return nil }
    let found = elements.compactMap(read)
    return found.count == elements.count ? found : nil
  }
}

/// Whether a case is required.
public enum ConformanceLevel: String, Sendable, Hashable, CaseIterable {
  /// Part of conformance.
  case required
  /// An implementation may leave it out.
  case optional
  /// Apple does not define the behaviour. The case expects this project's behaviour.
  case choice
}

/// The dialect whose behaviour the suite tests.
///
/// ```swift
/// ConformanceDialect(rawValue: "apple")?.comparesKinds  // false
/// ```
public enum ConformanceDialect: String, Sendable, Hashable, CaseIterable {
  /// The behaviour of Apple's systems, as far as public evidence shows it.
  case apple
  /// The rules of this project.
  case open

  /// Whether an error must have the expected kind. Apple's systems raise exceptions without a kind.
  public var comparesKinds: Bool { self == .open }

  /// Whether an integer, a double and a decimal with the same value differ. Apple's systems use `NSNumber` for all of them.
  public var comparesNumberTypes: Bool { self == .open }
}

/// The reason why a file is not a valid file of the suite.
public struct ConformanceFormatError: Error, Sendable, CustomStringConvertible {
  /// The problem, with its file and case if they are known.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
