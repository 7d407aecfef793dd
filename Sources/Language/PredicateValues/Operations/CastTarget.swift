/// The target types of CAST. The list is closed, so the text of a predicate cannot reach the classes of a program.
///
/// ```swift
/// CastTarget(name: "nsnumber")              // .number
/// CastTarget(name: "Class")                 // nil
/// CastTarget.suggestion(for: "NSStrin")     // NSString
/// CastTarget.date.resultType(from: .string) // .date
/// CastTarget.uuid.resultType(from: .double) // nil: no number is a UUID
/// ```
public enum CastTarget: Sendable, Hashable, CaseIterable {
  /// `NSString`, `String`.
  case string
  /// `NSNumber`: numbers unchanged, strings and dates as doubles.
  case number
  /// `Int`, `Int64`: the whole part.
  case integer
  /// `Double`, `Float`.
  case double
  /// `Bool`.
  case boolean
  /// `NSDecimalNumber`, `Decimal`.
  case decimal
  /// `NSDate`, `Date`.
  case date
  /// `NSArray`, `Array`.
  case array
  /// `NSSet`, `Set`.
  case set
  /// `NSDictionary`, `Dictionary`.
  case dictionary
  /// `NSData`, `Data`.
  case data
  /// `NSUUID`, `UUID`.
  case uuid
  /// `NSURL`, `URL`.
  case url
  /// `NSManagedObjectID`.
  case object

  private static let names: [(String, CastTarget)] = [
    ("nsstring", .string), ("string", .string), ("nsnumber", .number), ("int", .integer), ("int64", .integer),
    ("integer", .integer), ("nsinteger", .integer), ("double", .double), ("float", .double), ("bool", .boolean),
    ("boolean", .boolean), ("nsdecimalnumber", .decimal), ("decimal", .decimal), ("nsdate", .date), ("date", .date),
    ("nsarray", .array), ("array", .array), ("nsset", .set), ("set", .set), ("nsdictionary", .dictionary),
    ("dictionary", .dictionary), ("nsdata", .data), ("data", .data), ("nsuuid", .uuid), ("uuid", .uuid),
    ("nsurl", .url), ("url", .url), ("nsmanagedobjectid", .object),
  ]

  /// The target with a type's name, ignoring case; nil for every other name, including `Class`.
  public init?(name: String) {
    let lowered = StringFolding(.caseInsensitive).fold(name)
    guard let found = Self.names.first(where: { $0.0.hasSameScalars(as: lowered) }) else { return nil }
    self = found.1
  }

  /// The name nearest to an unknown one, for a hint; nil if none is near.
  public static func suggestion(for name: String) -> String? {
    NearestSpelling.of(name, among: Self.allCases.map(\.name))
  }

  /// The target's name on Apple's systems, or its Swift name if it has none there.
  public var name: String {
    switch self {
    case .string: "NSString"
    case .number: "NSNumber"
    case .integer: "Int"
    case .double: "Double"
    case .boolean: "Bool"
    case .decimal: "NSDecimalNumber"
    case .date: "NSDate"
    case .array: "NSArray"
    case .set: "NSSet"
    case .dictionary: "NSDictionary"
    case .data: "NSData"
    case .uuid: "NSUUID"
    case .url: "NSURL"
    case .object: "NSManagedObjectID"
    }
  }

  /// The type of the result if the type of the operand is unknown. It is `any` for `NSNumber`, which leaves numbers unchanged.
  public var resultType: QueryType {
    switch self {
    case .string: .string
    case .number: .any
    case .integer: .integer
    case .double: .double
    case .boolean: .boolean
    case .decimal: .decimal
    case .date: .date
    case .array, .set: .collection(.any)
    case .dictionary: .dictionary
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .object: .object("")
    }
  }

  /// The type of the result for an operand of a type. Nil if the cast is impossible, which the binder reports as an error.
  public func resultType(from source: QueryType) -> QueryType? {
    guard source.family.map(accepts) ?? true else { return nil }
    switch (self, source) {
    case (_, .any): return resultType
    case (.number, .boolean), (.number, .integer), (.number, .decimal): return source
    case (.number, _): return .double
    case (.array, .collection), (.set, .collection): return source
    case (.object, .object): return source
    default: return resultType
    }
  }

  /// Whether values of a family can be cast.
  func accepts(_ family: ValueFamily) -> Bool {
    switch (self, family) {
    case (.string, .collection), (.string, .dictionary): false
    case (.string, _): true
    case (.number, .number), (.number, .string), (.number, .date): true
    case (.integer, .number), (.integer, .string), (.integer, .date): true
    case (.double, .number), (.double, .string), (.double, .date): true
    case (.boolean, .number), (.boolean, .string): true
    case (.decimal, .number), (.decimal, .string): true
    case (.date, .number), (.date, .string), (.date, .date): true
    case (.array, .collection), (.set, .collection): true
    case (.dictionary, .dictionary), (.dictionary, .collection): true
    case (.data, .data), (.data, .string), (.data, .uuid): true
    case (.uuid, .uuid), (.uuid, .string), (.uuid, .data): true
    case (.url, .url), (.url, .string): true
    case (.object, .object), (.object, .string): true
    default: false
    }
  }
}
