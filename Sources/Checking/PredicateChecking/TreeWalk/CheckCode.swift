import PredicateDocuments
import PredicateSyntax

/// The stable codes of a profile's findings in a predicate, in addition to those of the language (``DiagnosticCode``).
///
/// If the consumer refuses a construct, the code is `refused-` and the construct's name. If it misreads the construct, the code is `misread-` and the
/// name: `refused-or`, `misread-contains`.
public enum CheckCode: String, Sendable, Hashable, CaseIterable {
  /// `os_version == "14"`: a key that no record has.
  case unknownKey = "unknown-key"
  /// `$evnt.path == "x"`: a variable that the consumer does not set.
  case unknownVariable = "unknown-variable"
  /// `machine_type == laptop`: a word without quotes is a key.
  case unquotedWord = "unquoted-word"
  /// `os_vers_major == "15"`: a constant of another type than the key.
  case constantType = "constant-type"
  /// `machine_type == "notebook"`: a constant that the key never holds.
  case valueUnknown = "value-unknown"
  /// `catalogs CONTAINS "tesing"`: a constant that is nearly a known value.
  case valueUnlikely = "value-unlikely"
  /// `machine_type == "Laptop"`: a constant that differs from a value in case.
  case valueCase = "value-case"
  /// `os_vers == "Sonoma"`: a constant that does not match the pattern of the key's values.
  case valueForm = "value-form"
  /// `messageType == "error"`: a word that must not be in quotes.
  case quotedWord = "quoted-word"
  /// `os_vers > "10.9"`: texts are not ordered as versions.
  case versionOrder = "version-order"
  /// `os_vers BEGINSWITH "10.1"`: 10.10 begins with it, too.
  case versionPrefix = "version-prefix"
  /// `os_vers_minor >= 15` without a test of `os_vers_major`: a later part of a version is tested without the first part.
  case versionPart = "version-part"
  /// `CAST("2024-13-45", "NSDate")`: a text that is not a date.
  case castValue = "cast-value"
  /// `CAST(a, "Date")`: a name of a type that Apple's systems are not known to read.
  case castName = "cast-name"
  /// `catalogs == "testing"`: a list is compared with one value.
  case listCompared = "list-compared"
  /// `bundleid == 2.x`: reads a key of a number, but a text without quotes is probably meant.
  case keyOfNumber = "key-of-number"
  /// `kMDItemPath == "/Users/*"`: the consumer has the key, but its search never finds the key's values.
  case keyNotSearched = "key-not-searched"
  /// `ANY os_vers == "14.0"`: a single value has no elements.
  case anyOfOne = "any-of-one"
  /// `messageType > 1`: an operator that the key does not allow.
  case operatorRefused = "operator-refused"
  /// `os_vers_major CONTAINS "1"`: an operator of texts with a number.
  case operatorType = "operator-type"
  /// `hostname == "lab"`: the same text occurs in upper and lower case.
  case caseSensitive = "case-sensitive"
  /// `label == "Café"`: a letter with an accent can be written as one character or two.
  case accentSensitive = "accent-sensitive"
  /// `age > 3 SORT(name ASC)`: a word of a similar language.
  case foreignWord = "foreign-word"
  /// `$x.pathname` of a text: a property that texts do not have.
  case unknownProperty = "unknown-property"
  /// A function that the consumer does not have.
  case refusedFunction = "refused-function"
  /// `1 == 1`: true for every record.
  case alwaysTrue = "always-true"
  /// `a == 1 AND a == 2`: true for no record.
  case alwaysFalse = "always-false"
  /// `a > 5 AND a > 3`: a part that changes nothing.
  case neverMatters = "never-matters"
  /// ``**/XCUIElementTypeCell[label == "A"]``: a predicate in a class chain without its two back quotes.
  case chainQuotes = "chain-quotes"
  /// The surrounding file removes a backslash or quotes that the predicate needs.
  case escapeSwallowed = "escape-swallowed"
  /// `NSPredicate(format: "name == '\(name)'")`: a value is inserted into the text of the format.
  case interpolated
  /// `NSPredicate(format: "a == %@ AND b == %@", a)`: the call passes another number of arguments than the format reads.
  case argumentCount = "argument-count"
  /// `NSPredicate(format: "year > %@", 5)`: the call passes a value of another type than the specifier takes.
  case argumentType = "argument-type"
  /// A file that cannot be read.
  case unreadableFile = "unreadable-file"
}

extension PredicateIssue {
  /// An issue that a profile finds.
  static func found(
    _ code: CheckCode, _ severity: Severity, _ range: SourceRange, _ message: String, hint: String? = nil,
    suggestion: String? = nil
  ) -> PredicateIssue {
    PredicateIssue(
      severity: severity, kind: code.kind, code: code.rawValue, message: message, range: range, hint: hint,
      suggestion: suggestion)
  }

  /// A value that a program inserts into a format. With `isArgument`, the value is an argument of a function, which may be a key. With `isInText`, it is
  /// a part of a text in quotes.
  static func interpolated(_ range: SourceRange, isArgument: Bool, isInText: Bool) -> PredicateIssue {
    let hint =
      isArgument
      ? "write %K and pass the name of a key as an argument; for a value, write %@"
      : isInText
        ? "write %@ for the whole text with its quotes, and pass that text as an argument"
        : "write %@ in place of the value, and pass the value as an argument"
    return found(
      .interpolated, .note, range,
      "the value is inserted into the text of the predicate, so it can change the meaning of the predicate", hint: hint)
  }
}

extension CheckCode {
  fileprivate var kind: PredicateIssue.Kind {
    switch self {
    case .unknownKey, .unknownVariable, .unquotedWord, .unknownProperty: .unknownKey
    case .refusedFunction, .operatorRefused: .unsupported
    case .constantType, .listCompared, .anyOfOne, .operatorType: .type
    default: .domain
    }
  }
}

extension PredicateIssue {
  /// The issue for a file that cannot be read.
  package static func unreadable(_ issue: DocumentIssue) -> PredicateIssue {
    found(.unreadableFile, .error, SourceRange(issue.offset, issue.offset), issue.message)
  }
}
