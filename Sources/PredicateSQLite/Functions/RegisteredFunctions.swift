import PredicateValues

/// Which functions the open connections have: told when they are registered, and forgotten with the last of them.
enum RegisteredFunctions {
  /// What a connection's functions work with.
  struct Entry: Sendable {
    let functions: FunctionTable
    let limits: PredicateLimits
    fileprivate let owner: ObjectIdentifier
    /// What the functions share. It removes the entry before it goes away, and only the thread that has the connection uses it.
    nonisolated(unsafe) fileprivate let state: Unmanaged<SQLiteFunctionState>

    /// Lets the functions of the connection take steps from a number of them; from none with nil.
    func count(_ work: StatementWork?) { state.takeUnretainedValue().work = work }
  }

  private static let entries = Locked<[UInt: Entry]>([:])

  /// What the functions of a connection work with; nil where it has none.
  static func entry(of connection: OpaquePointer) -> Entry? {
    let connection = UInt(bitPattern: connection)
    return entries.withLock { $0[connection] }
  }

  /// Remembers the state that the functions of its connection share from now on.
  static func add(_ state: SQLiteFunctionState) {
    let entry = Entry(
      functions: state.functions, limits: state.limits, owner: ObjectIdentifier(state),
      state: Unmanaged.passUnretained(state))
    let connection = UInt(bitPattern: state.connection)
    entries.withLock { $0[connection] = entry }
  }

  /// Forgets a state that no function has any more, unless others took its place.
  static func remove(_ state: SQLiteFunctionState) {
    let owner = ObjectIdentifier(state)
    let connection = UInt(bitPattern: state.connection)
    entries.withLock { entries in
      if entries[connection]?.owner == owner { entries[connection] = nil }
    }
  }
}
