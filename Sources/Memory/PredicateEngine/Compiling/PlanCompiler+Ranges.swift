import PredicateBinding
import PredicateMemory
import PredicateReference

/// Compiles ranges to loops in row programs.
extension PlanCompiler {
  /// The labels at which the code for an element continues.
  struct Exits {
    /// Continues with the next element.
    let next: RowLabel
    /// Continues after the loop, without visiting more elements.
    let stop: RowLabel
  }

  /// Visits the elements of a collection, one after the other. It is used for collections other than arrays that are read in place.
  ///
  /// It sets the step's variable to each element and calls the closure, until the closure returns false. It returns nil if the collection is nil,
  /// false if the closure returned false, and otherwise true.
  private typealias Source =
    @Sendable (
      inout RowMachine, (inout RowMachine) throws(PredicateIssue) -> Bool
    ) throws(PredicateIssue) -> Bool?

  /// Compiles the test whether a range has an element. Returns false for every other condition.
  @inline(never)
  mutating func existsTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    guard case .exists(let range) = condition.node else { return false }
    withExits(to: target, if: wanted) { compiler, yes, no in
      let step = range.steps[0]
      if range.steps.count == 1, let (place, elements) = compiler.array(step), compiler.declares(step),
        compiler.variables[step.variable]?.isInstance == false,
        let (path, filter, _, isNegated) = compiler.leaf(range.filter), path.isDirect, path.variable == step.variable
      {
        compiler.prefetch(place.path.followed)
        let row = compiler.follow(place.path, ifNil: no)
        return compiler.code.emit(
          .any, to: isNegated ? 0 : 1, row, Int32(elements.stride), offset: place.offset, first: elements.first,
          jump: target, if: wanted, TestOperand(filter))
      }
      compiler.steps(of: range, ifNil: no, done: no, stop: yes) { compiler, exits in
        compiler.jump(range.filter, to: exits.stop, if: true)
      }
    }
    return true
  }

  /// Compiles code that runs for each element of a range that passes the filter. The code jumps to `target` if the range is nil.
  mutating func forEach(
    _ range: CoreRange, ifNil target: RowLabel, _ body: (inout PlanCompiler, Exits) -> Void
  ) {
    let end = code.label()
    steps(of: range, ifNil: target, done: end, stop: end) { compiler, exits in
      compiler.jump(range.filter, to: exits.next, if: false)
      body(&compiler, exits)
    }
    code.place(end)
  }

  /// Compiles the nested loops of a range, beginning with one step.
  ///
  /// - Parameters:
  ///   - done: The label at which the program continues after the last element.
  ///   - stop: The label at which the program continues if the code for an element stops the loops.
  private mutating func steps(
    of range: CoreRange, from depth: Int = 0, ifNil target: RowLabel, done: RowLabel, stop: RowLabel,
    _ body: (inout PlanCompiler, Exits) -> Void
  ) {
    func inner(_ compiler: inout PlanCompiler, _ exits: Exits) {
      if depth + 1 == range.steps.count { return body(&compiler, exits) }
      compiler.steps(of: range, from: depth + 1, ifNil: exits.next, done: exits.next, stop: exits.stop, body)
    }
    let step = range.steps[depth]
    guard let (place, elements) = array(step), declares(step) else {
      let source = source(step, ifNil: target)
      let start = code.label()
      let (next, last) = (code.label(), code.label())
      code.jump(start)
      let entry = code.position
      inner(&self, Exits(next: next, stop: last))
      code.place(next)
      code.emit(.end, to: 1)
      code.place(last)
      code.emit(.end)
      code.place(start)
      let isStopped = code.word()
      code.call(target, if: false) { (machine) throws(PredicateIssue) in
        let isDone = try source(&machine) { (machine) throws(PredicateIssue) in try machine.wantsMore(entry) }
        machine.words[Int(isStopped)] = RowWord(Int64(isDone == false ? 1 : 0))
        return isDone != nil
      }
      code.emit(.equal, isStopped, code.word(of: RowWord(Int64(1))), jump: stop, if: true)
      code.jump(done)
      return
    }
    let areInstances = variables[step.variable]?.isInstance ?? false
    let element = register(of: step.variable)
    let cursor = code.word(2)
    if areInstances { prefetch(place.path.followed, firstInstance: elements.first) }
    let storage = follow(place.path.followed, ifNil: target)
    code.emit(.elements, to: cursor, storage, Int32(elements.stride), first: elements.first)
    let (top, next) = (code.label(), code.label())
    code.jump(next)
    code.place(top)
    if areInstances { code.emit(.follow, to: element, element, jump: next) }
    inner(&self, Exits(next: next, stop: stop))
    code.place(next)
    code.emit(.next, to: element, cursor, offset: elements.stride, jump: top)
    code.jump(done)
  }

  /// The place of a step's array, if its elements are read in place. Also the distance from the beginning of the storage to the first element, and
  /// the distance from one element to the next.
  private mutating func array(_ step: CoreRange.Step) -> (ValuePlace, (first: Int, stride: Int))? {
    guard let place = collectionPlace(step), let type = place.type as? any StoredElements.Type, type.isArray,
      ArrayMemory.isTrusted
    else { return nil }
    return (place, (ArrayMemory.firstOffset(of: type.elementType), type.elementStride))
  }

  /// Declares the variable of a step over a stored collection whose type is known. Returns false for every other step.
  mutating func declares(_ step: CoreRange.Step) -> Bool {
    guard let collection = collectionPlace(step), let type = collection.type as? any StoredElements.Type,
      let reader = ValueReaders.reader(of: type.elementType, collection.reader.reading)
    else { return false }
    variableCount = max(variableCount, step.variable + 1)
    switch (step.source, reader.kind, reader.isOptional) {
    case (_, .toOne(let target), false): variables[step.variable] = .object(target.shape)
    case (.elements, _, _): variables[step.variable] = .value(type.elementType, reader)
    default: return false
    }
    return true
  }

  private mutating func source(_ step: CoreRange.Step, ifNil target: RowLabel) -> Source {
    if declares(step), let place = collectionPlace(step), let source = stored(place, step.variable, ifNil: target) {
      return source
    }
    if case .elements(let value) = step.source, let collection = dynamic(value) {
      let (reading, register, range) = (reading, Int(code.dynamic()), value.range)
      variables[step.variable] = .dynamic(Int32(register))
      return { (machine, body) throws(PredicateIssue) in
        guard let value = try collection(&machine),
          let found = try value.elements(reading, machine.context, at: range)
        else { return nil }
        try machine.visit(found.count)
        for element in found {
          machine.dynamics[register] = element
          if try !body(&machine) { return false }
        }
        return true
      }
    }
    // The reference evaluator evaluates a row whose collection is computed. The code for an element never runs.
    variables[step.variable] = nil
    return { (_, _) throws(PredicateIssue) in throw .leftToReference }
  }

  /// Visits the elements of a stored collection by its public functions.
  private mutating func stored(_ place: ValuePlace, _ variable: Int, ifNil target: RowLabel) -> Source? {
    guard let access = place.collectionAccess, let count = access.count, let visit = access.visit else { return nil }
    let row = Int(follow(place.path, ifNil: target))
    let element = Int(register(of: variable))
    let offset = place.offset
    let areInstances = variables[variable]?.isInstance ?? false
    return { (machine, body) throws(PredicateIssue) in
      let collection = machine.words[row].place + offset
      guard let count = count(collection) else { return nil }
      try machine.visit(count)
      var end = Result<Bool, PredicateIssue>.success(true)
      visit(collection) { place in
        machine.words[element] = areInstances ? place.load(as: RowWord.self) : RowWord(place)
        do throws(PredicateIssue) {
          if try body(&machine) { return true }
          end = .success(false)
        } catch {
          end = .failure(error)
        }
        return false
      }
      return try end.get()
    }
  }
}

