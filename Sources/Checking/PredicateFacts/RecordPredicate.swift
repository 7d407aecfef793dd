import PredicateBinding
import PredicateChecking
import PredicateReference
import PredicateValues

/// A predicate of a consumer, for evaluation over records.
///
/// ```swift
/// let predicate = try RecordPredicate(#"machine_type == "laptop""#, profile: .named("munki"))
/// try predicate.holds(of: record)  // true
/// ```
///
/// Terms such as `@status(device.model.family)` read the record (``ProfileTerm/factsAt``). The variable `$event` is the record's member `event` if
/// the profile has that variable. `%NAME%` is replaced by the record's text before the predicate is read.
public struct RecordPredicate: Sendable {
  /// The predicate as it is written.
  public let text: String

  private let profile: UseProfile
  private let variables: [(name: String, value: QueryValue)]
  private let evaluator = ReferenceEvaluator()
  /// The predicate, read once for all records; nil if its text depends on the record.
  private let reading: Reading?

  /// A text that was read, with everything that is the same for every record.
  private struct Reading: Sendable {
    let text: ConsumerText
    let tree: QueryPredicate
    let members: ConsumerMembers
    let paths: [[String]]
    /// The variables that each record sets.
    let recordVariables: [String]
    /// The predicate bound to records of any type; nil if each record sets variables.
    let bound: BoundPredicate?
  }

  /// Reads a predicate for a profile.
  ///
  /// - Parameter variables: The values of variables, which are the same for every record.
  /// - Throws: The first error: an error of the language, a term that the consumer does not have, or syntax that cannot be evaluated (Spotlight's
  ///   syntax, class chains, a missing argument).
  public init(
    _ text: String, profile: UseProfile, variables: [(name: String, value: QueryValue)] = []
  ) throws(PredicateIssue) {
    self.text = text
    self.profile = profile
    self.variables = variables
    if profile.syntax.contains(.spotlight) {
      throw Self.untried("a Spotlight query has special comparisons, which cannot be evaluated here")
    }
    if profile.syntax.contains(.classChain), text.hasPrefix("**/") || text.hasPrefix("XCUIElementType") {
      throw Self.untried("a class chain cannot be evaluated. Evaluate each predicate in the class chain separately")
    }
    let consumed = ConsumerText(text, profile: profile)
    let hasNames = consumed.terms.values.contains { if case .percentName = $0.kind { true } else { false } }
    reading = hasNames ? nil : try Self.read(consumed, text, profile, variables)
  }

  private static func untried(_ message: String) -> PredicateIssue {
    .error("not-tried", nil, message, kind: .unsupported)
  }

  private static func read(
    _ text: ConsumerText, _ written: String, _ profile: UseProfile, _ variables: [(name: String, value: QueryValue)]
  ) throws(PredicateIssue) -> Reading {
    let parsed = PredicateParser.predicate(text.masked)
    guard let tree = parsed.tree else {
      throw text.restored(
        parsed.issues.first { $0.severity == .error } ?? untried("the predicate cannot be read"))
    }
    let isForeign = text.terms.values.contains { if case .unknown = $0.kind { true } else { false } }
    if isForeign, let issue = ProfileCheck(profile).issues(in: written).first(where: { $0.severity == .error }) {
      throw issue
    }
    if let pattern = PatternCheck.issues(in: tree).first { throw text.restored(pattern) }
    let given = Set(variables.map(\.name))
    let recordVariables = profile.variables.keys.filter { !given.contains($0) }
    let uses = tree.freeVariables
    let free = Set(uses.map(\.name)).intersection(recordVariables).sorted()
    // A text with `:=` is not refused, because an assignment sets its variable during the evaluation.
    if let unset = uses.first(where: { !given.contains($0.name) && !free.contains($0.name) }), !written.contains(":=") {
      throw PredicateIssue.error(
        .unboundVariable, unset.range, "the variable $\(unset.name) has no value", kind: .unboundVariable)
    }
    let paths = RecordPaths(of: tree, variables: Set(recordVariables)).paths
    let members = ConsumerMembers(text, keys: Set(paths.compactMap(\.first)), profile: profile)
    do throws(PredicateIssue) {
      return Reading(
        text: text, tree: tree, members: members, paths: paths, recordVariables: free,
        bound: free.isEmpty ? try Binder.bind(tree, to: .dynamic, variables: QueryVariables(variables)) : nil)
    } catch {
      throw text.restored(error)
    }
  }

