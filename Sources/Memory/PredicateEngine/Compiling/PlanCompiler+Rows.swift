import PredicateBinding
import PredicateMemory
import PredicateReference

/// Compiles conditions to programs for one row.
extension PlanCompiler {
  mutating func program(_ condition: CoreCondition) -> RowProgram {
    program { compiler in
      let no = compiler.code.label()
      compiler.jump(condition, to: no, if: false)
      compiler.code.emit(.end, to: 1)
      compiler.code.place(no)
      compiler.code.emit(.end)
      return 0
    }
  }

  /// Compiles a condition. The code jumps if the answer is `wanted`, and otherwise continues with the next instruction.
  mutating func jump(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) {
    switch condition.node {
    case .always(let value):
      if value == wanted { code.jump(target) }
      return
    case .and(let parts): return jump(parts, until: false, to: target, if: wanted)
    case .or(let parts): return jump(parts, until: true, to: target, if: wanted)
    case .not(let part): return jump(part, to: target, if: !wanted)
    default: break
    }
    // Each form is compiled by another function, so that the levels of a nested condition fit into a small stack.
    if !leafTest(condition, to: target, if: wanted), !existsTest(condition, to: target, if: wanted),
      !dynamicTest(condition, to: target, if: wanted),
      !pairTest(condition, to: target, if: wanted), !numberTest(condition, to: target, if: wanted),
      !expressionTest(condition, to: target, if: wanted), !branchTest(condition, to: target, if: wanted)
    {
      valueTest(condition, to: target, if: wanted)
    }
  }

