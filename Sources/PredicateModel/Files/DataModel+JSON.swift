import Foundation

extension DataModel {
  /// The form of model files that this version writes, and the latest that it reads.
  public static let jsonFormat = 1

  /// Reads a model from the text of ``jsonText()`` and validates it.
  ///
  /// - Throws: ``ModelIssue``: `text` where it is no such JSON, `format` where it is of a later form, or what ``validate()`` finds.
  public init(jsonText: String) throws(ModelIssue) {
    do {
      self = try JSONDecoder().decode(ModelFile.self, from: Data(jsonText.utf8)).model
    } catch let issue as ModelIssue {
      throw issue
    } catch let error as DecodingError {
      throw .text(error.modelMessage)
    } catch {
      throw .text("\(error)")
    }
    try validate()
  }

  /// The model as JSON on one line, keys sorted: two models are the same exactly when their texts are.
  ///
  /// - Throws: ``ModelIssue`` `text` where the encoder fails.
  public func jsonText() throws(ModelIssue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(ModelFile(model: self)), as: UTF8.self)
    } catch {
      throw .text("\(error)")
    }
  }
}

/// The outermost object of a model file.
private struct ModelFile: Codable {
  let model: DataModel

  private enum Key: String, CodingKey { case format, entities }

  init(model: DataModel) { self.model = model }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard format <= DataModel.jsonFormat else {
      throw ModelIssue.format(found: format, supported: DataModel.jsonFormat)
    }
    model = DataModel(entities: try container.decode([Entity].self, forKey: .entities))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(DataModel.jsonFormat, forKey: .format)
    try container.encode(model.entities, forKey: .entities)
  }
}

extension DecodingError {
  /// What is wrong and where: `entities.0.name: no such key`.
  fileprivate var modelMessage: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? "" : path.joined(separator: ".") + ": "
    }
    return switch self {
    case .keyNotFound(let key, let context): "\(place(context))the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      place(context) + context.debugDescription
    @unknown default: "\(self)"
    }
  }
}
