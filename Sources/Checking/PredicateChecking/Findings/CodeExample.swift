import PredicateDocuments
import PredicateSyntax

/// The explanation of a finding's code: a wrong text, a right text, and the reason.
///
/// ```swift
/// CodeExample.of("version-order")?.right  // os_vers_major >= 11
/// ```
public struct CodeExample: Sendable, Hashable {
  /// The profile of the example.
  public let profile: String
  /// The name of the file that the texts are the contents of; nil for texts that are predicates.
  public let file: String?
  /// A text with the finding.
  public let wrong: String
  /// A similar text without the finding.
  public let right: String
  /// Why the wrong text is wrong.
  public let reason: String

  private init(_ profile: String, _ wrong: String, _ right: String, _ reason: String, file: String? = nil) {
    self.profile = profile
    self.file = file
    self.wrong = wrong
    self.right = right
    self.reason = reason
  }

  /// The codes with an example: all codes of ``CheckCode``.
  public static var codes: [String] { CheckCode.allCases.map(\.rawValue) }
  /// The codes with an example, and the codes of the language.
  static var all: [String] { codes + DiagnosticCode.allCases.map(\.rawValue) }

  /// Whether a finding may have a code: a code with an example, a code of the language, or `refused-` or `misread-` with the name of a construct.
  static func exists(_ code: String) -> Bool {
    let construct = ["refused-", "misread-"].first(where: code.hasPrefix).map { String(code.dropFirst($0.count)) }
    return all.contains(code) || construct.flatMap(PredicateConstruct.init) != nil
  }

  /// The example of a code of ``CheckCode``; nil for another code.
  public static func of(_ code: String) -> CodeExample? { CheckCode(rawValue: code).map(example) }

  /// The profiles that refuse or misread the construct of a code such as `refused-or`, each with its rule.
  public static func rules(of code: String) -> [(profile: String, rule: ProfileRule)] {
    guard let name = ["refused-", "misread-"].first(where: code.hasPrefix).map({ code.dropFirst($0.count) }),
      let construct = PredicateConstruct(rawValue: String(name))
    else { return [] }
    let severity: PredicateIssue.Severity = code.hasPrefix("refused-") ? .error : .note
    return UseProfile.names.flatMap { profile -> [(profile: String, rule: ProfileRule)] in
      let rules: [ProfileRule]
      do throws(ProfileIssue) { rules = try UseProfile.named(profile).rules } catch { rules = [] }
      return rules.filter { $0.construct == construct && $0.severity == severity }.map { (profile, $0) }
    }
  }

