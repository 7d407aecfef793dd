import PredicateValues

/// The values of one sort key for all elements, in a form that is compared fast.
///
/// Each value has a head, eight bytes in whose order the values stand as far as those tell them apart. Two values whose heads are the same
/// are compared themselves.
struct SortColumn {
  /// What the values are, where all that are not nil are alike.
  private enum Form {
    case numbers
    case dates
    case texts
    case others
  }

  /// Strings are folded already, unless a collation compares them. Nil of numbers whose heads tell all of them apart, 0 for nil.
  private let values: [QueryValue]?
  private let heads: [UInt64]
  private let collated: CollatedTexts?
  private let key: QuerySortKey

  /// Numbers of one type by their heads, 0 for nil.
  init(numbers heads: [UInt64], _ key: QuerySortKey) {
    self.key = key
    self.heads = heads
    values = nil
    collated = nil
  }

  /// The values of all elements in their order. Throws `unsupported` where the key needs a collation and the platform has none.
  init(_ values: [QueryValue], _ key: QuerySortKey) throws(PredicateIssue) {
    self.key = key
    switch Self.form(of: values) {
    case .numbers, .dates:
      self.values = values
      collated = nil
      heads = values.map { $0.isNull ? 0 : Self.head($0.numberForOrder) }
    case .texts:
      if let collation = try Self.collation(of: key) {
        let texts = CollatedTexts(values, collation)
        self.values = values
        collated = texts
        heads = values.indices.map { texts.head(at: $0) }
      } else {
        let folding = StringFolding(key.options)
        let folded = folding.isIdentity ? values : values.map { $0.folded(by: folding) }
        self.values = folded
        collated = nil
        heads = folded.map { if case .string(let text) = $0 { Self.head(of: text.utf8) } else { 0 } }
      }
    case .others:
      self.values = values
      collated = nil
      heads = Array(repeating: 0, count: values.count)
    }
  }

  /// The head of an element's value, in the key's direction.
  func head(at position: Int) -> UInt64 { key.isAscending ? heads[position] : ~heads[position] }

  /// Whether there is no value.
  func isNull(at position: Int) -> Bool { values.map { $0[position].isNull } ?? (heads[position] == 0) }

  /// How many elements there are.
  var count: Int { heads.count }

  /// How two elements stand, in the key's direction. Throws for values that have no order.
  func order(_ left: Int, _ right: Int) throws(PredicateIssue) -> ValueOrder {
    let order =
      heads[left] == heads[right]
      ? try ascending(left, right) : heads[left] < heads[right] ? ValueOrder.less : ValueOrder.greater
    return key.isAscending ? order : order.reversed
  }

  /// Nil before everything else.
  private func ascending(_ left: Int, _ right: Int) throws(PredicateIssue) -> ValueOrder {
    guard let values else { return .equal }
    let a = values[left]
    let b = values[right]
    if a.isNull || b.isNull { return a.isNull ? (b.isNull ? .equal : .less) : .greater }
    if let collated { return collated.order(left, right) }
    if let order = a.order(b) { return order }
    if try ValueComparison.evaluate(a, .lessThan, b, options: key.options) { return .less }
    return try ValueComparison.evaluate(b, .lessThan, a, options: key.options) ? .greater : .equal
  }

  private static func collation(of key: QuerySortKey) throws(PredicateIssue) -> Collation? {
    if key.isLocalizedStandard { return try Collation.localizedStandard() }
    guard key.options.contains(.localeSensitive), !key.options.contains(.normalized) else { return nil }
    return try Collation.root(key.options)
  }

  private static func form(of values: [QueryValue]) -> Form {
    var form: Form?
    for value in values {
      let found: Form
      switch value {
      case .null: continue
      case .integer, .double, .decimal: found = .numbers
      case .date: found = .dates
      case .string: found = .texts
      default: return .others
      }
      if form != nil && form != found { return .others }
      form = found
    }
    return form ?? .others
  }

  /// The bits of a double in an order of unsigned integers, 0 left to nil: an integer or a decimal number that is below another has a nearest
  /// double that is not above the other's.
  static func head(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The first eight bytes, the first one highest, zeros where there are fewer.
  static func head(of bytes: some Sequence<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    var shift: UInt64 = 56
    for byte in bytes.prefix(8) {
      head |= UInt64(byte) << shift
      shift &-= 8
    }
    return head
  }
}

extension QueryValue {
  /// The nearest double of a number, the seconds of a date.
  fileprivate var numberForOrder: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value), .date(let value): value
    case .decimal(let value): value.nearestDouble
    default: 0
    }
  }

  fileprivate func folded(by folding: StringFolding) -> QueryValue {
    if case .string(let text) = self { .string(folding.fold(text)) } else { self }
  }
}
