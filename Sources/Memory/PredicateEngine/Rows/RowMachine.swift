import PredicateMemory
import PredicateReference
import PredicateValues

/// The answer of a row program.
enum RowAnswer {
  /// The condition does not hold, or the value is nil.
  case no
  case yes
  /// The reference evaluator must decide the row.
  case undecided
}

/// Runs a row program. It contains the program's registers and the current row.
struct RowMachine {
  private let code: UnsafePointer<RowInstruction>
  /// Register 0 has the address of the row.
  let words: UnsafeMutablePointer<RowWord>
  let values: UnsafeMutableBufferPointer<QueryValue>
  /// Registers for values of unknown type; nil if the value is nil.
  let dynamics: UnsafeMutableBufferPointer<DynamicValue?>
  var lists: [[QueryValue]]
  /// The context. The caller of ``RowProgram/withMachine(_:members:_:)`` keeps it alive, so that a single row does not change its reference count.
  private let heldContext: Unmanaged<RunContext>
  /// The members of loaded rows; nil for Swift values.
  let members: MemberTable?
  /// Values from client code. Registers point to memory in these values.
  var owners: [OwnedValue] = []
  /// Registers point to these instances. The machine keeps them because client code may release them.
  private var instances: [AnyObject] = []
  /// The number of elements that may still be visited for the row.
  private var budget = 0
  private let visitedElements: Int
  /// The date of the run, in seconds since the reference date.
  let now: Double
  /// The position of the row in its chunk.
  private(set) var row = 0

  init(
    _ code: UnsafePointer<RowInstruction>, _ words: UnsafeMutablePointer<RowWord>,
    _ values: UnsafeMutableBufferPointer<QueryValue>, _ dynamics: UnsafeMutableBufferPointer<DynamicValue?>,
    lists: Int, _ context: RunContext, _ members: MemberTable?
  ) {
    self.code = code
    self.words = words
    self.values = values
    self.dynamics = dynamics
    self.lists = lists == 0 ? [] : Array(repeating: [], count: lists)
    heldContext = .passUnretained(context)
    visitedElements = context.visitedElements
    now = context.now
    self.members = members
  }

  var context: RunContext { heldContext.takeUnretainedValue() }

  /// Runs the program for a row of the chunk, and returns its answer.
  ///
  /// - Parameter use: Receives the machine after the program ended. The result may point into memory that the machine keeps.
  @inline(__always)
  mutating func answer(
    for place: UnsafeRawPointer, _ position: Int = 0, _ use: (RowMachine) -> Void = { _ in }
  ) -> RowAnswer {
    words[0] = RowWord(place)
    row = position
    budget = visitedElements
    let answer = run(0)
    if answer == .yes { use(self) }
    if !owners.isEmpty { owners.removeAll(keepingCapacity: true) }
    if !instances.isEmpty { instances.removeAll(keepingCapacity: true) }
    return answer
  }

  /// Counts elements before they are visited. Throws if they are too many.
  @inline(__always)
  mutating func visit(_ elements: Int) throws(PredicateIssue) {
    budget -= elements
    if budget < 0 { throw .tooManyElements }
  }

  /// Runs the part of a program that handles one element. Returns whether more elements are wanted.
  @inline(never)
  mutating func wantsMore(_ entry: Int32) throws(PredicateIssue) -> Bool {
    let (owned, kept) = (owners.count, instances.count)
    defer {
      if owners.count > owned { owners.removeLast(owners.count - owned) }
      if instances.count > kept { instances.removeLast(instances.count - kept) }
    }
    switch run(entry) {
    case .yes: return true
    case .no: return false
    case .undecided: throw .leftToReference
    }
  }

