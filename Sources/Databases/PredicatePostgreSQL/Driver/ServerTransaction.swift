#if PostgreSQL
  /// The transaction of a statement.
  enum ServerTransaction: Sendable {
    /// One for the statement alone.
    case own
    /// One for a statement that the user wrote. It is rolled back.
    case foreign
    /// One that the statement begins, and that goes on after it.
    case first
    /// One that an earlier statement began.
    case inner

    private static let readOnlySettings = ServerConnection.settings(isReadOnly: true)
    private static let partitionSettings = ServerConnection.settings(isReadOnly: true, joinsPartitions: true)
    private static let foreignSettings = ServerConnection.settings(isReadOnly: true, isForeign: true)

    /// The statements that are sent before.
    func beginning(joinsPartitions: Bool) -> [String] {
      let settings = joinsPartitions ? Self.partitionSettings : Self.readOnlySettings
      return switch self {
      case .own: [settings]
      case .foreign: ["BEGIN READ ONLY", Self.foreignSettings]
      case .first: ["BEGIN READ ONLY", settings]
      case .inner: []
      }
    }
  }
#endif
