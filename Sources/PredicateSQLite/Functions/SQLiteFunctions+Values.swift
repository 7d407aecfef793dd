import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Arithmetic that SQL has not, conversions, and the functions of the language's table.
extension SQLiteFunctions {
  static let values: [SQLiteFunction] = [
    SQLiteFunction(.power, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.giveResult { () throws(PredicateIssue) in
        try ValueArithmetic.apply(.power, call.value(0, .integer), call.value(1, .integer))
      }
    },
    SQLiteFunction(.bits, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values),
        let op = BinaryOperator(rawValue: UInt8(truncatingIfNeeded: call.integer(0)))
      else { return }
      call.giveResult { () throws(PredicateIssue) in
        try ValueArithmetic.apply(op, call.value(1, .integer), call.value(2, .integer))
      }
    },
    SQLiteFunction(.cast, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let target = call.text(0).flatMap(CastTarget.init(name:)),
        let tag = call.text(1).flatMap(SQLValueTag.init(rawValue:))
      else { return }
      call.giveResult { () throws(PredicateIssue) in try ValueCast.cast(call.value(2, tag), to: target) }
    },
    SQLiteFunction(.call, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), count >= 2, let tags = call.text(1) else { return }
      guard let name = call.text(0), let function = call.state.functions.definition(named: name) else { return }
      let arguments = zip(tags, 2..<max(2, call.argumentCount)).map { tag, position in
        call.value(position, SQLValueTag(rawValue: String(tag)) ?? .integer)
      }
      call.giveResult { () throws(PredicateIssue) in try function.call(arguments, call.state.context) }
    },
    SQLiteFunction(.date, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.give(AttributeStorage.iso8601Text.value(of: call.stored(0), as: .date))
    },
    SQLiteFunction(.uuid, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.give(AttributeStorage.uuidText.value(of: call.stored(0), as: .uuid))
    },
  ]
}

extension SQLiteCall {
  /// An argument as the value that its tag says it is.
  fileprivate func value(_ position: Int, _ tag: SQLValueTag) -> QueryValue {
    tag.storage.value(of: stored(position), as: tag.type)
  }

  fileprivate func giveResult(_ body: () throws(PredicateIssue) -> QueryValue) {
    do throws(PredicateIssue) {
      give(try body())
    } catch {
      fail(error)
    }
  }
}

extension SQLValueTag {
  /// The storage that has the tag's form.
  fileprivate var storage: AttributeStorage {
    switch self {
    case .boolean: .zeroOrOne
    case .integer: .integer
    case .double: .real
    case .string, .url: .text
    case .date: .secondsSince2001
    case .data: .blob
    case .uuid: .uuidBytes
    }
  }

  /// The language's type.
  fileprivate var type: QueryType {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    }
  }
}