  /// Runs the code from a position to its end.
  @inline(__always)
  mutating func run(_ entry: Int32) -> RowAnswer {
    let words = words
    var next = code + Int(entry)
    while true {
      let step = next
      next += 1
      switch step.pointee.operation {
      case .jump: next = step.pointee.destination(from: step)
      case .end: return step.pointee.to == 1 ? .yes : .no

      case .test:
        let row = step.a(words).place
        next = step.next(after: step.pointee.with(TestOperand.self) { $0.filter.passes(row) })
      case .any:
        let row = words[Int(step.pointee.a)].place
        var isFound = false
        if let storage = row.load(fromByteOffset: Int(step.pointee.offset), as: UnsafeRawPointer?.self) {
          let count = ArrayMemory.count(inStorage: storage)
          budget &-= count
          if budget < 0 { return .undecided }
          isFound = step.pointee.with(TestOperand.self) {
            $0.filter.isAny(step.pointee.to == 1, storage + Int(step.pointee.first), count, Int(step.pointee.b))
          }
        }
        next = step.next(after: isFound)
      case .equal: next = step.next(after: step.a(words).integer == step.b(words).integer)
      case .less: next = step.next(after: step.a(words).integer < step.b(words).integer)
      case .lessOrEqual: next = step.next(after: step.a(words).integer <= step.b(words).integer)
      case .equalDoubles: next = step.next(after: step.a(words).double == step.b(words).double)
      case .lessDoubles: next = step.next(after: step.a(words).double < step.b(words).double)
      case .lessOrEqualDoubles: next = step.next(after: step.a(words).double <= step.b(words).double)

      case .loadInteger:
        let number = step.a(words).place.load(fromByteOffset: Int(step.pointee.offset), as: Int.self)
        words[Int(step.pointee.to)].integer = Int64(number)
      case .loadNearestDouble:
        let number = step.a(words).place.load(fromByteOffset: Int(step.pointee.offset), as: Int.self)
        words[Int(step.pointee.to)] = RowWord(Double(number))
      case .loadDouble:
        let place = step.a(words).place
        next = step.next(storing: place.load(fromByteOffset: Int(step.pointee.offset), as: Double.self), in: words)
      case .load:
        let place = words[Int(step.pointee.a)].place + Int(step.pointee.offset)
        let word = words + Int(step.pointee.to)
        switch step.pointee.with(LoadOperand.self, { $0.load(place, word) }) {
        case .yes: break
        case .no: next = step.pointee.destination(from: step)
        case .undecided: return .undecided
        }
      case .move: words[Int(step.pointee.to)] = words[Int(step.pointee.a)]

      case .add:
        let sum = step.a(words).integer.addingReportingOverflow(step.b(words).integer)
        if !step.stores(sum, in: words) { return .undecided }
      case .subtract:
        let difference = step.a(words).integer.subtractingReportingOverflow(step.b(words).integer)
        if !step.stores(difference, in: words) { return .undecided }
      case .multiply:
        let product = step.a(words).integer.multipliedReportingOverflow(by: step.b(words).integer)
        if !step.stores(product, in: words) { return .undecided }
      case .divide:
        let divisor = step.b(words).integer
        if divisor == 0 {
          next = step.pointee.destination(from: step)
        } else if !step.stores(step.a(words).integer.dividedReportingOverflow(by: divisor), in: words) {
          return .undecided
        }
      case .addDoubles: next = step.next(storing: step.a(words).double + step.b(words).double, in: words)
      case .subtractDoubles: next = step.next(storing: step.a(words).double - step.b(words).double, in: words)
      case .multiplyDoubles: next = step.next(storing: step.a(words).double * step.b(words).double, in: words)
      case .divideDoubles:
        let divisor = step.b(words).double
        next = step.next(storing: divisor == 0 ? .nan : step.a(words).double / divisor, in: words)
      case .toDouble:
        words[Int(step.pointee.to)] = RowWord(Double(words[Int(step.pointee.a)].integer))
      case .toEqualDouble:
        let number = words[Int(step.pointee.a)].integer
        if number.magnitude > Self.mostExact { return .undecided }
        words[Int(step.pointee.to)] = RowWord(Double(number))

      case .follow:
        let instance = words[Int(step.pointee.a)].place.load(
          fromByteOffset: Int(step.pointee.offset), as: UnsafeRawPointer?.self)
        words[Int(step.pointee.to)] = RowWord(instance)
        if instance == nil { next = step.pointee.destination(from: step) }
      case .skip: break
      case .keep: keep(words[Int(step.pointee.a)].place)
      case .elements:
        let storage = words[Int(step.pointee.a)].place
        let count = ArrayMemory.count(inStorage: storage)
        budget &-= count
        if budget < 0 { return .undecided }
        let first = storage + Int(step.pointee.first)
        words[Int(step.pointee.to)] = RowWord(first)
        words[Int(step.pointee.to) + 1] = RowWord(first + count &* Int(step.pointee.b))
      case .next:
        let cursor = words + Int(step.pointee.a)
        let element = cursor[0].integer
        if element != cursor[1].integer {
          words[Int(step.pointee.to)].integer = element
          cursor[0].integer = element &+ Int64(step.pointee.offset)
          next = step.pointee.destination(from: step)
        }

      case .call:
        let answer = called(step)
        if answer == .undecided { return .undecided }
        next = step.next(after: answer == .yes)
      }
    }
  }
}

