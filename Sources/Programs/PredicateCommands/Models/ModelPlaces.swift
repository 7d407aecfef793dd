import PredicateChecking
import PredicateDocuments
import PredicateModel
import PredicateSyntax

extension ModelIssue {
  /// The path of the part of a model file that the issue refers to: `entities.0.relationships.1`.
  func path(in model: DataModel) -> String {
    switch self {
    case .entityName(let name): Self.path(ofEntity: name, in: model, isLast: true)
    case .memberName(let entity, let name): Self.path(of: name, in: entity, model, isLast: true)
    case .missingKey(let entity, let name), .storage(let entity, let name), .destination(let entity, let name, _),
      .inverse(let entity, let name, _), .columns(let entity, let name), .defaultValue(let entity, let name),
      .counts(let entity, let name), .fetched(let entity, let name, _), .order(let entity, let name, _):
      Self.path(of: name, in: entity, model)
    case .validation(let entity, let name?, _, _): Self.path(of: name, in: entity, model) + ".validations"
    case .validation(let entity, nil, _, _): Self.path(ofEntity: entity, in: model) + ".validations"
    case .inheritance(let entity, _): Self.path(ofEntity: entity, in: model) + ".parent"
    case .unique(let entity, _): Self.path(ofEntity: entity, in: model) + ".unique"
    case .index(let entity, _): Self.path(ofEntity: entity, in: model) + ".indexes"
    case .userInfo(let entity, let name?, _): Self.path(of: name, in: entity, model) + ".userInfo"
    case .userInfo(let entity, nil, _): Self.path(ofEntity: entity, in: model) + ".userInfo"
    case .template(let name, _):
      model.fetchTemplates.lastIndex { $0.name.hasSameScalars(as: name) }.map { "templates.\($0)" } ?? "templates"
    case .text(let message): Self.path(before: message)
    case .file(let place, _): place
    case .format: "format"
    }
  }

  /// The message without the path before it.
  var plainDescription: String {
    guard case .text(let message) = self else { return description }
    let path = Self.path(before: message)
    return path.isEmpty ? message : String(message.dropFirst(path.count + 2))
  }

  /// The path before a message: `entities.0.name` for `entities.0.name: the key …`; empty if there is none.
  private static func path(before message: String) -> String {
    guard let colon = message.range(of: ": ") else { return "" }
    let path = message[..<colon.lowerBound]
    return path.contains(where: \.isWhitespace) ? "" : String(path)
  }

  private static func path(ofEntity name: String, in model: DataModel, isLast: Bool = false) -> String {
    func isIt(_ entity: Entity) -> Bool { entity.name.hasSameScalars(as: name) }
    let place = isLast ? model.entities.lastIndex(where: isIt) : model.entities.firstIndex(where: isIt)
    return place.map { "entities.\($0)" } ?? "entities"
  }

  private static func path(
    of name: String, in entity: String, _ model: DataModel, isLast: Bool = false
  ) -> String {
    let path = path(ofEntity: entity, in: model)
    guard let found = model.entities.first(where: { $0.name.hasSameScalars(as: entity) }) else { return path }
    // Indexes count only members that the entity declares itself, because a file lists only those.
    let own = found.declared
    let lists = [
      ("attributes", own.attributes.map(\.name)), ("relationships", own.relationships.map(\.name)),
      ("fetched", own.fetchedProperties.map(\.name)),
    ]
    let places = lists.flatMap { list, names in
      names.enumerated().filter { $0.element.hasSameScalars(as: name) }.map { "\(path).\(list).\($0.offset)" }
    }
    return (isLast ? places.last : places.first) ?? path
  }
}

/// The positions of the values in a JSON text, by their paths: `entities.0.attributes.2`. The text must be valid JSON.
struct JSONPlaces {
  private let bytes: [UInt8]
  private var position = 0
  private var offsets: [String: Int] = [:]

  init(_ text: String) {
    bytes = Array(text.utf8)
    read("")
  }

  /// The line and column of a value, from 1. If the path has no value, they are those of the nearest enclosing value.
  func place(of path: String) -> (line: Int, column: Int) {
    var path = path[...]
    while offsets[String(path)] == nil, let dot = path.lastIndex(of: ".") { path = path[..<dot] }
    return FileLines(bytes).position(offsets[String(path)] ?? 0)
  }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func read(_ path: String) {
    skipSpace()
    offsets[path] = position
    func inside(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
    switch byte {
    case UInt8(ascii: "{"):
      forEachElement(until: UInt8(ascii: "}")) { places, _ in
        let name = places.text()
        places.skipSpace()
        places.position += 1
        places.read(inside(name))
      }
    case UInt8(ascii: "["):
      forEachElement(until: UInt8(ascii: "]")) { places, index in places.read(inside("\(index)")) }
    case UInt8(ascii: "\""): _ = text()
    default: while position < bytes.count, !",]} \n\r\t".utf8.contains(byte) { position += 1 }
    }
  }

  private mutating func forEachElement(until end: UInt8, _ body: (inout JSONPlaces, Int) -> Void) {
    position += 1
    skipSpace()
    var index = 0
    while byte != end, position < bytes.count {
      body(&self, index)
      index += 1
      skipSpace()
      if byte == UInt8(ascii: ",") { position += 1 }
      skipSpace()
    }
    position += 1
  }

  /// Reads a text without its quotes. Escapes are not decoded, because the keys of model files have none.
  private mutating func text() -> String {
    position += 1
    let start = position
    while position < bytes.count, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    let end = min(position, bytes.count)
    position = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
