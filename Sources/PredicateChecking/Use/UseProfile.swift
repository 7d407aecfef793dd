/// What one consumer of predicates accepts: Munki, the unified log, CloudKit, …
///
/// The profiles that this library brings are the files of `Grammar/profiles-of-use`. A site extends one by a file of its own.
///
/// ```swift
/// let munki = try UseProfile.named("munki")
/// munki.keys["machine_type"]?.values  // laptop, desktop
/// ```
public struct UseProfile: Sendable, Hashable {
  /// The name: `munki`.
  public var name: String
  /// What it is about, as a heading.
  public var title: String
  /// What it is about, in sentences.
  public var about: String
  /// Where the facts come from, by the names that the facts cite.
  public var sources: [String: ProfileSource]
  /// Where the predicates lie in files.
  public var places: [ProfilePlace]
  /// Whether the consumer's code passes arguments for `%@` and its kin.
  public var takesArguments: Bool
  /// What the consumer writes beside the language.
  public var syntax: [ConsumerSyntax]
  /// What a predicate may read, by name.
  public var keys: [String: ProfileKey]
  /// What another key is.
  public var unknownKeys: UnknownNames
  /// What a message adds of another key.
  public var unknownKeysAbout: String?
  /// The variables, without `$`.
  public var variables: [String: ProfileKey]
  /// What another variable is.
  public var unknownVariables: UnknownNames
  /// The terms of the form `@word(name)`.
  public var terms: [String: ProfileTerm]
  /// What the consumer refuses or misreads.
  public var rules: [ProfileRule]
  /// The functions, where the consumer has few.
  public var functions: ProfileFunctions?
  /// What people should know.
  public var notes: [ProfileNote]
  /// What no document says.
  public var unknown: [String]
}
