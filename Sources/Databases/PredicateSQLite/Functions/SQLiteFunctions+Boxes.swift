import GRDBSQLite
import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateValues

/// Functions over values that contain their own type. For values without a representation in SQL, they run the evaluator's code.
extension SQLiteFunctions {
  static let boxes: [SQLiteFunction] = [
    SQLiteFunction(.box, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      if let value = call.values(taggedAt: 0, from: 1).first { call.giveBox(value) }
    },
    SQLiteFunction(.groupForm, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      if let value = call.values(taggedAt: 0, from: 1).first { call.giveBox(value.groupForm) }
    },
    SQLiteFunction(.unbox, 1) { SQLiteCall($0, $1, $2)?.giveResult { $0.boxed(0) } },
    SQLiteFunction(.object, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let entity = call.text(0) else { return }
      switch call.stored(1) {
      case .integer(let key): call.giveBox(.reference(ObjectReference(entity: entity, key: key)))
      case .blob(let key): call.giveBox(.object(SQLBoxRow(entityName: entity, key: key)))
      default: break
      }
    },
    SQLiteFunction(.key, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      let object = call.boxed(0)
      if let reference = object.reference { return call.give(.integer(reference.key)) }
      if case .object(let row as SQLBoxRow) = object { call.give(.data(row.key)) }
    },
    SQLiteFunction(.storedForm, 4) { SQLiteCall($0, $1, $2)?.giveStoredForm() },
    SQLiteFunction(.keyPart, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let parts = call.boxed(0).elements,
        parts.indices.contains(call.integer(1))
      else { return }
      call.give(parts[call.integer(1)])
    },
    SQLiteFunction(.arithmetic, 4) {
      SQLiteCall($0, $1, $2)?.giveBoxedResult { call throws(PredicateIssue) in
        let sides = call.values(taggedAt: 1, from: 2)
        guard let op = call.operator, sides.count == 2 else { return .null }
        return try ValueArithmetic.apply(op, sides[0], sides[1])
      }
    },
    SQLiteFunction(.negative, 1) {
      SQLiteCall($0, $1, $2)?.giveBoxedResult { call throws(PredicateIssue) in
        try ValueArithmetic.negate(call.boxed(0))
      }
    },
    SQLiteFunction(.compare, 4) { SQLiteCall($0, $1, $2)?.compare() },
    SQLiteFunction(.dynamic, 5) { SQLiteCall($0, $1, $2)?.compareByValues() },
    SQLiteFunction(.member, 3) { SQLiteCall($0, $1, $2)?.findMember() },
    SQLiteFunction(.valueForKey, 3) { SQLiteCall($0, $1, $2)?.giveMember(isInDocument: false) },
    SQLiteFunction(.documentMember, 3) { SQLiteCall($0, $1, $2)?.giveMember(isInDocument: true) },
    // It is declared as not deterministic. Otherwise SQLite would compute an element of constants, which may fail, even if the statement has no rows.
    SQLiteFunction(.index, 4, isDeterministic: false) { SQLiteCall($0, $1, $2)?.giveElement() },
    SQLiteFunction(.jsonPath, 2) { SQLiteCall($0, $1, $2)?.followPath() },
    SQLiteFunction(.collection, 2) { SQLiteCall($0, $1, $2)?.applyOperator() },
    SQLiteFunction(.list, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), count >= 1 else { return }
      call.giveBox(.array(call.values(taggedAt: 0, from: 1)))
    },
    SQLiteFunction(.joined, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.giveBox(.array((0..<call.argumentCount).flatMap { call.boxed($0).elements ?? [] }))
    },
    SQLiteFunction(.elements, 2) { SQLiteCall($0, $1, $2)?.giveElements() },
    SQLiteFunction(.element, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let text = call.bytes(0) else { return }
      call.giveBox(ElementText.value(of: text))
    },
    SQLiteFunction(.array, 2, final: { ValueGroup.finish($0) }, ValueGroup.add),
  ]
}

extension SQLiteCall {
  /// Arguments are the comparison's name, tags, left, right.
  fileprivate func compare() {
    let sides = values(taggedAt: 1, from: 2)
    let comparison = kept(0) { Self.comparisons.first { "\($0)" == text(0) } }
    guard sides.count == 2, let comparison else { return give(false) }
    give(state.evaluator.compare(comparison, sides[0].withoutNaN, sides[1].withoutNaN))
  }

  private static let comparisons: [CoreComparison] = [.equal, .same, .less, .lessOrEqual, .greater, .greaterOrEqual]

