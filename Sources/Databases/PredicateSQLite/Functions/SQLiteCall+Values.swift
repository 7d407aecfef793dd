import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Converts arguments and results to and from values of the language.
extension SQLiteCall {
  /// An argument as a value of its tag's type.
  func value(_ position: Int, _ tag: SQLValueTag) -> QueryValue {
    switch tag {
    case .box: boxed(position)
    // Texts and dates are the most frequent arguments, and their storages admit one class of values.
    case .string: text(position).map { .string($0) } ?? .null
    case .date: seconds(position).map { .date($0) } ?? .null
    default: tag.storage.value(of: stored(position), as: tag.type)
    }
  }

  /// A number as a double; nil for any other value.
  private func seconds(_ position: Int) -> Double? {
    switch number(position) {
    case .integer(let value): Double(value)
    case .real(let value): value
    case nil: nil
    }
  }

  /// Arguments from a position on, one for each letter of the tags at another position.
  func values(taggedAt tagPosition: Int, from first: Int) -> [QueryValue] {
    guard let tags = bytes(tagPosition) else { return [] }
    let count = min(tags.count, max(0, argumentCount - first))
    var values: [QueryValue] = []
    values.reserveCapacity(count)
    // A loop over a range would look up generic metadata for each call in a build without optimisation across modules.
    var position = 0
    while position < count {
      values.append(value(first + position, SQLValueTag(letter: tags[position]) ?? .box))
      position += 1
    }
    return values
  }

  /// An argument that contains its own type.
  func boxed(_ position: Int) -> QueryValue {
    switch stored(position) {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .double(value)
    case .text(let value): .string(value)
    case .blob(let bytes): SQLBox.value(of: bytes) ?? .null
    }
  }

  /// Returns a value that contains its own type.
  func giveBox(_ value: QueryValue) { Self.giveBox(value, to: context) }

  /// The operator. The first argument is its number.
  var `operator`: BinaryOperator? { BinaryOperator(rawValue: UInt8(truncatingIfNeeded: integer(0))) }

  /// Returns the result of a body in the representation of its type, or ends the statement with the body's issue.
  func giveResult(_ body: (SQLiteCall) throws(PredicateIssue) -> QueryValue) {
    do throws(PredicateIssue) {
      give(try body(self))
    } catch {
      fail(error)
    }
  }

  /// Returns the result of a body as a box, or ends the statement with the body's issue.
  func giveBoxedResult(_ body: (SQLiteCall) throws(PredicateIssue) -> QueryValue) {
    do throws(PredicateIssue) {
      giveBox(try body(self))
    } catch {
      fail(error)
    }
  }

  static func giveBox(_ value: QueryValue, to context: OpaquePointer) {
    guard let box = SQLBox.parameter(value) else {
      let message = "an object that is not in the database cannot be a value in SQL"
      return fail(PredicateIssue.error("sql-unsupported", nil, message, kind: .unsupported), context)
    }
    give(box, to: context)
  }
}

extension SQLValueTag {
  /// The storage that represents the tag's type.
  fileprivate var storage: AttributeStorage {
    switch self {
    case .boolean: .zeroOrOne
    case .integer: .integer
    case .double: .real
    case .string, .url: .text
    case .date: .secondsSince2001
    case .data: .blob
    case .uuid: .uuidBytes
    case .decimal: .decimalText
    case .json: .json
    case .stored, .box: .dynamic
    }
  }

  /// The tag's type in the language.
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
    case .decimal: .decimal
    case .json, .stored, .box: .any
    }
  }
}
