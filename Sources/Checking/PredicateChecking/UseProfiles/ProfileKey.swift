import PredicateModel

/// What a profile knows about one key: its type, its values, and how it is compared.
public struct ProfileKey: Sendable, Hashable {
  /// The type, which decides the constants that the key may be compared with.
  public var type: ProfileType
  /// The type of the elements of a list.
  public var element: ProfileType?
  /// The meaning of the key, in a sentence.
  public var about: String?
  /// The name of the source that documents the key.
  public var source: String?
  /// All values of the key, if no others exist.
  public var values: [ProfileValue] = []
  /// Some values of the key, if others may exist.
  public var known: [ProfileValue] = []
  /// Unquoted words for values, with their numbers: `error` for 16. The number is nil if it is not documented.
  public var words: [String: Int64?] = [:]
  /// The only operators that the key allows; empty if every operator is allowed.
  public var operators: [String] = []
  /// Whether the key's text is a version: `15.4.1`.
  public var holdsVersion = false
  /// The keys that hold the parts of this key's version as numbers.
  public var parts: [String] = []
  /// A regular expression that every value matches as a whole.
  public var form: String?
  /// The pattern in words: “numbers with points between them”.
  public var formAbout: String?
  /// Whether the same value occurs in upper and lower case.
  public var caseVaries = false
  /// The members of an object, or of the elements of a list.
  public var members: [String: ProfileKey]
  /// How a member that is not listed is reported; nil if the profile has no facts about members.
  public var unknownMembers: UnknownNames?
  /// Whether a comparison of the list compares each element.
  public var comparesElements = false
  /// Why the consumer's search never finds the key, although the consumer shows it elsewhere; nil for every other key.
  public var notSearched: String?

  /// The key of records that holds a path whose last part is this key's value: `processImagePath` for `process`.
  public var lastPartOf: String?

  /// A key with a type and no other facts.
  ///
  /// ```swift
  /// ProfileKey(.list, of: .text)
  /// ```
  public init(_ type: ProfileType, of element: ProfileType? = nil, members: [String: ProfileKey] = [:]) {
    self.type = type
    self.element = element
    self.members = members
  }

  /// Reads a type in the words of a profile's page: `text`, `list of text`; nil for other words.
  init?(word: String) {
    let words = word.split(separator: " ").map(String.init)
    guard let type = words.first.flatMap(ProfileType.init) else { return nil }
    switch words.count {
    case 1: self.init(type)
    case 3 where type == .list && words[1] == "of":
      guard let element = ProfileType(rawValue: words[2]) else { return nil }
      self.init(.list, of: element)
    default: return nil
    }
  }

  /// The key for one element of the list; the key itself if it is not a list.
  var ofElements: ProfileKey {
    guard type == .list else { return self }
    var key = self
    key.type = element ?? .any
    key.element = nil
    return key
  }

  /// The key for a member that is read from each element of a list: a list of the member's values.
  var throughList: ProfileKey {
    guard type != .list else { return self }
    var key = self
    key.element = type
    key.type = .list
    return key
  }
}

extension ProfileKey: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case type, of, about, source, values, known, words, operators, holds, parts, form, formAbout, `case`, members
    case unknownMembers, comparesElements, notSearched, lastPartOf
  }

  /// Reads the JSON object of a key; an unknown member is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(container[.type], of: container[ifPresent: .of], members: container[.members, usual: [:]])
    about = try container[ifPresent: .about]
    source = try container[ifPresent: .source]
    values = try container[.values, usual: []]
    known = try container[.known, usual: []]
    words = try container[.words, usual: [:]]
    operators = try container[.operators, usual: []]
    holdsVersion = try container[ifPresent: .holds] == "version"
    parts = try container[.parts, usual: []]
    form = try container[ifPresent: .form]
    formAbout = try container[ifPresent: .formAbout]
    caseVaries = try container[ifPresent: .case] == "varies"
    unknownMembers = try container[ifPresent: .unknownMembers]
    comparesElements = try container[.comparesElements, usual: false]
    notSearched = try container[ifPresent: .notSearched]
    lastPartOf = try container[ifPresent: .lastPartOf]
  }
}

/// The type of the values of a key, as profiles name it.
public enum ProfileType: String, Sendable, Hashable, Decodable, CaseIterable {
  /// A string.
  case text
  /// A whole number.
  case integer
  /// A number with or without a fraction.
  case number
  /// True or false.
  case boolean
  /// A date and time.
  case date
  /// Bytes.
  case data
  /// Several values of the type ``ProfileKey/element``.
  case list
  /// A value with members.
  case object
  /// A type that no document specifies.
  case any

  /// The type as a phrase in a message: `a text`.
  var phrase: String {
    switch self {
    case .text: "a text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .list: "a list"
    case .object: "an object"
    case .any: "a value"
    }
  }
}

/// A value that a profile lists for a key: a text or an integer.
public enum ProfileValue: Sendable, Hashable {
  /// A value in quotes: `"arm64"`.
  case text(String)
  /// A whole number: `14`.
  case integer(Int64)
}

extension ProfileValue: Decodable {
  /// Reads a JSON string or integer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .text(try container.decode(String.self))
    } catch DecodingError.typeMismatch {
      self = .integer(try container.decode(Int64.self))
    }
  }
}

extension ProfileValue: CustomStringConvertible {
  /// The value as a message shows it: the text itself, or the digits.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    }
  }
}

/// How a profile treats a name that it does not list.
public enum UnknownNames: String, Sendable, Hashable, Decodable {
  /// The consumer has no such name: an error.
  case error
  /// The consumer may have it: a note.
  case note
  /// The list is incomplete. A note if a listed name is similar.
  case near
  /// The consumer finds nothing by another name. A name that resembles a listed name is an error, and any other name a note.
  case nearError = "near-error"
  /// The user chooses the names, so nothing is reported.
  case unnoted
}