  /// Whether the predicate holds for a record.
  ///
  /// - Throws: the issue of a comparison that the record's values do not fit.
  public func holds(of record: FactRecord) throws(PredicateIssue) -> Bool {
    let reading = try reading(for: record)
    let facts = facts(record, reading)
    do throws(PredicateIssue) {
      let bound: BoundPredicate
      if let predicate = reading.bound {
        bound = predicate
      } else {
        bound = try Binder.bind(reading.tree, to: .dynamic, variables: variables(reading, facts))
      }
      return try evaluator.evaluate(bound, object: .dictionary(facts))
    } catch {
      throw reading.text.restored(error)
    }
  }

  /// Why the predicate holds for a record or not.
  ///
  /// - Throws: the issue of a text that cannot be read for the record.
  public func explanation(of record: FactRecord) throws(PredicateIssue) -> Explanation {
    let reading = try reading(for: record)
    let facts = facts(record, reading)
    let explainer = Explainer(reading.tree, root: .dynamic, variables: variables(reading, facts))
    let explanation = explainer.explanation(of: .dictionary(facts), by: evaluator)
    return reading.text.terms.isEmpty ? explanation : explanation.withTexts { reading.text.restored($0) }
  }

  private func facts(_ record: FactRecord, _ reading: Reading) -> QueryDictionary {
    reading.members.isEmpty ? record.facts : reading.members.added(to: record.facts)
  }

  private func variables(_ reading: Reading, _ facts: QueryDictionary) -> QueryVariables {
    QueryVariables(
      variables.map { ($0.name, $0.value) }
        + reading.recordVariables.compactMap { name in (facts[name] ?? facts["$" + name]).map { (name, $0) } })
  }

  /// The predicate for one record, with `%NAME%` replaced by the record's values.
  private func reading(for record: FactRecord) throws(PredicateIssue) -> Reading {
    if let reading { return reading }
    var text = Array(self.text.utf8)
    let terms = ConsumerText(self.text, profile: profile).terms.values.sorted {
      $0.range.lowerBound > $1.range.lowerBound
    }
    for term in terms {
      guard case .percentName = term.kind else { continue }
      let name = String(term.original.dropFirst().dropLast())
      guard let value = record.facts[name], let word = Self.word(value) else {
        throw PredicateIssue.error(
          .unknownKey, term.range, "the record must have a text as the value of \(term.original)", kind: .unknownKey)
      }
      text.replaceSubrange(Int(term.range.lowerBound)..<Int(term.range.upperBound), with: word.utf8)
    }
    var plain = profile
    plain.syntax.removeAll { $0 == .percentNames }
    let written = String(decoding: text, as: UTF8.self)
    return try Self.read(ConsumerText(written, profile: plain), written, plain, variables)
  }

  /// A value as text without quotes; nil for a value that has no such text.
  private static func word(_ value: QueryValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .boolean(let value): value ? "True" : "False"
    default: nil
    }
  }
}

// Keys.
extension RecordPredicate {
  /// The key paths that the predicate reads of a record.
  ///
  /// - Throws: the issue of a text that cannot be read for the record.
  func paths(for record: FactRecord) throws(PredicateIssue) -> [[String]] { try reading(for: record).paths }

  /// The record with the values of the predicate's terms and words.
  ///
  /// - Throws: the issue of a text that cannot be read for the record.
  func facts(of record: FactRecord) throws(PredicateIssue) -> QueryDictionary {
    facts(record, try reading(for: record))
  }

  /// A key path as the predicate writes it, with the consumer's terms.
  func written(_ path: [String]) -> String {
    let text = path.joined(separator: ".")
    return reading.map { $0.text.restored(text) } ?? text
  }
}
