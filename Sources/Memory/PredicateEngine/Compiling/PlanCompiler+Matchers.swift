import PredicateBinding
import PredicateMemory
import PredicateReference

/// Conditions on one stored value and constants.
extension PlanCompiler {
  /// The matcher for a condition, the path to its rows, and its cost. Nil if the condition has no matcher.
  mutating func matcher(of condition: CoreCondition) -> (RowPath, RowFilter, Int)? {
    if let found = textMatcher(condition) { return found }
    switch condition.node {
    case .compare:
      guard let (comparison, value, constant) = condition.comparisonWithConstant else { return nil }
      return bounded(value, [(comparison, constant)])
    case .between(let value, let low, let high):
      guard let low = low.constantValue, let high = high.constantValue else { return nil }
      return bounded(value, [(.greaterOrEqual, low), (.lessOrEqual, high)])
    case .member(let value, let constants):
      return member(value, constants)
    default:
      return nil
    }
  }

  /// The matcher for values that pass several comparisons with constants.
  private mutating func bounded(
    _ value: CoreValue, _ bounds: [NumberBound]
  ) -> (RowPath, RowFilter, Int)? {
    if case .reference(let reference) = bounds[0].constant {
      return bounds.count == 1 ? identity(bounds[0].comparison, value, reference) : nil
    }
    if let solved = SolvedArithmetic(value, bounds) { return bounded(solved.operand, solved.bounds) }
    if let place = countedPlace(value) {
      if hasCountInPlace(place) {
        let maker = RangeMatcherMaker(offset: place.offset, bounds: bounds)
        return maker.visit(ArrayCounts.self).map { (place.path, $0, 3) }
      }
      guard let count = count(place), let range = NumberBounds.intersection(bounds.lazy.map { Int64.bounds($0, $1) })
      else { return nil }
      let matcher: AddressMatcher = { count($0).map { range.contains(Int64($0)) } ?? false }
      return (place.path, RowFilter(ClosureMatcher(offset: place.offset, matches: matcher)), 8)
    }
    guard let place = place(of: value) else { return nil }
    if bounds.count == 1, bounds[0].comparison.isEquality, let (filter, cost) = among(place, [bounds[0].constant]) {
      return (place.path, filter, cost)
    }
    let matchers = bounds.compactMap { bound in
      DecimalColumn.matcher(place.type, bound.constant) { bound.comparison.holds($0) }
    }
    if matchers.count == bounds.count {
      let matcher: AddressMatcher = { address in matchers.allSatisfy { $0(address) } }
      return (place.path, RowFilter(ClosureMatcher(offset: place.offset, matches: matcher)), 6 * bounds.count)
    }
    let made = NumberTypes.visit(place.type, RangeMatcherMaker(offset: place.offset, bounds: bounds))
    return made.flatMap { $0 }.map { (place.path, $0, 1) }
  }

  /// The matcher for UUIDs that equal one of several constants; nil for other types and constants.
  private func uuids(_ place: ValuePlace, _ constants: [QueryValue]) -> RowFilter? {
    let keys = constants.compactMap { if case .uuid(let uuid) = $0 { WordPair(uuid) } else { nil } }
    guard !keys.isEmpty, keys.count == constants.count else { return nil }
    func filter<Column: LoadedColumn<WordPair>>(_: Column.Type) -> RowFilter {
      if keys.count > 1 { return RowFilter(ColumnMatcher<Column, _>(offset: place.offset, values: ValueTable(keys))) }
      return RowFilter(ColumnMatcher<Column, _>(offset: place.offset, values: SingleValue(value: keys[0])))
    }
    if place.type == UUIDColumn.Value.self { return filter(UUIDColumn.self) }
    return place.type == UUIDColumn.Value?.self ? filter(OptionalColumn<UUIDColumn>.self) : nil
  }

  /// The matcher for UUIDs, decimals or data that equal one of several constants, and its cost; nil for other types and constants.
  private func among(_ place: ValuePlace, _ constants: [QueryValue]) -> (RowFilter, Int)? {
    if let filter = uuids(place, constants) { return (filter, 2) }
    return (DecimalColumn.matcher(place.type, among: constants) ?? DataColumn.matcher(place.type, among: constants))
      .map { (RowFilter(ClosureMatcher(offset: place.offset, matches: $0)), 8) }
  }

  private mutating func member(_ value: CoreValue, _ constants: [QueryValue]) -> (RowPath, RowFilter, Int)? {
    guard let place = place(of: value) else { return nil }
    if let (filter, cost) = among(place, constants) { return (place.path, filter, cost) }
    let made = NumberTypes.visit(place.type, ListMatcherMaker(offset: place.offset, constants: constants))
    return made.flatMap { $0 }.map { (place.path, $0, 2) }
  }