  /// A row whose path ends at a nil does not pass a leaf test.
  @inline(never)
  private mutating func leafTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    guard let (path, filter, _, isNegated) = leaf(condition) else { return false }
    withExits(to: target, if: wanted != isNegated) { compiler, _, no in
      let row = compiler.follow(path, ifNil: no)
      compiler.code.emit(
        .test, row, offset: path.offset, jump: target, if: wanted != isNegated, TestOperand(filter))
    }
    return true
  }

  @inline(never)
  private mutating func branchTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    guard let (test, first, second) = branches(condition) else { return false }
    choose(test, { $0.jump(first, to: target, if: wanted) }, { $0.jump(second, to: target, if: wanted) })
    return true
  }

  /// Compiles the parts of an AND or OR in their written order. For a single row it would cost more to sort the parts than to run them.
  ///
  /// - Parameter last: The answer of a part that decides the whole condition.
  private mutating func jump(_ parts: [CoreCondition], until last: Bool, to target: RowLabel, if wanted: Bool) {
    if last == wanted {
      for part in parts { jump(part, to: target, if: wanted) }
      return
    }
    let end = code.label()
    for part in parts.dropLast() { jump(part, to: end, if: last) }
    if let part = parts.last { jump(part, to: target, if: wanted) }
    code.place(end)
  }

  /// Compiles code that depends on the answer of a condition.
  mutating func choose(
    _ test: CoreCondition, _ yes: (inout PlanCompiler) -> Void, _ no: (inout PlanCompiler) -> Void
  ) {
    let other = code.label()
    let end = code.label()
    jump(test, to: other, if: false)
    yes(&self)
    code.jump(end)
    code.place(other)
    no(&self)
    code.place(end)
  }

  /// Passes the labels for the answers yes and no: one of them is the target, the other is directly after the condition.
  mutating func withExits(
    to target: RowLabel, if wanted: Bool, _ body: (inout PlanCompiler, _ yes: RowLabel, _ no: RowLabel) -> Void
  ) {
    let end = code.label()
    body(&self, wanted ? target : end, wanted ? end : target)
    code.place(end)
  }

  /// Compiles the address of a value. Returns its register, which is 0 if a step of the path is nil.
  mutating func address(of path: RowPath) -> Int32 {
    let result = code.word()
    let missing = code.label()
    let row = follow(path, ifNil: missing)
    code.emit(.add, to: result, row, code.word(of: RowWord(Int64(path.offset))))
    if path.isDirect { return result }
    let end = code.label()
    code.jump(end)
    code.place(missing)
    code.move(to: result, code.word(of: RowWord(Int64(0))))
    code.place(end)
    return result
  }

  private mutating func numberTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    switch condition.node {
    case .compare(let comparison, let left, let right):
      guard let left = number(left), let right = number(right) else { return false }
      withExits(to: target, if: wanted) { compiler, yes, no in
        if comparison == .same { return compiler.same(left, right, yes, no) }
        let a = left.compile(&compiler, no)
        let b = right.compile(&compiler, no)
        compiler.compare(comparison, a, b, to: target, if: wanted)
      }
      return true
    case .between(let value, let low, let high):
      guard let value = number(value), let low = number(low), let high = number(high) else { return false }
      withExits(to: target, if: wanted) { compiler, _, no in
        let number = value.compile(&compiler, no)
        let least = low.compile(&compiler, no)
        let greatest = high.compile(&compiler, no)
        compiler.compare(.lessOrEqual, least, number, to: no, if: false)
        compiler.compare(.lessOrEqual, number, greatest, to: target, if: wanted)
      }
      return true
    default: return false
    }
  }

  /// Compiles the test whether two numbers are equal, or both nil.
  private mutating func same(_ left: NumberCode, _ right: NumberCode, _ yes: RowLabel, _ no: RowLabel) {
    let isThere = code.word()
    let (zero, one) = (code.word(of: RowWord(Int64(0))), code.word(of: RowWord(Int64(1))))
    let missing = code.label()
    let alone = code.label()
    code.move(to: isThere, zero)
    let b = right.compile(&self, missing)
    code.move(to: isThere, one)
    code.place(missing)
    let a = left.compile(&self, alone)
    code.emit(.equal, isThere, zero, jump: no, if: true)
    compare(.equal, a, b, to: yes, if: true)
    code.jump(no)
    code.place(alone)
    code.emit(.equal, isThere, zero, jump: yes, if: true)
    code.jump(no)
  }

  /// Compiles MATCHES for a stored string and a constant pattern. Returns false for other conditions.
  private mutating func expressionTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    guard case .match(.regularExpression(let options), let subject, let pattern) = condition.node,
      let constant = pattern.constantValue, StringMemory.isTrusted, let place = stringPlace(subject),
      let expression = expression(constant, options)
    else { return false }
    withExits(to: target, if: wanted) { compiler, _, no in
      let row = compiler.follow(place.path, ifNil: no)
      compiler.code.call(target, if: wanted) { (machine) throws(PredicateIssue) in
        let answer = StringMemory.read(machine.words[Int(row)].place + place.offset) { text in
          Result { () throws(PredicateIssue) in try expression.matches(text) }
        }
        return try answer?.get() ?? false
      }
    }
    return true
  }

  /// The expression for a constant pattern of MATCHES. Nil for an invalid pattern, which fails at run time, as in the reference evaluator.
  func expression(_ pattern: QueryValue, _ options: StringOptions) -> RegularExpression? {
    guard case .string(let text) = pattern else { return nil }
    do throws(PredicateIssue) {
      return try RegularExpressionCache.shared.expression(
        text, options: options, stepLimit: limits.regularExpressionSteps)
    } catch {
      return nil
    }
  }

  /// Splits a comparison of a TERNARY with a constant: the condition of the TERNARY, and the comparisons of its two values. Nil for every other
  /// condition.
  private func branches(_ condition: CoreCondition) -> (test: CoreCondition, CoreCondition, CoreCondition)? {
    func split(
      _ value: CoreValue, _ node: (CoreValue) -> CoreCondition.Node
    ) -> (test: CoreCondition, CoreCondition, CoreCondition)? {
      guard let (test, first, second) = Self.branches(value) else { return nil }
      // A value that is nil equals no constant, so its comparison is false.
      func part(_ value: CoreValue) -> CoreCondition {
        CoreCondition(value.isNull ? .always(false) : node(value), range: condition.range)
      }
      return (test, part(first), part(second))
    }
    switch condition.node {
    case .compare(let comparison, let left, let right):
      if case .constant = right.node { return split(left) { .compare(comparison, $0, right) } }
      if case .constant = left.node { return split(right) { .compare(comparison, left, $0) } }
      return nil
    case .match(let kind, let value, let pattern):
      guard case .constant = pattern.node else { return nil }
      return split(value) { .match(kind, $0, pattern: pattern) }
    case .member(let value, let constants): return split(value) { .member($0, constants) }
    default: return nil
    }
  }

  private static func branches(_ value: CoreValue) -> (test: CoreCondition, CoreValue, CoreValue)? {
    switch value.node {
    case .choose(let test, let first, let second): return (test, first, second)
    case .fold(let operand, let options):
      guard let (test, first, second) = branches(operand) else { return nil }
      func folded(_ part: CoreValue) -> CoreValue {
        part.isNull
          ? part : CoreValue(.fold(part, options), type: .string, isOptional: part.isOptional, range: value.range)
      }
      return (test, folded(first), folded(second))
    default: return nil
    }
  }

  /// Compiles a condition on values of the language. The reference evaluator evaluates it.
  private mutating func valueTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) {
    let operands = operands(of: .condition(condition))
    let a = operands.first ?? 0
    let b = operands.dropFirst().first
    let c = operands.dropFirst(2).first
    code.call(target, if: wanted) { (machine) throws(PredicateIssue) in
      try machine.context.evaluator.decide(
        condition, machine.values[a], b.map { machine.values[$0] } ?? .null, c.map { machine.values[$0] } ?? .null)
    }
  }
}

