import PredicateBinding
import PredicateValues

/// The columns of separated values: what the heading calls them and what their cells are.
public struct RecordColumns: TypeSource {
  /// A name of the header, with the type that its cells are read as.
  public struct Column: Sendable {
    /// What the heading calls it.
    public let name: String
    /// What its cells are.
    public var type: ColumnType
  }

  /// The columns, in order.
  public internal(set) var columns: [Column]

  /// What the binder calls a record.
  public static let entityName = "record"

  init(names: [String]) {
    columns = names.map { Column(name: $0, type: .string) }
  }

  /// The position of a column, its name compared by scalars; of two alike the last counts.
  public func index(of name: String) -> Int? {
    columns.lastIndex { $0.name.hasSameScalars(as: name) }
  }

  /// A column as the binder sees it: its cells may be empty, which is nil.
  public func member(named name: String, of entity: String) -> Member? {
    index(of: name).map { Member(name, .attribute(columns[$0].type.type), isOptional: true) }
  }

  /// The names, for suggestions.
  public func memberNames(of entity: String) -> [String] { columns.map(\.name) }

  /// The columns for people: `name string, age integer`.
  public var summary: String { columns.map { "\($0.name) \($0.type.rawValue)" }.joined(separator: ", ") }
}
