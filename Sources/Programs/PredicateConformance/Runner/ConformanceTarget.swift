/// An implementation that the suite is put to.
public protocol ConformanceTarget: AnyObject {
  /// Sends a request and returns its reply.
  func reply(to request: String) -> ConformanceReply

  /// Starts anew before the next request, because the last reply violated the protocol.
  func restart()
}

/// The reply to a request.
public enum ConformanceReply: Sendable {
  /// The line that the adapter wrote, without the newline.
  case line([UInt8])
  /// The implementation ended.
  case crash
  /// Nothing in time.
  case timeout
}

/// This implementation, in the same process.
public final class LocalTarget: ConformanceTarget {
  private let session: AdapterSession

  /// A target in front of an engine.
  public init(engine: any AdapterEngine) {
    session = AdapterSession(engine: engine)
  }

  /// The session's answer.
  public func reply(to request: String) -> ConformanceReply {
    .line(Array((session.answer(to: Array(request.utf8)) ?? "").utf8))
  }

  /// The session has no state that a reply could have spoiled.
  public func restart() {}
}