/// Compiles paths to instructions.
extension PlanCompiler {
  /// Prefetches the memory of a path from the evaluated row, up to the first step that is not a reference, before the program runs.
  ///
  /// - Parameter firstInstance: The distance to the first instance, if the path leads to the storage of an array of instances.
  mutating func prefetch(_ path: RowPath, firstInstance: Int? = nil) {
    if path.variable != 0 { return }
    var offsets: [Int] = []
    for case .reference(let offset) in path.steps.prefix(while: { if case .reference = $0 { true } else { false } }) {
      offsets.append(offset)
    }
    let isWhole = offsets.count == path.steps.count
    code.prefetch(RowPrefetch(offsets: offsets, firstInstance: isWhole ? firstInstance : nil))
  }

  /// Compiles a path up to its last step, without its last offset. Returns the register of the address.
  mutating func follow(_ path: RowPath, ifNil target: RowLabel) -> Int32 {
    prefetch(path)
    var place = register(of: path.variable)
    var steps = path.steps[...]
    while let step = steps.popFirst() {
      let result = code.word()
      let from = place
      switch step {
      case .reference(let offset):
        code.emit(.follow, to: result, from, offset: offset, jump: target)
        code.emit(.keep, result)
      case .computed(let offset, let loader):
        if loader.isReference, case .reference(0)? = steps.first {
          steps.removeFirst()
          code.call(target, if: false) { machine in
            guard let instance = loader.instance(of: machine.words[Int(from)].place + offset) else { return false }
            machine.words[Int(result)] = RowWord(machine.keep(instance))
            return true
          }
        } else if let size = Self.plainSize(of: loader.type) {
          let copy = code.word((size + MemoryLayout<RowWord>.size - 1) / MemoryLayout<RowWord>.size)
          code.perform { machine in
            let memory = UnsafeMutableRawPointer(machine.words + Int(copy))
            loader.copy(of: machine.words[Int(from)].place + offset, to: memory)
            machine.words[Int(result)] = RowWord(UnsafeRawPointer(memory))
          }
        } else {
          code.perform { machine in
            let value = loader.value(of: machine.words[Int(from)].place + offset)
            machine.owners.append(value)
            machine.words[Int(result)] = RowWord(UnsafeRawPointer(value.address))
          }
        }
      case .payload, .element:
        code.call(target, if: false) { machine in
          guard let row = step.place(from: machine.words[Int(from)].place, &machine.owners) else { return false }
          machine.words[Int(result)] = RowWord(row)
          return true
        }
      }
      place = result
    }
    return place
  }

  /// The register that contains the address of a variable's value.
  mutating func register(of variable: Int) -> Int32 {
    if let known = registers[variable] { return known }
    let register = code.word()
    registers[variable] = register
    return register
  }
}
