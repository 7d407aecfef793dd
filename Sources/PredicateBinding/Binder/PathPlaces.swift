import PredicateValues

/// Where the components of a path stand in the text.
///
/// The tree has a place for the whole path only. Where it is written plainly its length is that of its names and dots, perhaps with
/// `SELF.` before them, and each component has its place; of any other path (quotes, spaces, a specifier) nothing more is known.
struct PathPlaces {
  private var segments: [SourceRange] = []
  private let place: SourceRange

  init(_ components: [QueryKeyPath.Component], writtenAt place: SourceRange) {
    self.place = place
    guard !place.isNone else { return }
    var lengths: [Int] = []
    for component in components {
      guard let length = component.plainLength else { return }
      lengths.append(length)
    }
    let surplus = Int(place.upperBound) - Int(place.lowerBound) - lengths.reduce(lengths.count - 1, +)
    guard surplus == 0 || surplus == "SELF.".utf8.count else { return }
    var offset = Int(place.lowerBound) + surplus
    for length in lengths {
      segments.append(SourceRange(offset, offset + length))
      offset += length + 1
    }
  }

  /// The place of one component; nil where it is not known.
  func segment(_ position: Int) -> SourceRange? {
    segments.isEmpty ? nil : segments[position]
  }

  /// From the beginning of a range that ends with this path to the end of a component; the whole range where that is not known.
  func through(_ position: Int, from range: SourceRange) -> SourceRange {
    segments.isEmpty ? range : SourceRange(Int(range.lowerBound), Int(segments[position].upperBound))
  }

  /// What stands behind a component and its dot; the whole place where that is not known.
  func behind(_ position: Int) -> SourceRange {
    guard !segments.isEmpty, position + 1 < segments.count else { return place }
    return SourceRange(Int(segments[position + 1].lowerBound), Int(place.upperBound))
  }
}

/// What is left of a path behind an operator, and where it stands.
struct PathRest {
  let path: QueryKeyPath
  let place: SourceRange
}

extension QueryKeyPath.Component {
  /// The UTF-8 bytes of a component that needs neither quotes nor a mark; nil where the text may differ.
  fileprivate var plainLength: Int? {
    switch self {
    case .key(let name): name.utf8.count
    case .collectionOperator(let name), .variable(let name): name.utf8.count + 1
    case .call, .placeholder: nil
    }
  }
}
