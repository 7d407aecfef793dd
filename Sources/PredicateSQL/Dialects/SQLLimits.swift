/// How much a database's parser and its functions take. Translations stay below each limit, or are an issue of kind `limit`.
public struct SQLLimits: Sendable {
  /// Tables that one SELECT can join.
  public var joinedTables: Int
  /// Conditions in one chain of AND or OR. More are written as a balanced tree, where a chain counts as deep as it is long.
  public var chainedConditions: Int
  /// SELECTs inside one another. A deeper one that reads nothing of those around it stands in front of the statement (`WITH`).
  public var nestedStatements: Int
  /// Values inside one another. A deeper one is written in stages.
  public var nestedValues: Int
  /// Arguments of one function.
  public var arguments: Int
  /// Constants that are written out as a list. More are bound as one value where the dialect has a form for that.
  public var writtenConstants: Int
  /// Parameters of one list.
  public var parameters: Int

  /// Limits.
  public init(
    joinedTables: Int, chainedConditions: Int, nestedStatements: Int, nestedValues: Int, arguments: Int,
    writtenConstants: Int, parameters: Int
  ) {
    self.joinedTables = joinedTables
    self.chainedConditions = chainedConditions
    self.nestedStatements = nestedStatements
    self.nestedValues = nestedValues
    self.arguments = arguments
    self.writtenConstants = writtenConstants
    self.parameters = parameters
  }
}