  private static func example(_ code: CheckCode) -> CodeExample {
    switch code {
    case .unknownKey:
      .init(
        "oslog", #"subsytem == "com.example""#, #"subsystem == "com.example""#,
        "No record has this key, so the predicate finds nothing.")
    case .unknownVariable:
      .init(
        "jamf-protect", "$evnt.type == 1", "$event.type == 1",
        "The program that evaluates the predicate has no variable with this name.")
    case .unquotedWord:
      .init("munki", "machine_type == laptop", #"machine_type == "laptop""#, "A word without quotes is read as a key.")
    case .constantType:
      .init(
        "munki", #"os_vers_major == "15""#, "os_vers_major == 15",
        "The constant has another type than the key. A text never equals a number.")
    case .valueUnknown:
      .init("munki", #"arch == "arm46""#, #"arch == "arm64""#, "The key never has this value.")
    case .valueUnlikely:
      .init("munki", #"ANY catalogs == "tesing""#, #"ANY catalogs == "testing""#, "The value resembles a known value.")
    case .valueCase:
      .init(
        "munki", #"machine_type == "Laptop""#, #"machine_type == "laptop""#, "== distinguishes upper and lower case.")
    case .valueForm:
      .init(
        "munki", #"os_vers == "14""#, #"os_vers BEGINSWITH "14.""#,
        "No value of the key is written in this way. To compare only a part, use BEGINSWITH. Otherwise write the whole value."
      )
    case .quotedWord:
      .init(
        "oslog", #"messageType == "error""#, "messageType == error",
        "The value is a name that the program defines, so it must be written without quotes.")
    case .versionOrder:
      .init(
        "munki", #"os_vers >= "11.0""#, "os_vers_major >= 11",
        "Texts are compared character by character, so “9.0” is greater than “11.0”.")
    case .versionPrefix:
      .init("munki", #"os_vers BEGINSWITH "10.1""#, #"os_vers BEGINSWITH "10.1.""#, "10.10 begins with 10.1, too.")
    case .versionPart:
      .init(
        "munki", "os_vers_minor >= 15", "os_vers_major > 10 OR (os_vers_major == 10 AND os_vers_minor >= 15)",
        "The key is only one part of the version. Minor numbers begin with 0 again in each major version, so compare the major number, too."
      )
    case .castValue:
      .init(
        "munki", #"date > CAST("tomorrow", "NSDate")"#, #"date > CAST("2027-01-31T00:00:00Z", "NSDate")"#,
        "The text is not a date.")
    case .castName:
      .init(
        "munki", #"date > CAST("2027-01-31T00:00:00Z", "Date")"#, #"date > CAST("2027-01-31T00:00:00Z", "NSDate")"#,
        "It is not known whether Apple's systems accept this name of a type.")
    case .listCompared:
      .init("munki", #"catalogs == "testing""#, #"ANY catalogs == "testing""#, "A list never equals one value.")
    case .keyOfNumber:
      .init("autopkg", "version == 2.x", #"version == "2.x""#, "A number has no keys. Write a text in quotes.")
    case .keyNotSearched:
      .init(
        "spotlight", #"kMDItemPath == "/Users/*""#, #"kMDItemFSName == "*.pdf""#,
        "Spotlight shows the key, but cannot search for it.")
    case .anyOfOne:
      .init(
        "munki", #"ANY os_vers == "14.0""#, #"os_vers == "14.0""#, "ANY needs a list, but the key has only one value.")
    case .operatorRefused:
      .init(
        "oslog", "messageType >= error", "messageType == error OR messageType == fault",
        "The log can compare the key only with == and !=.")
    case .operatorType:
      .init(
        "munki", #"os_vers_major CONTAINS "1""#, "os_vers_major == 11",
        "The operator needs a text, but the key is a number.")
    case .caseSensitive:
      .init(
        "munki", #"hostname == "lab""#, #"hostname ==[c] "lab""#,
        "The same value is written in upper and in lower case.")
    case .accentSensitive:
      .init(
        "munki", #"hostname ==[c] "café""#, #"hostname ==[cd] "café""#,
        "A letter such as é may be stored as one character or as two.")
    case .unknownProperty:
      .init("munki", "hostname.size > 3", "hostname.length > 3", "Texts have no such property.")
    case .foreignWord:
      .init(
        "realm", "age > 3 SORT(name ASC)", "age > 3",
        "The word belongs to the queries of another SDK, not to predicates.")
    case .refusedFunction:
      .init("cloudkit", "max(a) > 1", "a > 1", "The program that evaluates the predicate refuses this function.")
    case .alwaysTrue:
      .init(
        "munki", "os_vers_major > 10 OR os_vers_major <= 10 OR arch == nil OR os_vers_major == nil",
        "os_vers_major > 10", "The condition is true for every record.")
    case .alwaysFalse:
      .init(
        "munki", #"arch == "arm64" AND arch == "x86_64""#, #"arch == "arm64" OR arch == "x86_64""#,
        "The condition is false for every record.")
    case .neverMatters:
      .init(
        "munki", "os_vers_major > 12 AND os_vers_major > 10", "os_vers_major > 12",
        "This part of the condition has no effect, because another part already determines the result.")
    case .chainQuotes:
      .init(
        "xcuitest", #"**/XCUIElementTypeCell[label == "A"]"#, #"**/XCUIElementTypeCell[`label == "A"`]"#,
        "The driver finds a predicate in a class chain only between back quotes, and reads class chains only with the class chain strategy."
      )
    case .escapeSwallowed:
      .init(
        "oslog", "log show --predicate \"process == \"mdm\"\"\n", "log show --predicate 'process == \"mdm\"'\n",
        "The file format removes quotes or backslashes that the predicate needs.", file: "collect.sh")
    case .interpolated:
      .init(
        "foundation", "let p = NSPredicate(format: \"name == '\\(name)'\")\n",
        "let p = NSPredicate(format: \"name == %@\", name)\n",
        "The value becomes part of the predicate. An apostrophe in the value makes the predicate invalid.",
        file: "Search.swift")
    case .argumentCount:
      .init(
        "foundation", "let p = NSPredicate(format: \"a == %@ AND b == %@\", a)\n",
        "let p = NSPredicate(format: \"a == %@ AND b == %@\", a, b)\n",
        "The number of arguments is not the number of placeholders.", file: "Search.swift")
    case .argumentType:
      .init(
        "foundation", "let p = NSPredicate(format: \"year > %@\", 1990)\n",
        "let p = NSPredicate(format: \"year > %ld\", 1990)\n",
        "An argument does not have the type that its placeholder needs.", file: "Search.swift")
    case .unreadableFile:
      .init(
        "munki", "installable_condition: hostname == \"a: b\"\n", "installable_condition: 'hostname == \"a: b\"'\n",
        "The file cannot be read.", file: "Example.yaml")
    }
  }
}

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
