import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Arithmetic that SQL lacks, conversions, and the functions of the language's function table.
extension SQLiteFunctions {
  static let values: [SQLiteFunction] = [
    SQLiteFunction(.power, 2) {
      SQLiteCall($0, $1, $2)?.giveResult { call throws(PredicateIssue) in
        try ValueArithmetic.apply(.power, call.value(0, .integer), call.value(1, .integer))
      }
    },
    SQLiteFunction(.bits, 3) {
      SQLiteCall($0, $1, $2)?.giveResult { call throws(PredicateIssue) in
        guard let op = call.operator else { return .null }
        return try ValueArithmetic.apply(op, call.value(1, .integer), call.value(2, .integer))
      }
    },
    SQLiteFunction(.cast, 3) { SQLiteCall($0, $1, $2)?.giveResult(SQLiteCall.castResult) },
    SQLiteFunction(.boxedCast, 3) { SQLiteCall($0, $1, $2)?.giveBoxedResult(SQLiteCall.castResult) },
    SQLiteFunction(.call, -1) { SQLiteCall($0, $1, $2)?.giveResult(SQLiteCall.callResult) },
    SQLiteFunction(.boxedCall, -1) { SQLiteCall($0, $1, $2)?.giveBoxedResult(SQLiteCall.callResult) },
    SQLiteFunction(.chance, -1, isDeterministic: false) {
      SQLiteCall($0, $1, $2)?.giveBoxedResult(SQLiteCall.callResult)
    },
    SQLiteFunction(.never, 0, isDeterministic: false) { SQLiteCall($0, $1, $2)?.give(false) },
    SQLiteFunction(.date, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      if let date = call.bytes(0).flatMap({ ISODate.parse($0) }) { call.give(.date(date)) }
    },
    SQLiteFunction(.hasDateForm, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      guard let text = call.bytes(0), let template = call.bytes(1) else { return call.give(false) }
      call.give(ISODateForm.has(text, template))
    },
    SQLiteFunction(.boolean, 1) { SQLiteCall($0, $1, $2)?.give(storedAs: .booleanWords, .boolean) },
    SQLiteFunction(.integerText, 1) { SQLiteCall($0, $1, $2)?.give(storedAs: .integerText, .integer) },
    SQLiteFunction(.realText, 1) { SQLiteCall($0, $1, $2)?.give(storedAs: .realText, .double) },
    SQLiteFunction(.basicDate, 1) { SQLiteCall($0, $1, $2)?.give(storedAs: .basicISO8601Text, .date) },
    SQLiteFunction(.dateOfDigits, 1) { SQLiteCall($0, $1, $2)?.give(storedAs: .basicISO8601Number, .date) },
    SQLiteFunction(.uuid, 1) { SQLiteCall($0, $1, $2)?.give(storedAs: .uuidText, .uuid) },
    SQLiteFunction(.rank, -1) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      if let rank = ValueRank(call.values(taggedAt: 0, from: 1)) { call.give(.data(rank.bytes)) }
    },
  ]
}

extension SQLiteCall {
  /// Returns an argument in the representation of a type, given that it is stored in a storage.
  fileprivate func give(storedAs storage: AttributeStorage, _ type: QueryType) {
    give(storage.value(of: stored(0), as: type))
  }

  /// Arguments are the name of the target type, tag, value.
  fileprivate static func castResult(_ call: SQLiteCall) throws(PredicateIssue) -> QueryValue {
    guard let target = call.text(0).flatMap(CastTarget.init(name:)),
      let value = call.values(taggedAt: 1, from: 2).first
    else { return .null }
    return try ValueCast.cast(value, to: target)
  }

  /// Arguments are the name of the function, tags, arguments.
  fileprivate static func callResult(_ call: SQLiteCall) throws(PredicateIssue) -> QueryValue {
    guard call.argumentCount >= 2, let function = try call.function else { return .null }
    return try function.call(call.values(taggedAt: 1, from: 2), call.state.context)
  }

  /// The function that the first argument names, which is the same for all rows of a statement. Nil if the argument is not a text.
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
  /// The issue for a function of an application in a request on a connection that lacks it.
  fileprivate static func notRegistered(_ name: String) -> PredicateIssue {
    .error(
      "function-not-registered", nil, "the function “\(name)” is not registered on the connection",
      hint: "to register the functions of an application, call SQLiteFunctions.prepare(_:functions:limits:)",
      kind: .unsupported
    )
  }
}
