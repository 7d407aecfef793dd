import Foundation

/// The content of a model file: a whole model, or changes to the model of a database's schema.
///
/// Both are JSON with a `format`. A file with `"extends": "schema"` has changes only (``ModelChanges``). Any other file is a whole model, as
/// ``DataModel/fileText()`` writes it. An unknown key is an error, so that a typing error is not ignored.
public enum ModelFile: Sendable {
  /// A whole model.
  case whole(DataModel)
  /// Changes to the schema's model.
  case changes(ModelChanges)

  /// Reads the text of a file.
  ///
  /// - Throws: ``ModelIssue``: `text` with the position if the text is not a model file in JSON, `format` if its format is newer, or an error of
  ///   ``DataModel/validate()`` in a whole model.
  public init(jsonText: String) throws(ModelIssue) {
    try self.init(unvalidatedJSON: jsonText)
    if case .whole(let model) = self { try model.validate() }
  }

  /// Reads the text of a file without validating a whole model.
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

  /// The file with one more change, which sets the type of an attribute by its column. In a whole model the attribute itself is changed.
  ///
  /// ```swift
  /// let change = AttributeChange(column: "ordered_at", type: .date, storage: .iso8601Text)
  /// try modelFile.adding(change, ofTable: "orders").text()
  /// ```
  ///
  /// - Throws: ``ModelIssue`` `file` if a whole model lacks the column, or if the storage cannot hold the type.
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

  /// The text of the file. Reading the text gives an equal file.
  ///
  /// - Throws: ``ModelIssue`` `text` if the encoder fails.
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
          throw container.fault(
            .guess, "a whole model cannot have “guess”. In a file that changes the model of a database, add “extends”")
        }
        file = try .whole(
          DataModel(entities: container[.entities], fetchTemplates: container[.templates, usual: []]))
        return
      }
      guard base == "schema" else {
        throw container.fault(.extends, "expected “schema”, found “\(base)”")
      }
      guard !container.contains(.templates) else {
        throw container.fault(
          .templates, "only a file with a whole model can have templates, but “extends” makes this a file with changes")
      }
      file = try .changes(
        ModelChanges(guesses: container[.guess, usual: true], entities: container[.entities, usual: []]))
    }
  }
}

extension DecodingError {
  /// The error with the path of its place: `entities.0.name: no such key`.
  package var modelMessage: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? "" : path.joined(separator: ".") + ": "
    }
    switch self {
    case .keyNotFound(let key, let context): return "\(place(context))the key “\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): return place(context) + context.debugDescription
    case .dataCorrupted(let context):
      // If the text is not JSON, Foundation's underlying error has the line and column.
      let beneath = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      return place(context) + (beneath ?? context.debugDescription)
    @unknown default: return "\(self)"
    }
  }
}
