import PredicateBinding
import PredicateValues

/// A condition as the batch engine runs it on a chunk of rows.
indirect enum BatchNode: Sendable {
  case always(Bool)
  /// The cheapest first.
  case and([BatchNode])
  /// The cheapest first.
  case or([BatchNode])
  case not(BatchNode)
  /// A test of the rows at the end of a path; false where the path leads nowhere.
  case test(RowPath, RowFilter, cost: Int)
  /// A comparison of two numbers.
  case numbers(CoreComparison, NumberNode, NumberNode)
  /// A comparison of two strings.
  case texts(CoreComparison, ValuePlace, ValuePlace)
  /// A regular expression that was compiled before.
  case expression(ValuePlace, RegularExpression)
  /// A condition on nothing but one byte, asked once for each value of that byte that comes up.
  case byte(ValuePlace, CoreCondition, identity: Int)
  /// Whether a range has an element.
  case exists(BatchRange)
  /// Whether a value is among the elements of a collection.
  case among(BatchMembership)
  /// What the batch engine lacks: the plain evaluator, row by row.
  case plain(PlainCondition)

  /// What a row costs, roughly in half nanoseconds.
  var cost: Int {
    switch self {
    case .always: 0
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.cost }
    case .not(let part): part.cost
    case .test(let path, _, let cost): cost + 4 * path.steps.count
    case .numbers(_, let left, let right): left.cost + right.cost + 2
    case .texts: 20
    case .byte: 6
    case .exists(let range): 60 + range.filter.cost * 2
    case .among: 60
    case .expression: 600
    case .plain(let plain): plain.cost
    }
  }

  /// Whether asking it cannot fail, apart from visiting more elements than it may: what has a form here can only fail in parts that the
  /// plain evaluator is asked about.
  var isTotal: Bool {
    switch self {
    case .always, .test, .numbers, .texts, .among: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isTotal)
    case .not(let part): part.isTotal
    case .exists(let range): range.filter.isTotal
    case .byte(_, let condition, _): condition.isTotal
    case .expression: false
    case .plain(let plain): plain.bound.isTotal
    }
  }
}

/// A number of each row of a chunk.
struct NumberNode: Sendable {
  /// How it is come by.
  indirect enum Kind: Sendable {
    case column(RowPath, NumberLoader)
    case integer(Int64)
    case double(Double)
    /// `+ - * /`.
    case arithmetic(BinaryOperator, NumberNode, NumberNode)
    case negate(NumberNode)
    /// An integer as a double.
    case promote(NumberNode)
    case count(BatchRange)
  }

  let kind: Kind
  /// Doubles, else 64-bit integers.
  let isDouble: Bool

  /// What a row costs.
  var cost: Int {
    switch kind {
    case .column(let path, _): 3 + 4 * path.steps.count
    case .integer, .double: 1
    case .arithmetic(_, let left, let right): left.cost + right.cost + 2
    case .negate(let operand), .promote(let operand): operand.cost + 1
    case .count(let range): 60 + range.filter.cost * 2
    }
  }

  /// The same as a double.
  var promoted: NumberNode {
    isDouble ? self : NumberNode(kind: .promote(self), isDouble: true)
  }
}

/// Loads the numbers of a column for the rows whose bit is set, and clears the bits of nils. The destination takes eight bytes a row.
struct NumberLoader: Sendable {
  let load: @Sendable (Rows, MaskWords, Int, UnsafeMutableRawPointer) -> Void

  init<Column: NumberColumn>(_: Column.Type, offset: Int) {
    load = { rows, mask, count, destination in
      let numbers = destination.assumingMemoryBound(to: Column.Number.self)
      mask.forEachRow(count) { position in
        if let number = Column.load(rows[position] + offset) {
          numbers[position] = number
        } else {
          mask.clear(position)
        }
      }
    }
  }
}

extension NumberLoader {
  /// Loads how many UTF-16 units the strings of a column have, and clears the bits of nils.
  init(lengthsAt offset: Int) {
    load = { rows, mask, count, destination in
      let numbers = destination.assumingMemoryBound(to: Int64.self)
      let ahead = min(16, count)
      mask.forEachRow(count) { position in
        let next = position &+ ahead
        if next < count && mask.has(next) { StringMemory.prefetch(rows[next] + offset) }
        if let length = StringMemory.length(rows[position] + offset) {
          numbers[position] = Int64(length)
        } else {
          mask.clear(position)
        }
      }
    }
  }
}

/// A range as the batch engine runs it: its elements become the rows of chunks of their own.
struct BatchRange: Sendable {
  /// For each element found so far, the elements of an array.
  struct Step: Sendable {
    let variable: Int
    let path: RowPath
    let elements: ElementPath
    /// Whether the elements are references; the rows are then the instances.
    let areInstances: Bool
  }

  let steps: [Step]
  let filter: BatchNode
  /// The variables from outside that the filter looks at.
  let outer: [Int]
}
