import PredicateDocuments
import PredicateSyntax

/// A code of the language with its meaning, a wrong format and a right one, from `Grammar/errors.json`.
///
/// ```swift
/// LanguageCodeExample.of("not-in")?.right  // NOT a IN {1}
/// ```
public struct LanguageCodeExample: Sendable, Hashable {
  /// The code: `not-in`.
  public let code: String
  /// What the code means, as a sentence.
  public let reason: String
  /// A format with the code, followed by its entity, arguments and values; nil if no single format shows the code.
  public let wrong: String?
  /// A similar format without the code.
  public let right: String?

  /// The codes, in the order of `Grammar/errors.json`.
  public static let all: [LanguageCodeExample] = {
    let text = String(decoding: PackageResources.errors_json, as: UTF8.self)
    do {
      guard case .array(let elements) = try JSONReader.value(of: text) else { return [] }
      return elements.compactMap { LanguageCodeExample($0) }
    } catch {
      // The file is a resource of this library, and a test reads it, so an error is not expected.
      return []
    }
  }()

  /// The example for a code of the language; nil for another code.
  public static func of(_ code: String) -> LanguageCodeExample? { all.first { $0.code == code } }

  private init?(_ json: JSONValue) {
    guard case .object(let object) = json, case .string(let code)? = object["code"],
      case .string(let reason)? = object["meaning"]
    else { return nil }
    self.code = code
    self.reason = reason
    wrong = object["bad"].flatMap(Self.shown)
    right = object["good"].flatMap(Self.shown)
  }

  /// A format as text for people. A long one is shortened.
  private static func shown(_ json: JSONValue) -> String? {
    guard case .object(let object) = json else { return nil }
    var parts: [String] = []
    if case .string(let entity)? = object["entity"] { parts.append("of the entity \(entity)") }
    for (name, about) in [("object", "of the object"), ("arguments", "with the arguments"), ("variables", "with")] {
      guard let value = object[name] else { continue }
      let text = JSONWriter.text(of: value)
      // An object without members is not shown: it belongs to a format that reads no key.
      if text != "{}" { parts.append("\(about) \(shortened(text))") }
    }
    guard let format = format(object) else { return nil }
    return ([format.isEmpty ? "(nothing)" : shortened(format)] + parts.map { "  \($0)" }).joined(separator: "\n")
  }

  private static func format(_ object: JSONObject) -> String? {
    if case .string(let format)? = object["format"] { return format }
    guard case .object(let long)? = object["long"], case .string(let before)? = long["before"],
      case .string(let part)? = long["repeat"], case .integer(let times)? = long["times"],
      case .string(let after)? = long["after"]
    else { return nil }
    return "\(before)\(part)…\(after) (\(times) times “\(part)”)"
  }

  private static let mostCharacters = 120

  private static func shortened(_ text: String) -> String {
    text.count > mostCharacters ? text.prefix(mostCharacters - 1) + "…" : text
  }
}
