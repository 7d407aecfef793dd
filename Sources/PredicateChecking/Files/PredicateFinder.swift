import PredicateSyntax

/// Finds the predicates of a file at the places of a profile.
public struct PredicateFinder: Sendable {
  private let profile: UseProfile
  private let places: [String]

  /// A finder for the places of a profile, or for other ones: `conditional_items[].condition` in a document, `element@attribute` in XML,
  /// `command --option` in a shell script, `NSPredicate(format:)` and `predicateWithFormat:` in sources; in other languages what stands before the literal.
  public init(_ profile: UseProfile, at places: [String] = []) {
    self.profile = profile
    self.places = places
  }

  /// The predicates of a file, in its order, each place once.
  ///
  /// - Throws: ``DocumentIssue`` where the file cannot be read.
  public func predicates(in bytes: [UInt8], kind: FileKind) throws(DocumentIssue) -> [FoundPredicate] {
    guard bytes.count <= DocumentLimits.size else {
      throw DocumentIssue("the file is larger than \(DocumentLimits.size) bytes", at: 0)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw DocumentIssue("the file is UTF-16, and predicates are read from UTF-8", at: 0)
    }
    if let document = try kind.document(of: bytes) { return try find(in: document) }
    switch kind {
    case .xmlPropertyList, .binaryPropertyList, .json, .yaml: return []
    case .xml: return try XMLPredicates.find(in: bytes, at: names(.xml))
    case .shell: return ShellPredicates.find(in: bytes, at: names(.shell), profile: profile)
    case .swift: return SwiftSource.find(in: bytes, at: names(.swift))
    case .objectiveC: return ObjectiveCSource.find(in: bytes, at: names(.objectiveC))
    case .code(let language): return CodeSource.find(in: bytes, at: names(.code), language: language)
    case .lines: return lines(bytes)
    }
  }

  /// Whether the profile knows places in files of a kind, or other places were given.
  public func hasPlaces(in kind: FileKind) -> Bool {
    !places.isEmpty || profile.places.contains { $0.kind == kind.places }
  }

  private func names(_ kind: ProfilePlace.Kind) -> [String] {
    places.isEmpty ? profile.places.filter { $0.kind == kind }.map(\.at) : places
  }

  private func find(in document: DocumentNode) throws(DocumentIssue) -> [FoundPredicate] {
    let wanted =
      places.isEmpty
      ? profile.places.filter { $0.kind == .document }.map { ($0.at, $0.conditions) } : places.map { ($0, [:]) }
    var seen: Set<Int> = []
    var found: [FoundPredicate] = []
    for (path, conditions) in wanted {
      for (path, text) in try PlacePath(path).texts(in: document, where: conditions) {
        // An alias of YAML shows one text at several places.
        let start = text.text.isEmpty ? nil : Int(text.place(of: SourceRange(0, 0)).lowerBound)
        if let start, !seen.insert(start).inserted { continue }
        found.append(FoundPredicate(text, path: path))
      }
    }
    return found.sorted {
      $0.text.place(of: SourceRange(0, 0)).lowerBound < $1.text.place(of: SourceRange(0, 0)).lowerBound
    }
  }

  private func lines(_ bytes: [UInt8]) -> [FoundPredicate] {
    var found: [FoundPredicate] = []
    for line in bytes.split(separator: 0x0A) {
      let text = MappedText(line.last == 0x0D ? line.dropLast() : line)
      if !text.isBlank, !LineComment.isComment(text.text) { found.append(FoundPredicate(text)) }
    }
    return found
  }
}