  /// The matcher for `lentToFriend == %@` with a reference to an instance.
  private mutating func identity(
    _ comparison: CoreComparison, _ value: CoreValue, _ reference: ObjectReference
  ) -> (RowPath, RowFilter, Int)? {
    guard comparison.isEquality, reference.isOfInstance, case .object(let row) = value.node,
      let (path, shape) = path(of: row), shape.isClass, path.offset == 0
    else { return nil }
    return (path, RowFilter(ClosureMatcher(offset: 0) { Int64(Int(bitPattern: $0)) == reference.key }), 1)
  }
}

/// Makes the matcher for numbers of a type that pass several comparisons with constants. Nil if the bounds of a comparison are unknown.
struct RangeMatcherMaker: NumberTypeVisitor {
  let offset: Int
  let bounds: [NumberBound]

  func visit<Column: NumberColumn>(_: Column.Type) -> RowFilter? {
    NumberBounds.intersection(bounds.lazy.map { Column.Element.bounds($0, $1) }).map { range in
      RowFilter(ColumnMatcher<Column, _>(offset: offset, values: range))
    }
  }
}

struct ListMatcherMaker: NumberTypeVisitor {
  let offset: Int
  let constants: [QueryValue]

  func visit<Column: NumberColumn>(_: Column.Type) -> RowFilter? {
    let bounds = constants.compactMap { Column.Element.bounds(.equal, $0) }
    guard bounds.count == constants.count else { return nil }
    let numbers = bounds.filter { !$0.isEmpty }.map(\.low)
    return RowFilter(ColumnMatcher<Column, _>(offset: offset, values: ValueTable(numbers)))
  }
}

/// A condition on one string and constants. The constants were folded when the condition was bound.
struct TextCondition {
  /// The test of the string.
  enum Form {
    case compare(CoreComparison, String)
    /// The string is between two texts, or equals one of them.
    case between(String, String)
    /// The string equals one of a list of texts. Constants of the list that are not texts are left out, because they equal no string.
    case member([[UInt8]])
    case search(StringMatcher.Question, String)
    case like(LikePattern)
  }

  /// The string that is tested, before it is folded.
  let subject: CoreValue
  let options: StringOptions
  let form: Form

  init?(_ condition: CoreCondition) {
    let operand: CoreValue
    switch condition.node {
    case .compare:
      guard let (comparison, value, constant) = condition.comparisonWithConstant, case .string(let text) = constant
      else {
        return nil
      }
      (operand, form) = (value, .compare(comparison, text))
    case .between(let value, let low, let high):
      guard case .string(let low)? = low.constantValue, case .string(let high)? = high.constantValue else { return nil }
      (operand, form) = (value, .between(low, high))
    case .member(let value, let constants):
      operand = value
      form = .member(constants.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } })
    case .match(let kind, let value, let pattern):
      guard case .string(let text)? = pattern.constantValue else { return nil }
      operand = value
      switch kind {
      case .prefix: form = .search(.prefix, text)
      case .suffix: form = .search(.suffix, text)
      case .contains: form = .search(.contains, text)
      case .like(let options):
        // A LIKE pattern folds its subject itself, so no options remain.
        form = .like(LikePattern(text, options: options))
        subject = value
        self.options = []
        return
      case .regularExpression: return nil
      }
    default: return nil
    }
    if case .fold(let folded, let options) = operand.node {
      (subject, self.options) = (folded, options)
    } else {
      (subject, options) = (operand, [])
    }
  }

  /// If the subject is a function of a string, the string and the function; nil for any other subject.
  var mapped: (operand: CoreValue, map: @Sendable (String) -> String)? {
    guard case .call(let function, let arguments) = subject.node, arguments.count == 1,
      case .text(let map)? = function.columnForm
    else { return nil }
    return (arguments[0], map)
  }

  var question: TextQuestion {
    switch form {
    case .compare(let comparison, let text): TextQuestion(comparison, text, options)
    case .between(let low, let high):
      TextQuestion(.greaterOrEqual, low, options).and(TextQuestion(.lessOrEqual, high, options))
    case .member(let texts): TextQuestion(memberOf: texts, options)
    case .search(let question, let text): TextQuestion(matcher(question, text))
    case .like(let pattern): TextQuestion(pattern)
    }
  }

  func matcher(_ question: StringMatcher.Question, _ text: String) -> StringMatcher {
    StringMatcher(question, foldedPattern: Array(text.utf8), folding: StringFolding(options))
  }
}

