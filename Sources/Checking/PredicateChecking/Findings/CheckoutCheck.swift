import PredicateSyntax

/// Checks files of any kind, each by the profiles that it belongs to.
///
/// ```swift
/// let check = CheckoutCheck()
/// check.result(of: bytes, named: "manifests/lab").profiles       // munki: 3
/// check.result(of: bytes, named: "Sources/Film.swift").profiles  // coredata: 1
/// ```
///
/// A profile takes the predicates at its places if the file contains its words (`ProfilePlace.beside`, `UseProfile.claimedBy`). A predicate that fits
/// several profiles belongs to the first of them in the order. Formats that fit no other profile belong to `foundation`.
public struct CheckoutCheck: Sendable {
  private var checks: [FileCheck]
  private let search: WordSearch

  /// The profiles from the narrowest to the widest. SwiftData is left out, because its formats have no places in files.
  private static let order = [
    "autopkg", "munki", "ddm", "jamf-protect", "xcuitest", "oslog", "cloudkit", "realm", "coredata", "spotlight",
    "foundation",
  ]

  /// A check by all profiles of this library except `swiftdata`.
  ///
  /// - Parameter adapted: Adds a site's facts to a profile, for example its keys.
  /// - Throws: ``ProfileIssue``.
  public init(adapted: (UseProfile) -> UseProfile = { $0 }) throws(ProfileIssue) {
    var checks: [FileCheck] = []
    for name in Self.order { checks.append(FileCheck(adapted(try .named(name)), recognizes: true)) }
    self.checks = checks
    search = WordSearch(checks.reduce(into: []) { $0.formUnion($1.searched) })
  }

  /// Whether findings have edits that fix them (``FileCheck/offersEdits``).
  public var offersEdits: Bool {
    get { checks.contains { $0.offersEdits } }
    set { for index in checks.indices { checks[index].offersEdits = newValue } }
  }

  /// The findings in a file. Plain text is not searched for predicates.
  ///
  /// - Parameter files: The other files of the checkout, for facts that the file takes from them.
  public func result(of bytes: [UInt8], named name: String, among files: CheckoutFiles? = nil) -> FileCheck.Result {
    var file = CheckedFile(bytes, named: name, among: files)
    var all = FileCheck.Result(findings: [], predicateCount: 0, hasPlaces: true, isUnreadable: false)
    guard file.kind.isReadInFolders else {
      return FileCheck.Result(findings: [], predicateCount: 0, hasPlaces: false, isUnreadable: false)
    }
    let words = search.words(in: file.bytes)
    // The checks are named by index: copying a check costs more than the search for words.
    let fitting = checks.indices.filter { checks[$0].mayHold(words) }
    if !fitting.isEmpty { file = file.shared(words) }
    for index in fitting {
      var result = checks[index].result(of: file, except: Set(all.texts.keys))
      // One profile reports an unreadable file.
      if all.isUnreadable { result.findings.removeAll { $0.code == CheckCode.unreadableFile.rawValue } }
      all = FileCheck.Result(
        findings: all.findings + result.findings, predicateCount: all.predicateCount + result.predicateCount,
        hasPlaces: true, isUnreadable: all.isUnreadable || result.isUnreadable,
        profiles: all.profiles.merging(result.profiles, uniquingKeysWith: +),
        texts: all.texts.merging(result.texts) { first, _ in first })
    }
    all.findings = all.findings.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
    return all
  }
}