extension UnsafePointer<RowInstruction> {
  @inline(__always)
  fileprivate func a(_ words: UnsafeMutablePointer<RowWord>) -> RowWord { words[Int(pointee.a)] }

  @inline(__always)
  fileprivate func b(_ words: UnsafeMutablePointer<RowWord>) -> RowWord { words[Int(pointee.b)] }

  /// The next instruction after a test: the target if the answer is the wanted one.
  @inline(__always)
  fileprivate func next(after answer: Bool) -> UnsafePointer<RowInstruction> {
    answer == pointee.wanted ? pointee.destination(from: self) : self + 1
  }

  /// Stores a double, and returns the next instruction: the target if the double is NaN.
  @inline(__always)
  fileprivate func next(storing number: Double, in words: UnsafeMutablePointer<RowWord>) -> UnsafePointer<
    RowInstruction
  > {
    words[Int(pointee.to)] = RowWord(number)
    return number.isNaN ? pointee.destination(from: self) : self + 1
  }

  /// Stores an integer. Returns false if it has overflowed.
  @inline(__always)
  fileprivate func stores(
    _ result: (partialValue: Int64, overflow: Bool), in words: UnsafeMutablePointer<RowWord>
  ) -> Bool {
    words[Int(pointee.to)].integer = result.partialValue
    return !result.overflow
  }
}

extension RowMachine {
  /// The greatest integer for which all smaller integers have an equal double.
  static let mostExact: UInt64 = 1 << 53

  /// Keeps an instance alive until the program ends for the row, or for one element.
  @inline(never)
  private mutating func keep(_ instance: UnsafeRawPointer) {
    _ = keep(Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue())
  }

  /// Keeps an instance alive until the program ends for the row, or for one element. Returns its address.
  mutating func keep(_ instance: AnyObject) -> UnsafeRawPointer {
    instances.append(instance)
    return UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
  }

  /// The answer of a called function. If it throws, the row is left to the reference evaluator, which reports the issue.
  @inline(never)
  private mutating func called(_ step: UnsafePointer<RowInstruction>) -> RowAnswer {
    step.pointee.with(CallOperand.self) { operand in
      do throws(PredicateIssue) { return try operand.function(&self) ? .yes : .no } catch { return .undecided }
    }
  }

  /// The fold that is stored in several registers, beginning with `register`.
  @inline(__always)
  func fold<Number>(_ register: Int32, _: Number.Type) -> UnsafeMutablePointer<NumberFold<Number>> {
    UnsafeMutableRawPointer(words + Int(register)).assumingMemoryBound(to: NumberFold<Number>.self)
  }
}