/// Compiles numbers that are calculated from the elements of ranges.
extension PlanCompiler {
  /// Compiles the number of elements. The code jumps to `target` if the range is nil.
  mutating func count(_ range: CoreRange, ifNil target: RowLabel) -> RowNumber {
    let count = code.word()
    code.move(to: count, code.word(of: RowWord(Int64(0))))
    let one = code.word(of: RowWord(Int64(1)))
    forEach(range, ifNil: target) { compiler, _ in compiler.code.emit(.add, to: count, count, one) }
    return RowNumber(count, .integers)
  }

  /// The sum, the mean or an extreme of one number per element. It is nil if the range is nil, or has no number. Nil if programs do not calculate it.
  mutating func folded(_ op: CollectionOperator, _ range: CoreRange, _ each: CoreValue) -> NumberCode? {
    guard op.folds(each.type) else { return nil }
    // The variables of the range are declared first, because the numbers of its elements are known only then.
    for step in range.steps where !declares(step) { return nil }
    guard let number = number(each) else { return nil }
    let lane = op == .avg ? .doubles : number.lane
    return NumberCode(lane: lane) { compiler, target in
      if let found = compiler.foldedInPlace(op, range, each, ifNil: target) { return RowNumber(found, lane) }
      let found =
        switch number.lane {
        case .integers: compiler.folded(op, range, number, ifNil: target, Int64.self)
        case .doubles: compiler.folded(op, range, number, ifNil: target, Double.self)
        }
      return RowNumber(found, lane)
    }
  }

