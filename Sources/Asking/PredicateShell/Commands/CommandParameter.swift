import PredicateModel
import PredicateSyntax

/// A parameter of a command. Help shows it, completion proposes its values, and ``CommandArguments`` reads its argument.
///
/// ```swift
/// [.option("--force"), .required(.file), .optional(.statement)]  // [--force] FILE [STATEMENT]
/// ```
struct CommandParameter: Sendable {
  /// An argument that is not one of a few fixed words.
  enum Kind: String, Sendable {
    case assignments = "$NAME = VALUE …"
    case attribute = "ENTITY.ATTRIBUTE"
    /// A kind of chart (`bars`, `lines`, `histogram`), and a column of the last answer.
    case chart = "bars|lines|histogram COLUMN"
    case entity = "ENTITY"
    case file = "FILE"
    /// The key of an object: an integer, or the value of another primary key of one column. For views and for primary keys of several columns it is
    /// the number of the row, from 1.
    case key = "KEY"
    /// The name of a saved statement.
    case name = "NAME"
    /// A positive integer.
    case number = "NUMBER"
    /// The destination of `.go`: `3.lentToFriend`, `Customer["ALFKI"]`, `lentMovies`.
    case place = "PLACE"
    /// A statement in the database's own SQL.
    case sql = "SQL"
    case statement = "STATEMENT"
    /// The subject of `.help`.
    case topic = "TOPIC"
    /// The name of a time zone.
    case zone = "ZONE"

    /// A description of the argument for messages.
    var description: String {
      switch self {
      case .assignments: "$name = value"
      case .attribute: "an attribute with its entity: Movie.year"
      case .chart: "bars, lines or histogram, or a column of the last answer"
      case .entity: "the name of an entity"
      case .file: "a file"
      case .key: "the key of an object"
      case .name: "a name"
      case .number: "a number from 1"
      case .place: "a row of the last answer, an object as ENTITY[KEY], or a relationship"
      case .sql: "a statement of SQL"
      case .statement: "an entity or a predicate"
      case .topic: "a help topic (.help topics lists the topics)"
      case .zone: "the name of a time zone"
      }
    }

    /// Whether the argument may contain spaces, so that it extends to the end of the text.
    var takesRest: Bool {
      switch self {
      case .assignments, .chart, .entity, .file, .place, .sql, .statement, .topic: true
      case .attribute, .key, .name, .number, .zone: false
      }
    }
  }

  /// The fixed words that the parameter accepts, in upper or lower case.
  let words: [String]
  /// The kind of argument that the parameter accepts instead of a fixed word; nil if it accepts only fixed words.
  let kind: Kind?
  /// Whether the argument must be given.
  let isRequired: Bool
  /// Whether the parameter is an option: a word before or after all other arguments.
  let isOption: Bool
  /// The text that help shows instead of all fixed words; nil to show the words.
  let label: String?

  /// A parameter that may be omitted.
  static func optional(_ kind: Kind?, or words: [String] = [], label: String? = nil) -> CommandParameter {
    CommandParameter(words: words, kind: kind, isRequired: false, isOption: false, label: label)
  }

  /// A parameter that must be given.
  static func required(_ kind: Kind?, or words: [String] = [], label: String? = nil) -> CommandParameter {
    CommandParameter(words: words, kind: kind, isRequired: true, isOption: false, label: label)
  }

  /// A word that begins with two minus signs and may be omitted.
  static func option(_ word: String) -> CommandParameter {
    CommandParameter(words: [word], kind: nil, isRequired: false, isOption: true, label: nil)
  }

  /// `on` or `off`; may be omitted.
  static let onOrOff = optional(nil, or: ["on", "off"])

  /// The types of attributes.
  static let typeNames = [
    "boolean", "integer", "double", "decimal", "string", "date", "data", "uuid", "url", "any",
  ]

  /// A type of an attribute, or a storage format of its values.
  static let type = optional(
    nil, or: typeNames + AttributeStorage.allCases.map(\.rawValue).filter { !typeNames.contains($0) },
    label: "TYPE|STORAGE")

  static let mode = optional(nil, or: OutputMode.allCases.map(\.rawValue), label: "MODE")

  /// The parameter in help: `[on|off|STATEMENT]`.
  var usage: String {
    let all = (kind.map { [$0.rawValue] } ?? []) + (label.map { [$0] } ?? words)
    let text = all.joined(separator: "|")
    return isRequired ? text : "[\(text)]"
  }

  /// The greatest number of words that a message lists.
  private static let mostWords = 20

  /// The description of the parameter in messages: `on or off`.
  var expected: String {
    // Only types and storages have so many words. The message names the types, and `.help` lists all words.
    if words.count > Self.mostWords {
      return Self.typeNames.joined(separator: ", ") + ", json or a storage (.help type)"
    }
    let all = (kind.map { [$0.description] } ?? []) + words
    return all.count == 2 ? all.joined(separator: " or ") : all.joined(separator: ", ")
  }

  /// The fixed word that was typed, in upper or lower case; nil for another text.
  func word(_ typed: String) -> String? {
    let wanted = typed.lowercased()
    return words.first { $0.hasSameScalars(as: wanted) || $0.lowercased().hasSameScalars(as: wanted) }
  }
}