  private static let operators: [ComparisonOperator] = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .matches, .like, .beginsWith,
    .endsWith, .in, .contains, .between,
  ]

  /// Arguments are the operator's spelling, tags, left, right, options.
  fileprivate func compareByValues() {
    let sides = values(taggedAt: 1, from: 2)
    let found = kept(0) { text(0).flatMap { name in Self.operators.first { $0.spelling == name } } }
    guard sides.count == 2, let op = found else { return give(false) }
    do throws(PredicateIssue) {
      give(try ValueComparison.evaluate(sides[0], op, sides[1], options: options(4), limits: state.limits))
    } catch {
      fail(error)
    }
  }

  /// Arguments are the value, the storage of its representation, and the storage and written form of a column. The names are read once per statement.
  fileprivate func giveStoredForm() {
    func storage(_ position: Int) -> AttributeStorage {
      kept(position) { text(position).flatMap { AttributeStorage(rawValue: $0) } ?? .dynamic }
    }
    let (form, column) = (storage(1), storage(2))
    let content = stored(0)
    if content == .null { return }
    let value = form.value(of: content, as: form.type)
    let written = kept(3) { text(3).flatMap { WrittenForm(named: $0) } }?.stored(value, in: column)
    switch written ?? (value.type == column.type ? column.stored(value) : nil) {
    case .integer(let number)?: give(.integer(number))
    case .real(let number)?: give(.double(number))
    case .text(let text)?: give(.string(text))
    case .blob(let bytes)?: give(.data(bytes))
    case .null?, nil: give(.data([]))
    }
  }

  /// Arguments are tag, value, constants. The constants are read once per statement.
  fileprivate func findMember() {
    guard let value = values(taggedAt: 0, from: 1).first?.withoutNaN, !value.isNull else { return give(false) }
    give(value.isMember(ofAscending: kept(2) { boxed(2).elements ?? [] }))
  }

  /// Arguments are name, tag, value. Returns `value.name`.
  fileprivate func giveMember(isInDocument: Bool) {
    guard let name = text(0), let value = values(taggedAt: 1, from: 2).first else { return }
    giveBoxedResult { call throws(PredicateIssue) in
      try call.state.evaluator.property(name, of: value, isInDocument: isInDocument)
    }
  }

  /// Arguments are a column of JSON and the steps. The steps are read once per statement.
  fileprivate func followPath() {
    let steps = kept(1) { boxed(1).elements ?? [] }
    giveBoxedResult { _ throws(PredicateIssue) in
      var value = value(0, .json)
      for step in steps {
        switch step {
        case .string(let name): value = try state.evaluator.property(name, of: value, isInDocument: true)
        case .integer(let word):
          value = try ValueIndex.Word(rawValue: Int(word))?.value(of: value, isInDocument: true) ?? .null
        default: value = try ValueIndex.part(of: value, at: step.elements?.first ?? .null)
        }
      }
      return value
    }
  }

  /// Arguments are the code of the index, tags, collection, index.
  fileprivate func giveElement() {
    let sides = values(taggedAt: 1, from: 2)
    guard sides.count == 2 else { return }
    giveBoxedResult { _ throws(PredicateIssue) in
      let kind = integer(0)
      if let word = ValueIndex.Word(rawValue: kind) { return try word.value(of: sides[0], isInDocument: false) }
      return kind == SQLBox.partInDocument
        ? try ValueIndex.part(of: sides[0], at: sides[1]) : try ValueIndex.element(of: sides[0], at: sides[1])
    }
  }

  /// Arguments are the operator's name and the collection.
  fileprivate func applyOperator() {
    guard let op = text(0).flatMap(CollectionOperator.init(name:)) else { return }
    giveBoxedResult { _ throws(PredicateIssue) in
      let collection = boxed(1)
      if collection.isNull { return .null }
      guard let elements = collection.elements else { throw .collectionExpected(collection) }
      return try op.apply(to: elements)
    }
  }

  /// Arguments are tag and collection.
  fileprivate func giveElements() {
    guard let collection = values(taggedAt: 0, from: 1).first, !collection.isNull else { return }
    guard let elements = collection.elements else { return fail(.collectionExpected(collection)) }
    give(text: ElementText.list(of: elements))
  }
}

extension QueryValue {
  /// The elements of a collection, or the values of a dictionary; nil for any other value.
  fileprivate var elements: [QueryValue]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    case .dictionary(let dictionary): dictionary.values
    default: nil
    }
  }
}

extension QueryValue {
  /// The value that stands for all equal values in a group: the names of a dictionary are sorted. A number is an integer if an integer equals it, and
  /// otherwise a double if a double equals it. Booleans stay booleans.
  fileprivate var groupForm: QueryValue {
    switch self {
    case .array(let elements): .array(elements.map(\.groupForm))
    case .dictionary(let pairs):
      .dictionary(
        QueryDictionary(
          zip(pairs.keys, pairs.values.map(\.groupForm)).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }))
    case .double(let number): Int64(exactly: number).map { .integer($0) } ?? self
    case .decimal(let number):
      if let whole = number.wholeValue {
        .integer(whole)
      } else if NumberOrder.compare(number, number.nearestDouble) == .equal {
        .double(number.nearestDouble)
      } else {
        self
      }
    default: self
    }
  }
}

extension PredicateIssue {
  fileprivate static func collectionExpected(_ found: QueryValue) -> PredicateIssue {
    .error("collection-expected", nil, "expected a collection, found \(found.type.description)", kind: .type)
  }
}

/// Encodes elements of a collection for SQLite's `json_each`: each is a text of hexadecimal digits.
enum ElementText {
  private static let digits = Array("0123456789abcdef".utf8)

  /// A JSON array of the elements. An element without a representation in SQL is nil.
  static func list(of elements: [QueryValue]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (position, element) in elements.enumerated() {
      if position > 0 { text.append(UInt8(ascii: ",")) }
      text.append(UInt8(ascii: "\""))
      for byte in SQLBox.bytes(of: element) ?? [] {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: "]"))
    return text
  }

  /// The element that a text of ``list(of:)`` encodes; `.null` for any other text.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> QueryValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for position in stride(from: 0, to: text.count - 1, by: 2) {
      guard let high = digit(text[position]), let low = digit(text[position + 1]) else { return .null }
      bytes.append(high << 4 | low)
    }
    return SQLBox.value(of: bytes) ?? .null
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