  /// Compiles a fold of one stored number per element of an array to a loop that is specialised for the number's type. Nil for every other fold.
  private mutating func foldedInPlace(
    _ op: CollectionOperator, _ range: CoreRange, _ each: CoreValue, ifNil target: RowLabel
  ) -> Int32? {
    guard range.steps.count == 1, case .always(true) = range.filter.node, let (place, elements) = array(range.steps[0]),
      variables[range.steps[0].variable]?.isInstance == false,
      let number = self.place(of: each), number.path.isDirect, number.path.variable == range.steps[0].variable,
      let fold = NumberTypes.visit(
        number.type, FoldMaker(op: op, first: elements.first + number.offset, stride: elements.stride)
      ).flatMap({ $0 })
    else { return nil }
    let storage = follow(place.path.followed, ifNil: target)
    let result = code.word()
    code.call(target, if: false) { (machine) throws(PredicateIssue) in
      let storage = machine.words[Int(storage)].place
      try machine.visit(ArrayMemory.count(inStorage: storage))
      guard let found = try fold(storage) else { return false }
      machine.words[Int(result)] = found
      return true
    }
    return result
  }

  private mutating func folded<Number: ColumnNumber>(
    _ op: CollectionOperator, _ range: CoreRange, _ each: NumberCode, ifNil target: RowLabel, _: Number.Type
  ) -> Int32 {
    let fold = code.word((MemoryLayout<NumberFold<Number>>.stride + 7) / 8)
    let result = code.word()
    code.perform { $0.fold(fold, Number.self).pointee = NumberFold() }
    forEach(range, ifNil: target) { compiler, exits in
      if op == .avg { compiler.code.perform { $0.fold(fold, Number.self).pointee.countElement() } }
      let found = each.compile(&compiler, exits.next)
      compiler.code.perform { machine in
        let number = unsafeBitCast(machine.words[Int(found.register)], to: Number.self)
        op.take(number, &machine.fold(fold, Number.self).pointee)
      }
    }
    code.call(target, if: false) { (machine) throws(PredicateIssue) in
      guard let found = try op.result(machine.fold(fold, Number.self).pointee) else { return false }
      machine.words[Int(result)] = found
      return true
    }
    return result
  }
}

/// Makes a loop over the numbers in the storage of an array. Nil for numbers that may be beyond Int64.
private struct FoldMaker: NumberTypeVisitor {
  let op: CollectionOperator
  /// The distance from the beginning of the storage to the first number. ``stride`` is the distance from one number to the next.
  let first: Int
  let stride: Int

  typealias Fold = @Sendable (UnsafeRawPointer) throws(PredicateIssue) -> RowWord?

  func visit<Column: NumberColumn>(_: Column.Type) -> Fold? {
    if Column.clamps { return nil }
    return { storage throws(PredicateIssue) in
      var fold = NumberFold<Column.Element>()
      var place = storage + first
      for _ in 0..<ArrayMemory.count(inStorage: storage) {
        if op == .avg { fold.countElement() }
        if let number = Column.load(place) { op.take(number, &fold) }
        place += stride
      }
      return try op.result(fold)
    }
  }
}

extension CollectionOperator {
  /// Whether programs compute the operator's number from the numbers of a range.
  fileprivate func folds(_ type: QueryType) -> Bool {
    switch self {
    case .sum, .avg: type.family == .number
    case .min, .max: true
    default: false
    }
  }

  /// Adds a number to a fold.
  @inline(__always)
  fileprivate func take<Number>(_ number: Number, _ fold: inout NumberFold<Number>) {
    switch self {
    case .min: fold.takeLeast(number)
    case .max: fold.takeGreatest(number)
    default: fold.add(number)
    }
  }

  /// The result of a fold, which may be nil. Throws if the fold overflowed. The reference evaluator then evaluates the row.
  fileprivate func result<Number: ColumnNumber>(_ fold: NumberFold<Number>) throws(PredicateIssue) -> RowWord? {
    if fold.hasOverflowed { throw .leftToReference }
    if self == .avg { return fold.mean.map { RowWord($0) } }
    return (self == .sum ? fold.sum : fold.extreme).map { RowWord(of: $0) }
  }
}
