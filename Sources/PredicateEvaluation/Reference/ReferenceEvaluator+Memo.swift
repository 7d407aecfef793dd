import PredicateBinding
import PredicateSyntax
import PredicateValues

extension ReferenceEvaluator {
  /// Answers that stay the same whatever object is evaluated.
  struct Memo {
    private struct Question: Hashable {
      /// The first variable of a range that no other range has.
      let variable: Int
      /// The object that the range starts from.
      let key: Int64
    }

    /// Where a total of all objects of an entity stands in the predicate.
    struct TotalPlace: Hashable {
      let variable: Int
      let range: SourceRange
    }

    private var answers: [Question: Bool] = [:]
    /// Values that read nothing of the evaluated object: `Order.@count`.
    var totals: [TotalPlace: QueryValue] = [:]
    /// By the first variable of a range whether it asks for nothing but the row that it starts from; false of several ranges.
    private var isAlone: [Int: Bool] = [:]

    init(_ condition: CoreCondition) {
      var counts: [Int: Int] = [:]
      Self.countRanges(.condition(condition), &counts)
      isAlone = counts.filter { $0.value > 1 }.mapValues { _ in false }
    }

    /// How many ranges begin with each variable, inner ones too: lowering may use one for several.
    private static func countRanges(_ part: CorePart, _ counts: inout [Int: Int]) {
      if case .range(let range) = part, let first = range.steps.first { counts[first.variable, default: 0] += 1 }
      part.forEachPart { countRanges($0, &counts) }
    }

    /// Whether a range asks for nothing but the object that it starts from; found out once.
    mutating func isAlone(_ range: CoreRange, from row: CoreRow, _ variable: Int) -> Bool {
      if let known = isAlone[variable] { return known }
      var outside = CoreRange(steps: Array(range.steps.dropFirst()), filter: range.filter).facts.variables
      outside.remove(variable)
      // What is asked of the very object that the range starts from is the same whenever it does.
      if case .variable(let start) = row { outside.remove(start) }
      let answer = outside.isEmpty
      isAlone[variable] = answer
      return answer
    }

    subscript(variable: Int, key: Int64) -> Bool? {
      get { answers[Question(variable: variable, key: key)] }
      set { answers[Question(variable: variable, key: key)] = newValue }
    }
  }
}