/// Compiles conditions on one string and constants.
extension PlanCompiler {
  /// The matcher for a condition on a stored string and constants; nil for other conditions.
  private mutating func textMatcher(_ condition: CoreCondition) -> (RowPath, RowFilter, Int)? {
    guard let text = TextCondition(condition) else { return nil }
    let mapped = text.mapped
    guard let place = stringPlace(mapped?.operand ?? text.subject) else { return nil }
    let offset = place.offset
    func found(_ result: RowFilter, cost: Int) -> (RowPath, RowFilter, Int) { (place.path, result, cost) }
    if mapped != nil || !StringMemory.isTrusted {
      let question = text.question
      return TextColumn.loader(of: place.type).map { load in
        let matches: AddressMatcher = { [map = mapped?.map] address in
          load(address).map { question.passes(map?($0) ?? $0) } ?? false
        }
        return found(RowFilter(ClosureMatcher(offset: offset, matches: matches)), cost: mapped == nil ? 30 : 80)
      }
    }
    let isFolded = !StringFolding(text.options).isIdentity
    var cost = 120
    switch text.form {
    case .compare(let comparison, let constant) where !isFolded && comparison.isEquality:
      return found(RowFilter(TextEqualMatcher(offset: offset, Array(constant.utf8))), cost: 4)
    case .member(let texts) where !isFolded:
      return found(RowFilter(TextListMatcher(offset: offset, constants: TextList(texts))), cost: 6)
    case .search(let question, let constant):
      if constant.isEmpty { return found(RowFilter(ConstantMatcher(answer: false)), cost: 0) }
      let isASCII = constant.utf8.allSatisfy { $0 < 0x80 }
      // A pattern with a NUL is excluded, because a NUL would equal a missing byte.
      let isPlain = isASCII && !constant.utf8.contains(0) && constant.utf8.count <= 8
      let pattern = FoldingPattern(text.matcher(question, constant))
      switch question {
      case .contains where isASCII:
        if let matcher = TextSearchMatcher(offset: offset, pattern) { return found(RowFilter(matcher), cost: 24) }
      case .prefix where isPlain: return found(RowFilter(TextEndMatcher<TextStart>(offset: offset, pattern)), cost: 5)
      case .suffix where isPlain: return found(RowFilter(TextEndMatcher<TextTail>(offset: offset, pattern)), cost: 5)
      default: cost = 30
      }
    case .compare(let comparison, _): if comparison.isEquality || !isFolded { cost = 30 }
    case .between: if !isFolded { cost = 60 }
    case .like: cost = 80
    case .member: break
    }
    return found(RowFilter(TextQuestionMatcher(offset: offset, question: text.question)), cost: cost)
  }

  /// The place of a stored string, however its bytes are read; nil for other values.
  mutating func stringPlace(_ value: CoreValue) -> ValuePlace? {
    place(of: value).flatMap { $0.type == String.self || $0.type == String?.self ? $0 : nil }
  }
}

/// Compiles comparisons of two stored strings, UUIDs, URLs, data, decimals or instances.
extension PlanCompiler {
  /// Compares two values of a row, given by their addresses. An address is nil if the path to the value ends at a nil.
  private typealias PairTest = @Sendable (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool

  /// Compiles such a comparison. Returns false for every other condition.
  mutating func pairTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    guard case .compare(let comparison, let left, let right) = condition.node,
      let (holds, first, second) = pair(comparison, left, right)
    else { return false }
    let a = Int(address(of: first))
    let b = Int(address(of: second))
    code.call(target, if: wanted) { holds($0.words[a].address, $0.words[b].address) }
    return true
  }

  private mutating func pair(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) -> (PairTest, RowPath, RowPath)? {
    func test<Value: PairedValue>(
      _ left: @escaping AddressLoader<Value>, _ right: @escaping AddressLoader<Value>
    ) -> PairTest {
      { first, second in
        let a = first.flatMap(left)
        let b = second.flatMap(right)
        guard let a, let b else { return comparison == .same && a == nil && b == nil }
        return a.holds(comparison, b)
      }
    }
    if case .object(let first) = left.node, case .object(let second) = right.node {
      guard comparison.isEquality, let (a, shape) = path(of: first), let (b, other) = path(of: second), shape === other,
        shape.isClass
      else { return nil }
      return (test({ UInt(bitPattern: $0) }, { UInt(bitPattern: $0) }), a, b)
    }
    guard let a = place(of: left), let b = place(of: right) else { return nil }
    func test<Column: StoredColumn>(of _: Column.Type) -> PairTest? where Column.Element: PairedValue {
      guard let first = Column.loader(of: a.type), let second = Column.loader(of: b.type) else { return nil }
      return test(first, second)
    }
    var found = test(of: TextColumn.self) ?? test(of: URLColumn.self) ?? test(of: DecimalColumn.self)
    if comparison.isEquality { found = found ?? test(of: UUIDColumn.self) ?? test(of: DataColumn.self) }
    return found.map { ($0, a.path, b.path) }
  }
}
