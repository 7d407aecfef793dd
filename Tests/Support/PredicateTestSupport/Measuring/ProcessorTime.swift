import Foundation

/// How much work something is, whatever else the machine does meanwhile.
public enum ProcessorTime {
  /// The seconds for which the calling thread computes while some work runs. Time in which the thread waits does not count, so that a
  /// loaded machine gives about the same number as an idle one; neither does the work of other threads.
  public static func seconds(of work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
