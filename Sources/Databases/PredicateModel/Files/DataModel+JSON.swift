import Foundation
import PredicateSyntax

extension DataModel {
  /// The format of model files that this version writes, which is also the newest that it reads.
  public static let jsonFormat = 1

  /// Reads a whole model from the text of ``jsonText()`` or ``fileText()``, and validates the model.
  ///
  /// - Throws: ``ModelIssue``: `text` if the text is not a model in JSON, `format` if the model's format is newer, or an error of ``validate()``.
  public init(jsonText: String) throws(ModelIssue) {
    guard case .whole(let model) = try ModelFile(jsonText: jsonText) else {
      throw .text("expected a file with a whole model, found a file that only changes the model of a database")
    }
    self = model
  }

  /// The model as JSON on one line with sorted keys. Two models are equal if and only if their texts are.
  ///
  /// - Throws: ``ModelIssue`` `text` if the encoder fails.
  public func jsonText() throws(ModelIssue) -> String {
    let templates = fetchTemplates.isEmpty ? "" : ",\"templates\":\(try Self.text(of: fetchTemplates))"
    return "{\"entities\":\(try Self.text(of: entities)),\"format\":\(Self.jsonFormat)\(templates)}"
  }

  /// The model as JSON for editing: one line for each attribute, relationship, fetched property and fetch template.
  ///
  /// - Throws: ``ModelIssue`` `text` if the encoder fails.
  public func fileText() throws(ModelIssue) -> String {
    var parts: [String] = []
    for entity in entities.map(\.declared) {
      let listed: [Entity.FileKey: [any Encodable]] = [
        .attributes: entity.attributes, .relationships: entity.relationships, .fetched: entity.fetchedProperties,
        .transient: entity.transientMembers,
      ]
      var (fields, lists): ([String], [String]) = ([], [])
      for case (let key, let value?) in entity.fileMembers {
        if let elements = listed[key] {
          lists.append("\"\(key.rawValue)\": \(try Self.lines(of: elements))")
        } else {
          fields.append("\"\(key.rawValue)\": \(try Self.text(of: value))")
        }
      }
      parts.append("    {\(fields.joined(separator: ", ")),\n      \(lists.joined(separator: ",\n      "))}")
    }
    let list = parts.isEmpty ? "[]" : "[\n\(parts.joined(separator: ",\n"))\n  ]"
    let templates =
      fetchTemplates.isEmpty ? "" : ",\n  \"templates\": \(try Self.lines(of: fetchTemplates, indent: "    "))"
    return "{\n  \"format\": \(Self.jsonFormat),\n  \"entities\": \(list)\(templates)\n}\n"
  }

  /// A list with one line per element.
  private static func lines(of elements: [any Encodable], indent: String = "        ") throws(ModelIssue) -> String {
    var lines: [String] = []
    for element in elements { lines.append("\(indent)\(try text(of: element))") }
    return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n\(indent.dropLast(2))]"
  }

  private static func text(of value: some Encodable) throws(ModelIssue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .text("\(error)")
    }
  }
}
