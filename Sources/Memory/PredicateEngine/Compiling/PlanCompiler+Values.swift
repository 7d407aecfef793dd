import PredicateBinding
import PredicateMemory
import PredicateReference

/// Compiles values of the language to programs for one row.
extension PlanCompiler {
  /// The program that reads or computes a value.
  mutating func valueProgram(_ value: CoreValue) -> RowProgram {
    program { compiler in
      let register = compiler.value(value)
      compiler.code.emit(.end, to: 1)
      return register
    }
  }

  /// Compiles code that reads or computes a value. Returns the register of the value.
  mutating func value(_ value: CoreValue) -> Int32 {
    if let constant = value.constantValue { return code.value(constant) }
    let register = code.value()
    self.value(value, into: register)
    return register
  }

  private mutating func value(_ value: CoreValue, into register: Int32) {
    if stored(value, into: register) { return }
    let to = Int(register)
    switch value.node {
    case .constant(let constant): code.perform { $0.values[to] = constant }
    case .null: code.perform { $0.values[to] = .null }
    case .failure(let issue): code.perform { (_) throws(PredicateIssue) in throw issue }
    case .attribute(let row, _), .object(let row):
      let base = code.value()
      self.row(row, into: base)
      apply(value, to: [Int(base)], into: to)
    case .element(let variable): row(.variable(variable), into: register)
    case .property, .negate, .fold, .cast, .dynamicAggregate, .operatorPath, .arithmetic, .index:
      apply(value, to: operands(of: .value(value)), into: to)
    case .call, .list:
      let operands = operands(of: .value(value))
      code.perform { (machine) throws(PredicateIssue) in
        machine.values[to] = try machine.context.evaluator.apply(value, to: operands.map { machine.values[$0] })
      }
    case .choose(let test, let first, let second):
      choose(test, { $0.value(first, into: register) }, { $0.value(second, into: register) })
    case .count(let range):
      orNull(into: register) { compiler, missing in
        let count = Int(compiler.count(range, ifNil: missing).register)
        compiler.code.perform { $0.values[to] = .integer($0.words[count].integer) }
      }
    case .aggregate(_, let range, let each), .collect(let range, let each):
      let list = code.list()
      orNull(into: register) { compiler, missing in
        compiler.code.perform { $0.lists[list].removeAll(keepingCapacity: true) }
        compiler.forEach(range, ifNil: missing) { compiler, _ in
          let element = Int(compiler.value(each))
          // The element is copied, because its memory may be freed before the list is used.
          compiler.code.perform { $0.lists[list].append($0.values[element].owned) }
        }
        compiler.code.perform { (machine) throws(PredicateIssue) in
          machine.values[to] = try machine.context.evaluator.apply(value, to: machine.lists[list])
        }
      }
    }
  }

  /// Compiles the operands of a node. Returns their registers.
  mutating func operands(of part: CorePart) -> [Int] {
    var registers: [Int] = []
    part.forEachPart { if case .value(let operand) = $0 { registers.append(Int(value(operand))) } }
    return registers
  }

  /// Compiles code for a value. If the code jumps to the label that is passed to `body`, the value is nil.
  private mutating func orNull(into register: Int32, _ body: (inout PlanCompiler, RowLabel) -> Void) {
    let missing = code.label()
    let end = code.label()
    body(&self, missing)
    code.jump(end)
    code.place(missing)
    code.perform { $0.values[Int(register)] = .null }
    code.place(end)
  }

  /// Compiles an operation that the reference evaluator applies to the values of its operands.
  private mutating func apply(_ value: CoreValue, to operands: [Int], into to: Int) {
    let a = operands[0]
    let b = operands.dropFirst().first
    code.perform { (machine) throws(PredicateIssue) in
      machine.values[to] = try machine.context.evaluator.apply(
        value, to: machine.values[a], b.map { machine.values[$0] } ?? .null)
    }
  }

  /// Compiles code that reads a stored value. Returns false for every other value.
  private mutating func stored(_ value: CoreValue, into register: Int32) -> Bool {
    if dynamic(value, into: register) { return true }
    guard let place = place(of: value) else { return false }
    read(place.path, into: register) { place.reader.read($0 + place.offset, nil) }
    return true
  }

  /// Compiles code that reads a value of unknown type. Returns false for every other value.
  private mutating func dynamic(_ value: CoreValue, into register: Int32) -> Bool {
    guard let read = dynamic(value) else { return false }
    let reading = reading
    code.perform { (machine) throws(PredicateIssue) in
      machine.values[Int(register)] = try read(&machine)?.queryValue(reading) ?? .null
    }
    return true
  }

  /// Compiles code that reads a value from the row at the end of a path.
  private mutating func read(
    _ path: RowPath, into register: Int32, _ read: @escaping AddressReader<QueryValue>
  ) {
    let to = Int(register)
    orNull(into: register) { compiler, missing in
      let row = Int(compiler.follow(path, ifNil: missing))
      compiler.code.perform { $0.values[to] = read($0.words[row].place) }
    }
  }

  /// Compiles code that makes the object of a row.
  private mutating func row(_ row: CoreRow, into register: Int32) {
    let to = Int(register)
    if let (path, shape) = path(of: row) {
      return read(path, into: register) {
        .object(ReflectedObject(address: $0 + path.offset, shape: shape, owner: nil))
      }
    }
    switch row {
    case .toOne(let base, let member, _):
      let object = Int(code.value())
      self.row(base, into: Int32(object))
      code.perform { $0.values[to] = $0.context.evaluator.toOne(member.name, of: $0.values[object]) }
    case .variable(let variable):
      switch variables[variable] {
      case .value(_, let reader)?, .named(_, let reader)?:
        read(RowPath(variable: variable), into: register) { reader.read($0, nil) }
      default:
        let element = CoreValue(.element(variable), type: .any, isOptional: true, range: .none)
        if !dynamic(element, into: register) { code.perform { $0.values[to] = .null } }
      }
    }
  }
}
