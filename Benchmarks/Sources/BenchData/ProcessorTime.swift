import Foundation

/// The processor's time of the calling thread, which other programs disturb less than the time that passes.
public enum ProcessorTime {
  /// Milliseconds that the calling thread has run.
  public static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
