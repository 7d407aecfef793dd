/// An implementation that the suite is run on.
public protocol ConformanceTarget: AnyObject {
  /// Sends a request and returns its reply.
  func reply(to request: String) -> ConformanceReply

  /// Restarts the implementation before the next request, because its last reply violated the protocol.
  func restart()
}

/// The reply to a request.
public enum ConformanceReply: Sendable {
  /// The line that the implementation wrote, without the newline.
  case line([UInt8])
  /// The implementation ended.
  case crash
  /// There was no reply within the time limit.
  case timeout
}

/// The implementation in this package, called within the process that runs the suite.
public final class LocalTarget: ConformanceTarget {
  private let session: AdapterSession

  /// A target that uses an engine.
  public init(engine: any AdapterEngine) {
    session = AdapterSession(engine: engine)
  }

  /// The answer of the adapter session.
  public func reply(to request: String) -> ConformanceReply {
    .line(Array((session.answer(to: Array(request.utf8)) ?? "").utf8))
  }

  /// Does nothing, because the session has no state.
  public func restart() {}
}
