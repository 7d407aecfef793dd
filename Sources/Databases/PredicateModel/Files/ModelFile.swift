import Foundation

/// What a model file says: a whole model, or what to change in the one that a database's schema tells.
///
/// Both are JSON with a `format`. A file with `"extends": "schema"` names only what it changes (``ModelChanges``); any other one is the
/// whole model, as ``DataModel/fileText()`` writes it. A key that no form knows is an error, so that a typo is no silent loss.
public enum ModelFile: Sendable {
  /// Everything.
  case whole(DataModel)
  /// What differs from the schema.
  case changes(ModelChanges)

  /// Reads a file's text.
  ///
  /// - Throws: ``ModelIssue``: `text` where it is no such JSON, with the place, `format` where it is of a later form, or what
  ///   ``DataModel/validate()`` finds in a whole model.
  public init(jsonText: String) throws(ModelIssue) {
    try self.init(unvalidatedJSON: jsonText)
    if case .whole(let model) = self { try model.validate() }
  }

  /// The same of a file whose model may not validate.
  package init(unvalidatedJSON jsonText: String) throws(ModelIssue) {
    do {
      self = try JSONDecoder().decode(Content.self, from: Data(jsonText.utf8)).file
    } catch let issue as ModelIssue {
      throw issue
    } catch let error as DecodingError {
      throw .text(error.modelMessage)
    } catch {
      throw .text("\(error)")
    }
  }

  /// The file with one more change: the type of an attribute, by its column. Of a whole model it is the model with the change.
  ///
  /// ```swift
  /// let change = AttributeChange(column: "ordered_at", type: .date, storage: .iso8601Text)
  /// try file.adding(change, ofTable: "orders").text()
  /// ```
  ///
  /// - Throws: ``ModelIssue`` `file` where a whole model has no such column, or the storage does not hold the type.
  public func adding(_ change: AttributeChange, ofTable table: String) throws(ModelIssue) -> ModelFile {
    switch self {
    case .whole(let model):
      return .whole(
        try ModelChanges(entities: [EntityChange(table: table, attributes: [change])]).applied(to: model))
    case .changes(var changes):
      changes.add(change, ofTable: table)
      return .changes(changes)
    }
  }

  /// The text of the file, which reads back as the same.
  ///
  /// - Throws: ``ModelIssue`` `text` where the encoder fails.
  public func text() throws(ModelIssue) -> String {
    switch self {
    case .whole(let model): return try model.fileText()
    case .changes(let changes):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let content = WrittenChanges(guess: changes.guesses ? nil : false, entities: changes.entities)
      do {
        return String(decoding: try encoder.encode(content), as: UTF8.self) + "\n"
      } catch {
        throw .text("\(error)")
      }
    }
  }

  /// The outermost object of a file of changes.
  private struct WrittenChanges: Encodable {
    var format = DataModel.jsonFormat
    var extends = "schema"
    let guess: Bool?
    let entities: [EntityChange]
  }

  /// The outermost object.
  private struct Content: Decodable {
    let file: ModelFile

    private enum Key: String, CodingKey, CaseIterable { case format, extends, guess, entities, templates }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(knowingOnly: Key.self)
      let format: Int = try container[.format]
      guard format <= DataModel.jsonFormat else {
        throw ModelIssue.format(found: format, supported: DataModel.jsonFormat)
      }
      guard let base: String = try container[ifPresent: .extends] else {
        guard !container.contains(.guess) else {
          throw container.fault(.guess, "a whole model guesses nothing; “extends” is missing")
        }
        file = try .whole(
          DataModel(entities: container[.entities], fetchTemplates: container[.templates, usual: []]))
        return
      }
      guard base == "schema" else {
        throw container.fault(.extends, "expected “schema”, found “\(base)”")
      }
      guard !container.contains(.templates) else {
        throw container.fault(.templates, "only a whole model has templates; “extends” is there")
      }
      file = try .changes(
        ModelChanges(guesses: container[.guess, usual: true], entities: container[.entities, usual: []]))
    }
  }
}

extension DecodingError {
  /// What is wrong and where: `entities.0.name: no such key`.
  package var modelMessage: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? "" : path.joined(separator: ".") + ": "
    }
    switch self {
    case .keyNotFound(let key, let context): return "\(place(context))the key “\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): return place(context) + context.debugDescription
    case .dataCorrupted(let context):
      // Where the text is no JSON, Foundation tells the line and column in the error beneath.
      let beneath = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      return place(context) + (beneath ?? context.debugDescription)
    @unknown default: return "\(self)"
    }
  }
}
