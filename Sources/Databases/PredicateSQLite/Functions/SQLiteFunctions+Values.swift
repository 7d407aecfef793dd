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
      guard let call = SQLiteCall(context, count, values) else { return }
      call.giveResult { () throws(PredicateIssue) in try call.castResult }
    },
    SQLiteFunction(.boxedCast, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.giveBoxedResult { () throws(PredicateIssue) in try call.castResult }
    },
    SQLiteFunction(.call, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), count >= 2 else { return }
      call.giveResult { () throws(PredicateIssue) in try call.callResult }
    },
    SQLiteFunction(.boxedCall, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), count >= 2 else { return }
      call.giveBoxedResult { () throws(PredicateIssue) in try call.callResult }
    },
    SQLiteFunction(.chance, -1, isDeterministic: false) { context, count, values in
      guard let call = SQLiteCall(context, count, values), count >= 2 else { return }
      call.giveBoxedResult { () throws(PredicateIssue) in try call.callResult }
    },
    SQLiteFunction(.never, 0, isDeterministic: false) { context, count, values in
      SQLiteCall(context, count, values)?.give(false)
    },
    SQLiteFunction(.date, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.give(AttributeStorage.iso8601Text.value(of: call.stored(0), as: .date))
    },
    SQLiteFunction(.boolean, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.give(AttributeStorage.booleanWords.value(of: call.stored(0), as: .boolean))
    },
    SQLiteFunction(.rank, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let rank = ValueRank(call.values(taggedAt: 0, from: 1))
      else {
        return
      }
      call.give(.data(rank.bytes))
    },
    SQLiteFunction(.uuid, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      call.give(AttributeStorage.uuidText.value(of: call.stored(0), as: .uuid))
    },
  ]
}

extension SQLiteCall {
  /// Name of the target, tag, value.
  fileprivate var castResult: QueryValue {
    get throws(PredicateIssue) {
      guard let target = text(0).flatMap(CastTarget.init(name:)), let value = values(taggedAt: 1, from: 2).first else {
        return .null
      }
      return try ValueCast.cast(value, to: target)
    }
  }

  /// Name of the function, tags, arguments.
  fileprivate var callResult: QueryValue {
    get throws(PredicateIssue) {
      guard let function = try function else { return .null }
      return try function.call(values(taggedAt: 1, from: 2), state.context)
    }
  }

  /// The function that the first argument names, which is one for all rows of a statement; nil where it names nothing.
  private var function: FunctionDefinition? {
    get throws(PredicateIssue) {
      if let kept = kept(0, as: Kept<FunctionDefinition>.self) { return kept.value }
      guard let name = text(0) else { return nil }
      guard let function = state.functions.definition(named: name) else { throw .notRegistered(name) }
      keep(Kept(function), for: 0)
      return function
    }
  }
}

extension PredicateIssue {
  /// A function of an application in a request that runs on a connection without it.
  fileprivate static func notRegistered(_ name: String) -> PredicateIssue {
    .error(
      "function-not-registered", nil, "the connection has not got the function “\(name)”",
      hint: "SQLiteFunctions.prepare(_:functions:limits:) registers functions of an application", kind: .unsupported)
  }
}
